'use client';

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type CallRange, type HeldPlace, isWholeRange, rangeBetween, rangeHeldBy } from '@/lib/series/chart/call-range';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import type { LineName } from '@/lib/series/chart/threshold-lines';
import styles from '../frame/plot.module.css';
import { useDoublePress } from './use-double-press';
import { useWheelZoom } from './use-wheel-zoom';
import type { ChangeRange } from './use-zoom';

export interface PlotPlace {
  readonly call: number;
  /** In pixels from the upper left corner of the plot, including the lanes above it. */
  readonly x: number;
  readonly y: number;
}

/** What a drag from a place does. */
export type PlotDrag =
  | { readonly type: 'zoom' }
  | { readonly type: 'select' }
  | { readonly type: 'line'; readonly line: LineName };

interface PlotPointerProps {
  readonly scale: CallScale;
  readonly calls: number;
  readonly range: CallRange;
  readonly changeRange: ChangeRange;
  /** As CSS has them. */
  readonly cursor: string;
  dragAt(place: PlotPlace): PlotDrag;
  onHover(place: PlotPlace | undefined): void;
  onClick(place: PlotPlace): void;
  onSelect(call: number): void;
  onRange(range: CallRange): void;
  onShowAll(): void;
  onLineDrag(line: LineName, step: { readonly type: 'start' | 'move' | 'end'; readonly clientY: number }): void;
}

type Gesture =
  | {
      readonly type: 'pressed' | 'dragged';
      readonly drag: PlotDrag;
      readonly from: PlotPlace;
      readonly clientY: number;
      /** Soon after another press. */
      readonly isSecond: boolean;
    }
  | { readonly type: 'pinch'; readonly held: readonly [HeldPlace, HeldPlace] };

/** Less is the tremor of a hand. */
const MIN_DRAG = 4;

/** An overlay for the pointer: it points at calls, selects them, zooms, and moves lines. */
export function PlotPointer(props: PlotPointerProps) {
  const { scale, calls, range, changeRange, cursor, dragAt } = props;
  const { onHover, onClick, onSelect, onRange, onShowAll, onLineDrag } = props;
  const area = useRef<HTMLDivElement>(null);
  const gesture = useRef<Gesture>(undefined);
  /** Fingers, by pointer, as shares of the width. */
  const fingers = useRef(new Map<number, number>());
  const [band, setBand] = useState<{ readonly from: number; readonly to: number }>();
  const isSecondPress = useDoublePress();
  useWheelZoom(area, { isZoomed: !isWholeRange(range, calls), changeRange });

  useEffect(() => {
    if (band === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      gesture.current = undefined;
      setBand(undefined);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [band]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const place = placeOf(event, scale);
    const isTouch = event.pointerType === 'touch';
    if (isTouch) fingers.current.set(event.pointerId, shareOf(event));
    const held = heldBy(fingers.current, range);
    if (held !== undefined) {
      gesture.current = { type: 'pinch', held };
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const drag = isTouch ? ({ type: 'select' } as const) : dragAt(place);
    const { clientY } = event;
    gesture.current = { type: 'pressed', drag, from: place, clientY, isSecond: isSecondPress(event) };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event, scale);
    const now = gesture.current;
    if (now?.type === 'pinch') {
      if (fingers.current.has(event.pointerId)) fingers.current.set(event.pointerId, shareOf(event));
      const [one, other] = [...fingers.current.values()];
      const [first, second] = now.held;
      if (one === undefined || other === undefined) return;
      changeRange((_, all) => rangeHeldBy({ ...first, share: one }, { ...second, share: other }, all));
      return;
    }
    // The numbers of a dragged line stay, even where it lags behind the pointer.
    if (!(now?.type === 'dragged' && now.drag.type === 'line')) onHover(place);
    if (now === undefined) return;
    const { from, clientY } = now;
    let { drag } = now;
    if (now.type === 'pressed') {
      const [right, down] = [Math.abs(place.x - from.x), Math.abs(event.clientY - clientY)];
      if (Math.max(right, drag.type === 'line' ? down : 0) < MIN_DRAG) return;
      // Lines are everywhere: who drags along one means the calls.
      if (drag.type === 'line' && right > down) drag = { type: 'zoom' };
      gesture.current = { ...now, type: 'dragged', drag };
      if (drag.type === 'line') onLineDrag(drag.line, { type: 'start', clientY });
    }
    if (drag.type === 'line') onLineDrag(drag.line, { type: 'move', clientY: event.clientY });
    else if (drag.type === 'select') onSelect(place.call);
    else setBand({ from: Math.min(from.x, place.x), to: Math.max(from.x, place.x) });
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const now = gesture.current;
    fingers.current.delete(event.pointerId);
    gesture.current = undefined;
    setBand(undefined);
    if (now === undefined || now.type === 'pinch') return;
    const { drag, from } = now;
    if (now.type === 'pressed' && now.isSecond) onShowAll();
    else if (now.type === 'pressed') onClick(from);
    else if (drag.type === 'line') onLineDrag(drag.line, { type: 'end', clientY: event.clientY });
    else if (drag.type === 'zoom') onRange(rangeBetween(from.call, placeOf(event, scale).call, calls));
  };

  return (
    <>
      {band !== undefined && (
        <div className={styles.band} data-layer="band" style={{ left: band.from, width: band.to - band.from }} />
      )}
      <div
        ref={area}
        className={styles.pointer}
        data-part="pointer"
        style={{ cursor }}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
        onPointerCancel={(event) => {
          const now = gesture.current;
          if (now?.type === 'dragged' && now.drag.type === 'line') {
            onLineDrag(now.drag.line, { type: 'end', clientY: event.clientY });
          }
          fingers.current.delete(event.pointerId);
          gesture.current = undefined;
          setBand(undefined);
        }}
        onPointerLeave={() => onHover(undefined)}
      />
    </>
  );
}

function placeOf(event: PointerEvent<HTMLElement>, scale: CallScale): PlotPlace {
  const field = event.currentTarget.getBoundingClientRect();
  const x = Math.max(0, Math.min(field.width, event.clientX - field.left));
  return { call: scale.callAt(x / Math.max(1, field.width)), x, y: event.clientY - field.top };
}

function shareOf(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return (event.clientX - left) / Math.max(1, width);
}

function heldBy(fingers: ReadonlyMap<number, number>, { from, to }: CallRange): [HeldPlace, HeldPlace] | undefined {
  const [one, other] = [...fingers.values()].map((share) => ({ at: from + share * (to - from), share }));
  return one === undefined || other === undefined ? undefined : [one, other];
}
