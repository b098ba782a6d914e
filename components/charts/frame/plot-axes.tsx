import { memo, useMemo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import type { Placing } from '@/lib/series/chart/line-path';
import { callTicks, roundTicks } from '@/lib/series/chart/plot-scale';
import { exactNumber, roundNumber } from '@/lib/series/words/format-number';
import styles from './plot-axes.module.css';
import type { PlotArea, PlotFrame } from './plot-frame';

interface PlotAxesProps {
  readonly range: CallRange;
  /** The tokens at the top of the plot. */
  readonly top: number;
  readonly placing: Placing;
  readonly frame: PlotFrame;
  readonly area: PlotArea;
}

const PIXELS_PER_CALL_TICK = 110;
const TICK_GAP = 8;

/** Tokens to the left and calls below, with a line across the plot for each round number of tokens. */
export const PlotAxes = memo(function PlotAxes({ range, top, placing, frame, area }: PlotAxesProps) {
  const { width, height } = area;
  const most = Math.max(2, Math.floor((frame.left + width + frame.right) / PIXELS_PER_CALL_TICK));
  const calls = useMemo(() => callTicks(range, most), [range, most]);
  const tokens = useMemo(() => roundTicks(top).filter((value) => value <= top), [top]);
  return (
    <svg
      className={styles.axes}
      style={{ left: frame.left, top: area.top }}
      width={width}
      height={height}
      data-layer="axes"
      aria-hidden="true"
    >
      {tokens.map((value) => (
        <g key={value} data-tick="tokens" transform={`translate(0 ${placing.y(value)})`}>
          <path d={`M0 0H${width}`} className={styles.grid} />
          <text x={-TICK_GAP} dy="0.355em" textAnchor="end">
            {roundNumber(value)}
          </text>
        </g>
      ))}
      <path d={`M0 ${height}H${width}`} className={styles.line} />
      {calls.map((call) => (
        <text key={call} data-tick="calls" x={placing.x(call)} y={height + TICK_GAP} dy="0.71em" textAnchor="middle">
          {exactNumber(call + 1)}
        </text>
      ))}
    </svg>
  );
});
