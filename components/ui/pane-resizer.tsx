'use client';

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Pane, paneSizes, sizeAfterKey, sizeWithin } from '@/lib/state/shared/pane-sizes';
import styles from './pane-resizer.module.css';

interface PaneResizerProps {
  readonly pane: Pane;
  /** The name of the pane. */
  readonly label: string;
  /** The id of its element. */
  readonly controls: string;
  /** As chosen: null if it depends on the window. */
  readonly sizePx: number | null;
  onResize(sizePx: number): void;
  /** Back to the usual size. */
  onReset(): void;
}

const titles: Readonly<Record<Pane, string>> = {
  left: 'Drag or press ← →; double-click to reset',
  right: 'Drag or press ← →; double-click to reset',
  chart: 'Drag or press ↑ ↓; double-click to reset',
};

/** The separator between a pane and the one beside or below it: moved with the pointer or the arrow keys. */
export function PaneResizer(props: PaneResizerProps) {
  const { pane, label, controls, sizePx, onResize, onReset } = props;
  const limits = paneSizes[pane];
  const isBelow = pane === 'chart';
  const measured = useMeasuredSize(controls, isBelow, sizePx === null);
  /** The actual size: in a small window it is smaller than chosen, and would not follow at first. */
  const shownPx = () => sizeNow(controls, isBelow) ?? sizePx ?? limits.least;
  const grip = useRef<{ readonly at: number; readonly sizePx: number }>(undefined);
  const valuePx = sizePx ?? Math.max(limits.least, measured ?? 0);

  const placeOf = (event: PointerEvent) => (isBelow ? event.clientY : event.clientX);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    grip.current = { at: placeOf(event), sizePx: shownPx() };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === undefined) return;
    const movedPx = placeOf(event) - grip.current.at;
    // A press without a move must not fix a size that depends on the window.
    if (movedPx === 0) return;
    onResize(sizeWithin(limits, grip.current.sizePx + (pane === 'right' ? -movedPx : movedPx)));
  };

  return (
    <hr
      aria-orientation={isBelow ? 'horizontal' : 'vertical'}
      aria-label={`${isBelow ? 'Height' : 'Width'} of ${label}`}
      aria-controls={controls}
      aria-valuenow={valuePx}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuetext={`${valuePx} pixels`}
      title={titles[pane]}
      tabIndex={0}
      className={isBelow ? styles.below : styles.beside}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        grip.current = undefined;
      }}
      onMouseDown={(event) => {
        // The second press would select the words beside it.
        if (event.detail > 1) event.preventDefault();
      }}
      onDoubleClick={onReset}
      onKeyDown={(event) => {
        const next = sizeAfterKey(event.key, shownPx(), pane);
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (next === null || event.key === 'Enter') onReset();
        else onResize(next);
      }}
    />
  );
}

function sizeNow(id: string, isHeight: boolean): number | undefined {
  const element = document.getElementById(id);
  return isHeight ? element?.offsetHeight : element?.offsetWidth;
}

/** The size of the element while it depends on the window. */
function useMeasuredSize(id: string, isHeight: boolean, isWanted: boolean): number | undefined {
  const [size, setSize] = useState<number>();
  useEffect(() => {
    const element = document.getElementById(id);
    if (!isWanted || element === null) return;
    const observer = new ResizeObserver(() => setSize(sizeNow(id, isHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id, isHeight, isWanted]);
  return size;
}
