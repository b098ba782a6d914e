'use client';

import type { CallScale } from '@/lib/series/chart/plot-scale';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from '../frame/plot.module.css';
import type { PlotFrame } from '../frame/plot-frame';

interface CallCursorProps {
  readonly scale: CallScale;
  readonly frame: PlotFrame;
  readonly calls: number;
  readonly selected: number;
  /** Read by screen readers after the number of the selected call. */
  readonly label: string;
  onSelect(call: number): void;
}

/** The selected call as a slider, for keyboards and screen readers: the chart itself is not accessible to them. */
export function CallCursor({ scale, frame, calls, selected, label, onSelect }: CallCursorProps) {
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        data-takes-keys
        aria-label="Selected call"
        aria-valuetext={`Call ${exactNumber(selected + 1)} of ${exactNumber(calls)}, ${label}`}
        min={1}
        max={Math.max(1, calls)}
        value={selected + 1}
        onChange={(event) => onSelect(Number(event.target.value) - 1)}
      />
      <div className={styles.cursor} data-layer="cursor" style={placeOf(scale, selected, frame)}>
        <span className={styles.handle} />
      </div>
    </>
  );
}

interface HoveredCallProps {
  readonly scale: CallScale;
  readonly frame: PlotFrame;
  readonly call: number;
}

export function HoveredCall({ scale, frame, call }: HoveredCallProps) {
  return <div className={styles.hovered} style={placeOf(scale, call, frame)} />;
}

function placeOf(scale: CallScale, call: number, { top, bottom }: PlotFrame) {
  return { left: `${scale.shareOf(call) * 100}%`, top: top - ABOVE, bottom };
}

/** How far it extends above the plot. */
const ABOVE = 6;
