import { useMemo } from 'react';
import plot from '@/components/charts/frame/plot.module.css';
import { PlotAxes } from '@/components/charts/frame/plot-axes';
import { plotArea } from '@/components/charts/frame/plot-frame';
import { useWidth } from '@/components/charts/frame/use-width';
import { wholeRange } from '@/lib/series/chart/call-range';
import { linePath, type Placing, tenth } from '@/lib/series/chart/line-path';
import { callScale, topOfPlot } from '@/lib/series/chart/plot-scale';
import { shortNumber } from '@/lib/series/words/format-number';
import { type ThresholdRow, type ThresholdTable, usedAfter } from '@/lib/state/sessions/threshold-table';
import styles from './threshold-plot.module.css';
import { ThresholdSlider } from './threshold-slider';

interface ThresholdPlotProps {
  readonly table: ThresholdTable;
  readonly row: ThresholdRow;
  /** The outcome, for screen readers. */
  readonly words: string;
  onPercent(percent: number): void;
}

const frame = { left: 44, right: 8, top: 20, bottom: 24, height: 248 } as const;

/** The recorded context as an area, that of a row as a line, and the row's threshold as a slider. */
export function ThresholdPlot({ table, row, words, onPercent }: ThresholdPlotProps) {
  const { recorded, effectiveWindow, rows } = table;
  const [box, width] = useWidth<HTMLDivElement>();
  const area = plotArea(frame, width);
  const calls = recorded.used.length;
  const range = useMemo(() => wholeRange(calls), [calls]);
  const top = topOfPlot(recorded.peak, effectiveWindow);
  const placing = useMemo<Placing>(() => {
    const scale = callScale(range);
    return {
      x: (call) => scale.shareOf(call) * area.width,
      y: (tokens) => area.height - (tokens / top) * area.height,
    };
  }, [range, top, area.width, area.height]);
  const recordedLine = useMemo(
    () => linePath(Float64Array.from(recorded.used), range, calls, placing, calls),
    [recorded, range, calls, placing],
  );
  const line = useMemo(
    () => linePath(usedAfter(recorded.used, row.jumps), range, calls, placing, calls),
    [recorded, row, range, calls, placing],
  );
  const [lowest, highest] = [rows[0]?.percent ?? row.percent, rows.at(-1)?.percent ?? row.percent];
  return (
    <div className={plot.frame} ref={box} style={{ height: frame.height }}>
      <PlotAxes range={range} top={top} placing={placing} frame={frame} area={area} />
      <div className={plot.plot} style={{ left: frame.left, right: frame.right }}>
        <svg
          className={styles.curves}
          style={{ top: area.top }}
          width={area.width}
          height={area.height}
          data-layer="curves"
          aria-hidden="true"
        >
          <path className={styles.area} d={`${recordedLine}V${area.height}H${tenth(placing.x(0))}Z`} />
          <path className={styles.recorded} d={recordedLine} />
          <path
            className={styles.compactions}
            d={marksOf(recorded.compactedBefore, placing)}
            data-layer="compactions"
          />
          <path className={styles.whatIf} d={line} data-layer="what-if" />
        </svg>
        <ThresholdSlider
          top={area.top + placing.y(row.threshold)}
          percent={row.percent}
          lowest={lowest}
          highest={highest}
          name={`${row.percent} %: ${shortNumber(row.threshold)}`}
          text={`${row.percent} %, ${shortNumber(row.threshold)} tokens: ${words}`}
          percentAt={(y) => ((1 - (y - area.top) / area.height) * top * 100) / effectiveWindow}
          onPercent={onPercent}
        />
      </div>
    </div>
  );
}

/** Above the plot, where each recorded compaction happened. */
function marksOf(calls: readonly number[], { x }: Placing): string {
  return calls
    .map((call) => tenth(x(call - 0.5)))
    .map((place) => `M${place} -2L${tenth(place - 4)} -9L${tenth(place + 4)} -9Z`)
    .join('');
}
