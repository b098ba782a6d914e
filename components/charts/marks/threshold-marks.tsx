import { memo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { type Placing, stepPath, stepsPath } from '@/lib/series/chart/line-path';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import { type LineName, lineSteps, type ThresholdLine } from '@/lib/series/chart/threshold-lines';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { PlotArea } from '../frame/plot-frame';
import { CurveLines } from './curve-lines';
import { ghostLook, lineLooks } from './line-looks';
import { LineNames } from './line-names';

interface ThresholdMarksProps {
  readonly simulation: Simulation | undefined;
  readonly ghost: Simulation | undefined;
  readonly lines: readonly ThresholdLine[];
  /** Of the names, in pixels below the top of the plot. */
  readonly places: readonly number[];
  readonly range: CallRange;
  readonly placing: Placing;
  readonly area: PlotArea;
  readonly isNarrow: boolean;
  readonly movable: ReadonlySet<LineName>;
}

/** The threshold lines with their names. They may change with the policy, or with the version of the agent. */
export const ThresholdMarks = memo(function ThresholdMarks(props: ThresholdMarksProps) {
  const { simulation, ghost, lines, places, range, placing, area, isNarrow, movable } = props;
  const flat = (tokens: number) => `M0 ${placing.y(tokens)}H${area.width}`;
  const pathOf = ({ name, tokens }: ThresholdLine) => {
    if (simulation === undefined) return flat(tokens);
    const changed = lineSteps(simulation, name);
    const steps = name === 'auto' ? stepPath(simulation.threshold, range, sentCalls(simulation), placing) : '';
    if (changed !== undefined) return stepsPath(changed, range, placing);
    return steps === '' ? flat(tokens) : steps;
  };
  const drawn = lines.map((line) => ({ key: line.name, path: pathOf(line), ...lineLooks[line.name] }));
  const before = lines.flatMap(({ name }) => {
    const was = ghost?.thresholds[name];
    return was === undefined || was === simulation?.thresholds[name]
      ? []
      : [{ key: `${name} before change`, path: flat(was), ...ghostLook, dash: '2 3' }];
  });
  return (
    <>
      <CurveLines layer="thresholds" lines={[...before, ...drawn]} area={area} />
      <LineNames lines={lines} places={places} y={placing.y} area={area} isNarrow={isNarrow} movable={movable} />
    </>
  );
});
