'use client';

import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react';
import {
  type CallRange,
  isWholeRange,
  movedRange,
  rangeBetween,
  rangeWithEnd,
  wholeRange,
} from '@/lib/series/chart/call-range';
import type { ContextCurve } from '@/lib/series/chart/drawn-calls';
import { linePath } from '@/lib/series/chart/line-path';
import { callScale } from '@/lib/series/chart/plot-scale';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './mini-map.module.css';
import { useDoublePress } from './use-double-press';

interface MiniMapProps {
  readonly curve: ContextCurve;
  /** The calls of the session; the curve may end earlier. */
  readonly calls: number;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  /** The room beside it. */
  readonly right: number;
  readonly range: CallRange;
  onRange(range: CallRange): void;
}

const MINI_MAP_HEIGHT = 26;

/** All calls, and the range that the plot shows, which can be drawn, moved and resized with the pointer. */
export function MiniMap({ curve, calls, top, left, width, right, range, onRange }: MiniMapProps) {
  const drag = useRef<Drag>(undefined);
  const isSecondPress = useDoublePress();
  const whole = useMemo(() => wholeRange(calls), [calls]);
  const scale = useMemo(() => callScale(whole), [whole]);
  const from = scale.shareBefore(range.from) * width;
  const to = scale.shareBefore(range.to) * width;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    if (isSecondPress(event)) {
      onRange(whole);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = xOf(event);
    drag.current = dragFrom(x, scale.callAt(x / Math.max(1, width)), range, { from, to }, isWholeRange(range, calls));
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const start = drag.current;
    if (start === undefined || event.buttons !== 1) return;
    const call = scale.callAt(xOf(event) / Math.max(1, width));
    switch (start.type) {
      case 'first':
      case 'last':
        onRange(rangeWithEnd(start.range, start.type, call, calls));
        return;
      case 'move':
        onRange(movedRange(start.range, call - start.call, calls));
        return;
      case 'draw':
        if (call !== start.call) onRange(rangeBetween(start.call, call, calls));
        return;
    }
  };

  return (
    <div className={styles.row}>
      <div className={styles.map} data-chart="overview" style={{ marginLeft: left, width, height: MINI_MAP_HEIGHT }}>
        <Outline curve={curve} calls={calls} top={top} width={width} />
        <div className={styles.outside} style={{ left: 0, width: from }} />
        <div className={styles.outside} style={{ left: to, right: 0 }} />
        <End
          label="First call shown"
          place={from}
          call={range.from}
          calls={calls}
          onCall={(call) => onRange(rangeWithEnd(range, 'first', call, calls))}
        />
        <End
          label="Last call shown"
          place={to}
          call={range.to - 1}
          calls={calls}
          onCall={(call) => onRange(rangeWithEnd(range, 'last', call, calls))}
        />
        <div
          className={styles.pointer}
          style={{ inset: `0 -${REACH}px` }}
          title="Drag to zoom, double-click to show all"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            drag.current = undefined;
          }}
        />
      </div>
      {!isWholeRange(range, calls) && (
        <button type="button" className={styles.reset} style={{ width: right }} onClick={() => onRange(whole)}>
          <span>
            <span className="visually-hidden">Calls </span>
            {exactNumber(range.from + 1)}–{exactNumber(range.to)}
            <span className="visually-hidden"> of {exactNumber(calls)}</span>
          </span>
          <span className={styles.all}>Show all</span>
        </button>
      )}
    </div>
  );
}

type Drag =
  | { readonly type: 'first' | 'last'; readonly range: CallRange }
  | { readonly type: 'move'; readonly range: CallRange; readonly call: number }
  | { readonly type: 'draw'; readonly call: number };

/** Grab distance of an end, in pixels. */
const REACH = 8;

function dragFrom(
  x: number,
  call: number,
  range: CallRange,
  ends: { readonly from: number; readonly to: number },
  isWhole: boolean,
): Drag {
  if (Math.abs(x - ends.from) <= REACH) return { type: 'first', range };
  if (Math.abs(x - ends.to) <= REACH) return { type: 'last', range };
  return !isWhole && x > ends.from && x < ends.to ? { type: 'move', range, call } : { type: 'draw', call };
}

/** The pointer area extends beyond both ends of the map. */
function xOf(event: PointerEvent<HTMLElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left - REACH;
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -100,
  PageUp: 100,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface EndProps {
  readonly label: string;
  readonly place: number;
  readonly call: number;
  readonly calls: number;
  onCall(call: number): void;
}

/** One end of the range as a slider for the keyboard; the pointer uses the overlay. */
function End({ label, place, call, calls, onCall }: EndProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    // Handled here instead of by the browser: otherwise the page's shortcuts would also select another call.
    event.preventDefault();
    onCall(Math.max(0, Math.min(calls - 1, call + step * (event.shiftKey ? 10 : 1))));
  };
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={`Call ${exactNumber(call + 1)} of ${exactNumber(calls)}`}
        min={1}
        max={Math.max(1, calls)}
        value={call + 1}
        onChange={(event) => onCall(Number(event.target.value) - 1)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.handle} style={{ left: place }} />
    </>
  );
}

interface OutlineProps {
  readonly curve: ContextCurve;
  readonly calls: number;
  readonly top: number;
  readonly width: number;
}

const Outline = memo(function Outline({ curve, calls, top, width }: OutlineProps) {
  const whole = wholeRange(calls);
  const scale = callScale(whole);
  const placing = {
    x: (call: number) => scale.shareOf(call) * width,
    y: (tokens: number) => MINI_MAP_HEIGHT * (1 - tokens / top),
  };
  const last = Math.min(curve.calls, calls) - 1;
  const line = linePath(curve.used, whole, curve.calls, placing, width);
  const area = line === '' ? '' : `${line}L${placing.x(last)} ${MINI_MAP_HEIGHT}L${placing.x(0)} ${MINI_MAP_HEIGHT}Z`;
  return (
    <svg className={styles.outline} width={width} height={MINI_MAP_HEIGHT} aria-hidden="true">
      <path d={area} />
    </svg>
  );
});
