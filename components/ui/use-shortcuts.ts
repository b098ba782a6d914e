'use client';

import { useEffect, useRef } from 'react';

/** By key, with `Shift+` or `Ctrl+` in front (`Ctrl` is also the Mac's command key). */
export type Shortcuts = Readonly<Record<string, () => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);

  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) {
        return;
      }
      const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
      // A printed character already says whether Shift was held: `?` is `?` on every keyboard.
      const shift = event.shiftKey && event.key.length > 1 ? 'Shift+' : '';
      const action = latest.current[`${ctrl}${shift}${event.key}`];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
