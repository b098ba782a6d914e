import { memo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { linePath, type Placing } from '@/lib/series/chart/line-path';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import { spreadLabels } from '@/lib/series/chart/spread-labels';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { PlotArea } from '../frame/plot-frame';
import { CurveLines } from '../marks/curve-lines';
import { ghostLook, type Overlay, overlayLooks, recordingLook } from '../marks/line-looks';
import styles from './comparison-lines.module.css';

interface ComparisonLinesProps {
  /** Sizes by call, beside a what-if. */
  readonly recording: Float64Array | undefined;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly range: CallRange;
  readonly placing: Placing;
  readonly area: PlotArea;
}

const LETTER = 16;

/** The curves for comparison: the recording, the one before the last change, and pinned scenarios. */
export const ComparisonLines = memo(function ComparisonLines(props: ComparisonLinesProps) {
  const { recording, ghost, overlays, range, placing, area } = props;
  const pathOf = (simulation: Simulation) =>
    linePath(simulation.used, range, sentCalls(simulation), placing, area.width);
  const ends = overlays.map(({ simulation }) => endOf(simulation, range));
  const places = spreadLabels(
    overlays.map(({ simulation }, index) => placing.y(simulation.used[ends[index] ?? 0] ?? 0) - LETTER / 2),
    LETTER,
    area.height - LETTER,
  );
  const lines = overlays.map(({ name, simulation }) => ({
    key: name,
    path: pathOf(simulation),
    ...overlayLooks[name],
  }));
  const recorded = recording && linePath(recording, range, recording.length, placing, area.width);
  const before = [
    ...(recorded === undefined ? [] : [{ key: 'recording', path: recorded, ...recordingLook }]),
    ...(ghost === undefined ? [] : [{ key: 'ghost', path: pathOf(ghost), ...ghostLook }]),
  ];
  return (
    <>
      <CurveLines layer="comparison" lines={[...before, ...lines]} area={area} />
      {overlays.map(({ name }, index) => (
        <span
          key={name}
          className={styles.letter}
          data-layer="letters"
          style={{
            left: Math.max(0, Math.min(area.width, placing.x(ends[index] ?? 0)) - LETTER),
            top: area.top + (places[index] ?? 0),
          }}
        >
          {name}
        </span>
      ))}
    </>
  );
});

/** The last visible call of the line. */
function endOf(simulation: Simulation, { from, to }: CallRange): number {
  return Math.max(from, Math.min(to, sentCalls(simulation)) - 1);
}
