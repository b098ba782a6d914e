'use client';

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import type { MessageId } from '@/lib/transcript/transcript';
import styles from './line-list.module.css';
import { type Layout, MessageLine } from './message-line';
import type { Folds } from './use-folds';
import { useKeptPlace } from './use-kept-place';

export interface LineListHandle {
  /** The line that the keys are at; while that is out of view, the first that is in it. */
  current(): number;
  goTo(index: number, options: { readonly takesFocus: boolean }): void;
}

interface LineListProps {
  readonly ref: Ref<LineListHandle>;
  readonly lines: readonly ContextLine[];
  readonly layout: Layout;
  /** Keys of lines. */
  readonly opened: ReadonlySet<string>;
  readonly pinned: ReadonlySet<MessageId>;
  readonly folds: Folds;
  onToggle(line: ContextLine): void;
  readonly onTogglePin: ((id: MessageId) => void) | undefined;
  renderContent(line: ContextLine): ReactNode;
  /** In place of the lines, where there are none. */
  readonly children: ReactNode;
}

const LINE_HEIGHT = 28;

export function LineList(props: LineListProps) {
  const { ref, lines, layout, opened, pinned, folds, renderContent, children } = props;
  const { onToggle, onTogglePin } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string>();
  const [hasFocus, setHasFocus] = useState(false);
  const wantsFocus = useRef(false);
  const atIndex = useMemo(() => lines.findIndex(({ key }) => key === at), [lines, at]);

  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  // A line that is taken away takes the focus with it.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (atIndex === -1 || !(hasFocus || wantsFocus.current) || drawn.includes(atIndex)) return drawn;
      return [...drawn, atIndex].sort((a, b) => a - b);
    },
    [atIndex, hasFocus],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey,
    rangeExtractor,
    overscan: 16,
  });
  useKeptPlace(virtualizer, lines);

  useLayoutEffect(() => {
    if (!wantsFocus.current || at === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(at)}"]`);
    if (line === null || line === undefined) return;
    wantsFocus.current = false;
    line.focus({ preventScroll: true });
  });

  const firstInView = virtualizer.range?.startIndex ?? 0;
  const isInView = atIndex >= firstInView && atIndex <= (virtualizer.range?.endIndex ?? -1);
  const tabStop = isInView || (hasFocus && atIndex !== -1) ? atIndex : firstInView;

  const goTo: LineListHandle['goTo'] = (index, { takesFocus }) => {
    const line = lines[index];
    if (line === undefined) return;
    wantsFocus.current = takesFocus;
    setAt(line.key);
    virtualizer.scrollToIndex(index, { align: takesFocus ? 'auto' : 'center' });
  };
  useImperativeHandle(ref, () => ({ current: () => tabStop, goTo }));

  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event, tabStop, lines.length, Math.floor((virtualizer.scrollRect?.height ?? 0) / LINE_HEIGHT));
    if (to === undefined) return;
    event.preventDefault();
    goTo(Math.max(0, Math.min(lines.length - 1, to)), { takesFocus: true });
  };

  const toggle = useCallback(
    (line: ContextLine) => {
      setAt(line.key);
      onToggle(line);
    },
    [onToggle],
  );

  return (
    <div className={styles.scroller} ref={scroller}>
      {lines.length === 0 && <div className={styles.nothing}>{children}</div>}
      <ul
        style={{ height: virtualizer.getTotalSize() }}
        className={styles.list}
        aria-label="Messages"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          setHasFocus(true);
          const key = keyAt(event.target);
          if (key !== undefined) setAt(key);
        }}
        onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget))}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              <MessageLine
                line={line}
                layout={layout}
                isOpen={opened.has(line.key)}
                isPinned={pinned.has(line.message.id)}
                isFirst={lines[index - 1]?.message !== line.message}
                isTabStop={index === tabStop}
                isCurrent={index === atIndex && !hasFocus}
                foldable={folds.foldable(line)}
                isUnfolded={folds.unfolded.has(line.message.id)}
                onToggle={toggle}
                onTogglePin={onTogglePin}
                onToggleFold={folds.toggle}
              />
              {opened.has(line.key) && renderContent(line)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Where a key leads; the keys of what is laid open are its own. */
function target({ key, target: from }: KeyboardEvent, at: number, count: number, page: number): number | undefined {
  if (keyAt(from) === undefined) return undefined;
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

function keyAt(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset.key : undefined;
}
