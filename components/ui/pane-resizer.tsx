'use client';

import { type PointerEvent, useRef } from 'react';
import { type Pane, paneSizes, sizeAfterKey, sizeWithin } from '@/lib/state/shared/pane-sizes';
import styles from './pane-resizer.module.css';

interface PaneResizerProps {
  readonly side: Pane;
  /** The name of the column on that side. */
  readonly label: string;
  /** The id of its element. */
  readonly controls: string;
  readonly widthPx: number;
  onResize(widthPx: number): void;
}

/** The separator between a side column and the middle: moved with the pointer or the arrow keys. */
export function PaneResizer({ side, label, controls, widthPx, onResize }: PaneResizerProps) {
  const limits = paneSizes[side];
  /** The actual width: in a narrow window it is smaller than chosen, and would not follow at first. */
  const shownPx = () => document.getElementById(controls)?.offsetWidth ?? widthPx;
  const grip = useRef<{ readonly x: number; readonly widthPx: number }>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    grip.current = { x: event.clientX, widthPx: shownPx() };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === undefined) return;
    const movedPx = event.clientX - grip.current.x;
    onResize(sizeWithin(limits, grip.current.widthPx + (side === 'left' ? movedPx : -movedPx)));
  };

  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-controls={controls}
      aria-valuenow={widthPx}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuetext={`${widthPx} pixels`}
      title="Drag or press ← →; double-click to reset"
      tabIndex={0}
      className={styles.resizer}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        grip.current = undefined;
      }}
      onDoubleClick={() => onResize(limits.usual)}
      onKeyDown={(event) => {
        const next = sizeAfterKey(event.key, shownPx(), side);
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onResize(next);
      }}
    />
  );
}
