'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';

/** By key, with the prefix `Shift+` or `Ctrl+` (`Ctrl` is also the Mac's command key). */
export type Shortcuts = Readonly<Record<string, () => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);

  // Before the page is painted: what a user sees offered works.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) {
        return;
      }
      const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
      // A printed character already implies Shift: `?` is `?` on every keyboard.
      const shift = event.shiftKey && event.key.length > 1 ? 'Shift+' : '';
      // With the Mac's command key, letters are lower case, with or without Shift.
      const key = ctrl !== '' && event.shiftKey && event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const action = latest.current[`${ctrl}${shift}${key}`];
      if (action === undefined || isTheirs(`${ctrl}${shift}${key}`, event.target)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const moving = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/** The focused element handles the key itself: it is pressed with the space bar, or moved with the arrow keys. */
function isTheirs(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isOfPage = target.dataset.takesKeys !== undefined;
  // Anywhere else it scrolls, or moves what has the focus.
  if (key === 'ArrowDown') return !(isOfPage || target === document.body || target.id === 'main');
  if (key === ' ') return !isOfPage && target.closest('button, summary, input, [role="tab"]') !== null;
  return moving.has(key) && target instanceof HTMLInputElement && ['range', 'radio'].includes(target.type);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
