'use client';

import { type RefObject, useEffect } from 'react';

/**
 * If the focused element is removed, such as the button that resets a setting, the keyboard would restart at the top of
 * the page. Moves the focus to what follows in the same group instead.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let focused: Node | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      focused = target instanceof Node ? target : null;
    };
    // Whoever clicks beside it has left it. With its removal, which it may report as well, it is connected no more.
    const onFocusOut = () =>
      queueMicrotask(() => {
        if (focused?.isConnected === true && document.activeElement === document.body) focused = null;
      });
    const observer = new MutationObserver((records) => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)));
      focused = null;
      if (removal !== undefined) stopNear(removal, element)?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
    };
  }, [area]);
}

/** The first one after the gap, else the last one before it, in the smallest surrounding group that has one. */
function stopNear({ target, nextSibling }: MutationRecord, area: HTMLElement): HTMLElement | undefined {
  const gap = document.createRange();
  gap.selectNodeContents(target);
  if (nextSibling?.parentNode === target) gap.setStartBefore(nextSibling);
  else gap.collapse();
  for (let group: Node | null = target; group instanceof HTMLElement; group = group.parentNode) {
    const stops = [...group.querySelectorAll<HTMLElement>('a, button, input, select, summary, [tabindex]')].filter(
      (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
    );
    const found = stops.find((stop) => gap.comparePoint(stop, 0) >= 0) ?? stops.at(-1);
    if (found !== undefined) return found;
    if (group === area) return undefined;
  }
  return undefined;
}
