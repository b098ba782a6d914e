'use client';

import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './explained.module.css';

interface ExplainedProps {
  /** The explanation. */
  readonly explanation: ReactNode;
  /** If the visible text is not enough as a name. */
  readonly label?: string;
  readonly className: string | undefined;
  /** Runs on click, instead of showing the explanation. */
  onPress?(): void;
  readonly children: ReactNode;
}

/** Long enough for the pointer to reach the explanation, and to pass over the word without opening it. */
const DELAY_MS = 150;

/**
 * Something with an explanation on hover, focus or tap. The browser closes it on Escape, on a tap elsewhere, and before
 * another one opens.
 */
export function Explained({ explanation, label, className, onPress, children }: ExplainedProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);

  const soon = (act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, DELAY_MS);
  };
  const open = () => {
    if (popover.current?.matches(':popover-open') === false) popover.current.showPopover();
  };
  const close = () => popover.current?.hidePopover();
  // A touch ends as soon as it has tapped.
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && soon(close);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!isOpen) return;
    const follow = () => place(popover.current, word.current);
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [isOpen]);

  return (
    <>
      <button
        ref={word}
        type="button"
        className={className}
        aria-label={label}
        aria-describedby={id}
        popoverTarget={onPress === undefined ? id : undefined}
        onClick={onPress}
        onPointerEnter={(event) => event.pointerType === 'mouse' && soon(open)}
        onPointerLeave={leave}
        // A click focuses too, and would close again what the focus has opened.
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && open()}
        onBlur={(event) => event.relatedTarget !== null && close()}
      >
        {children}
      </button>
      <span
        ref={popover}
        id={id}
        popover="auto"
        className={styles.popover}
        onBeforeToggle={(event) => event.newState === 'open' && place(event.currentTarget, word.current)}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={leave}
      >
        {explanation}
      </span>
    </>
  );
}

const GAP = 4;
/** More than any explanation needs. */
const ROOM = 160;

/** Below the word, or above it if there is no room. Its width is known before it is shown, and its height is not. */
function place(popover: HTMLElement | null, word: HTMLElement | null): void {
  if (popover === null || word === null) return;
  const { left, top, bottom } = word.getBoundingClientRect();
  const width = Math.min(280, innerWidth - 2 * GAP);
  const isBelow = innerHeight - bottom >= ROOM || innerHeight - bottom >= top;
  Object.assign(popover.style, {
    width: `${width}px`,
    left: `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
  });
}
