'use client';

import { defaultRangeExtractor, type Range, type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

type Key = string | number;

interface VirtualListOptions {
  readonly count: number;
  /** Until a row is measured, in pixels. */
  readonly usualHeight: number;
  /** If rows are inserted or removed before others; the same function while the rows are the same. */
  readonly keyOf?: (index: number) => Key;
}

export interface VirtualList {
  readonly virtualizer: ReactVirtualizer<HTMLElement, HTMLLIElement>;
  /** The last used row; -1 if it is not listed. */
  readonly at: number;
  readonly tabStop: number;
  readonly hasFocus: boolean;
  /** A stable function. */
  use(key: Key): void;
  goTo(index: number, options: { readonly takesFocus: boolean; readonly align?: 'start' | 'center' | 'auto' }): void;
  /** Of the list's element, which stands right in what scrolls. */
  readonly bindings: {
    ref(element: HTMLElement | null): void;
    onFocus(event: FocusEvent): void;
    onBlur(event: FocusEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** Renders only the visible rows. The arrow keys move between elements with `data-key`. */
export function useVirtualList(options: VirtualListOptions): VirtualList {
  const { count, usualHeight, keyOf = itself } = options;
  const element = useRef<HTMLElement>(null);
  const [used, use] = useState<Key>();
  const [hasFocus, setHasFocus] = useState(false);
  const wantsFocus = useRef(false);
  const at = useMemo(() => indexOfKey(used, count, keyOf), [used, count, keyOf]);

  // Removing a row from the page removes the focus with it.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (at === -1 || !(hasFocus || wantsFocus.current) || drawn.includes(at)) return drawn;
      return [...drawn, at].sort((a, b) => a - b);
    },
    [at, hasFocus],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    rangeExtractor,
    overscan: 12,
  });

  useLayoutEffect(() => {
    if (!wantsFocus.current || used === undefined) return;
    const target = element.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(String(used))}"]`);
    if (target === null || target === undefined) return;
    wantsFocus.current = false;
    target.focus({ preventScroll: true });
    // The row is in view within the list, but the list itself may be partly out of view.
    element.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  });

  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
  const isInView = at >= startIndex && at <= endIndex;
  // Else Tab comes to the first row in view.
  const tabStop = isInView || (hasFocus && at !== -1) ? at : startIndex;

  const goTo: VirtualList['goTo'] = (index, { takesFocus, align = 'auto' }) => {
    if (index < 0 || index >= count) return;
    wantsFocus.current = takesFocus;
    use(keyOf(index));
    virtualizer.scrollToIndex(index, { align });
  };

  const bindings = {
    ref: useCallback((found: HTMLElement | null) => {
      element.current = found;
    }, []),
    onFocus: ({ target }: FocusEvent) => {
      setHasFocus(true);
      const row = target.closest<HTMLElement>('[data-index]');
      const index = Number(row?.dataset.index ?? -1);
      if (index >= 0 && index < count) use(keyOf(index));
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setHasFocus(currentTarget.contains(relatedTarget)),
    onKeyDown: (event: KeyboardEvent) => {
      // Expanded content of a row handles its own keys.
      if (!(event.target instanceof HTMLElement) || event.target.dataset.key === undefined) return;
      const page = Math.floor((virtualizer.scrollRect?.height ?? 0) / usualHeight);
      const to = target(event.key, tabStop, count, page);
      if (to === undefined) return;
      event.preventDefault();
      goTo(Math.max(0, Math.min(count - 1, to)), { takesFocus: true });
    },
  };
  return { virtualizer, at, tabStop, hasFocus, use, goTo, bindings };
}

function itself(index: number): Key {
  return index;
}

function indexOfKey(key: Key | undefined, count: number, keyOf: (index: number) => Key): number {
  if (key === undefined) return -1;
  for (let index = 0; index < count; index++) if (keyOf(index) === key) return index;
  return -1;
}

/** The target of a key. */
function target(key: string, at: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
