import { memo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { type Placing, stepPath } from '@/lib/series/chart/line-path';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import type { ThresholdLine } from '@/lib/series/chart/threshold-lines';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { PlotArea } from '../frame/plot-frame';
import { CurveLines } from './curve-lines';
import { lineLooks } from './line-looks';
import { LineNames } from './line-names';

interface ThresholdMarksProps {
  readonly simulation: Simulation | undefined;
  readonly lines: readonly ThresholdLine[];
  readonly range: CallRange;
  readonly placing: Placing;
  readonly area: PlotArea;
  readonly isNarrow: boolean;
}

/** The threshold lines with their names. The automatic compaction threshold may change from call to call. */
export const ThresholdMarks = memo(function ThresholdMarks(props: ThresholdMarksProps) {
  const { simulation, lines, range, placing, area, isNarrow } = props;
  const pathOf = ({ name, tokens }: ThresholdLine) => {
    const steps =
      name === 'auto' && simulation !== undefined
        ? stepPath(simulation.threshold, range, sentCalls(simulation), placing)
        : '';
    return steps === '' ? `M0 ${placing.y(tokens)}H${area.width}` : steps;
  };
  return (
    <>
      <CurveLines
        layer="thresholds"
        lines={lines.map((line) => ({ key: line.name, path: pathOf(line), ...lineLooks[line.name] }))}
        area={area}
      />
      <LineNames lines={lines} y={placing.y} area={area} isNarrow={isNarrow} />
    </>
  );
});
