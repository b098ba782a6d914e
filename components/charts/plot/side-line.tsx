import { memo, useMemo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { linePath } from '@/lib/series/chart/line-path';
import { type CallScale, largest, roundTicks } from '@/lib/series/chart/plot-scale';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import { type SideSeriesId, sideSeries } from '@/lib/series/chart/side-series';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { type PlotArea, SIDE_SCALE } from '../frame/plot-frame';
import { CurveLines } from '../marks/curve-lines';
import styles from './side-line.module.css';

interface SideLineProps {
  readonly id: SideSeriesId;
  readonly simulation: Simulation;
  readonly range: CallRange;
  readonly scale: CallScale;
  readonly area: PlotArea;
  /** The position of the numbers. */
  readonly left: number;
}

/** A series with its own scale at the right edge of the chart. */
export const SideLine = memo(function SideLine({ id, simulation, range, scale, area, left }: SideLineProps) {
  const series = sideSeries[id];
  const values = useMemo(() => series.values(simulation), [series, simulation]);
  const top = series.top ?? largest(values) * 1.02;
  const y = (value: number) => (top === 0 ? area.height : area.height * (1 - value / top));
  const path = linePath(
    values,
    range,
    sentCalls(simulation),
    { x: (call) => scale.shareOf(call) * area.width, y },
    area.width,
  );
  return (
    <>
      <CurveLines
        layer="side"
        lines={[{ key: id, path, color: 'var(--accent)', dash: undefined, isThin: false }]}
        area={area}
      />
      <svg
        className={styles.scale}
        style={{ left, top: area.top }}
        width={SIDE_SCALE}
        height={area.height}
        data-layer="side-axis"
        aria-hidden="true"
      >
        {roundTicks(top)
          .filter((value) => value <= top)
          .map((value) => (
            <text key={value} x={SIDE_SCALE} y={y(value) + 4} textAnchor="end" className={styles.tick}>
              {series.tick(value)}
            </text>
          ))}
      </svg>
      {path === '' && <p className={styles.unknown}>No price available for this model.</p>}
    </>
  );
});
