'use client';

import { useMemo } from 'react';
import { wholeRange } from '@/lib/series/chart/call-range';
import { groupEvents } from '@/lib/series/chart/group-events';
import { linePath, type Placing, stepsPath } from '@/lib/series/chart/line-path';
import { callScale, topOfPlot } from '@/lib/series/chart/plot-scale';
import { edgeOf, simulationEvents } from '@/lib/series/chart/simulation-events';
import { spreadLabels } from '@/lib/series/chart/spread-labels';
import { lineSteps } from '@/lib/series/chart/threshold-lines';
import { roundNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import plot from '../frame/plot.module.css';
import { PlotAxes } from '../frame/plot-axes';
import { lanes, plotArea } from '../frame/plot-frame';
import { useWidth } from '../frame/use-width';
import { CurveLines } from '../marks/curve-lines';
import { GroupMarks } from '../marks/group-marks';
import type { LineLook } from '../marks/line-looks';
import styles from './two-curves.module.css';

interface TwoCurvesProps {
  /** A and B. */
  readonly sides: readonly Simulation[];
  /** Both are drawn up to this call. */
  readonly call: number;
  /** The same room for both, also for calls to come. */
  readonly room: number;
}

const frame = { left: 56, right: 96, top: 40, bottom: 22, height: 340 } as const;
const LABEL = 15;
export const sideNames = ['A', 'B'] as const;

/** Distinguished by colour, by dashes, and by the letters at their ends. */
const looks: readonly LineLook[] = [
  { color: 'var(--accent)', dash: undefined, isThin: false },
  { color: 'var(--text)', dash: '6 3', isThin: false },
];
const laneTops = [lanes.recorded.top, lanes.policy.top] as const;

/** The contexts of two runs over the same calls, with what their policies did in a lane for each. */
export function TwoCurves({ sides, call, room }: TwoCurvesProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const area = plotArea(frame, width);
  const range = useMemo(() => wholeRange(room), [room]);
  const scale = useMemo(() => callScale(range), [range]);
  const top = topOfPlot(...sides.flatMap(({ thresholds, used }) => [thresholds.window, ...used]));
  const placing = useMemo<Placing>(
    () => ({
      x: (at) => scale.shareOf(at) * area.width,
      y: (tokens) => area.height * (1 - tokens / top),
    }),
    [scale, area.width, area.height, top],
  );
  const shown = sides.map((simulation) => Math.min(call + 1, simulation.calls));
  const groups = sides.map((simulation) =>
    groupEvents(
      simulationEvents(simulation).filter((event) => edgeOf(event) <= call + 1),
      scale.shareBefore,
      area.width,
    ),
  );
  const limits = sides.map(({ thresholds: { auto, isAutomatic } }) => (isAutomatic ? auto : undefined));
  const names = labels(sides, shown, limits, placing, area.height);
  return (
    <figure className={styles.chart} data-chart="two-curves" aria-label="Context by call under A and B">
      <div className={plot.frame} ref={box} style={{ height: frame.height }} data-part="plot">
        {sides.map((_, side) => (
          <span
            key={sideNames[side]}
            className={styles.lane}
            style={{ top: (laneTops[side] ?? 0) + 2 }}
            aria-hidden="true"
          >
            {sideNames[side]}
          </span>
        ))}
        <PlotAxes range={range} top={top} placing={placing} frame={frame} area={area} />
        <div className={plot.plot} style={{ left: frame.left, right: frame.right }}>
          <CurveLines
            layer="thresholds"
            area={area}
            lines={sides.flatMap((simulation, side) => {
              const limit = limits[side];
              if (limit === undefined) return [];
              const steps = lineSteps(simulation, 'auto') ?? [{ from: 0, tokens: limit }];
              const look = looks[side] ?? { color: 'var(--text)', dash: undefined };
              return [
                { key: `auto ${sideNames[side]}`, path: stepsPath(steps, range, placing), ...look, isThin: true },
              ];
            })}
          />
          <CurveLines
            layer="comparison"
            area={area}
            lines={sides.map(({ used }, side) => ({
              key: sideNames[side] ?? '',
              path: linePath(used, range, shown[side] ?? 0, placing, area.width),
              ...(looks[side] ?? { color: 'var(--text)', dash: undefined, isThin: false }),
            }))}
          />
          {groups.map((each, side) => (
            <GroupMarks key={sideNames[side]} groups={each} width={area.width} top={laneTops[side] ?? 0} />
          ))}
          <span
            className={styles.clock}
            style={{ left: placing.x(call), top: area.top, height: area.height }}
            aria-hidden="true"
          />
          {names.map(({ text, x, y }) => (
            <span
              key={text}
              className={styles.name}
              style={{ left: x, top: area.top + y - LABEL / 2 }}
              aria-hidden="true"
            >
              {text}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

interface Label {
  readonly text: string;
  /** From the left of the plot. */
  readonly x: number | '100%';
  readonly y: number;
}

/** Letters at the ends of the curves; the thresholds beside the plot, once if they are the same. */
function labels(
  sides: readonly Simulation[],
  shown: readonly number[],
  limits: readonly (number | undefined)[],
  placing: Placing,
  height: number,
): readonly Label[] {
  const ends = sides.map(({ used }, side) => {
    const at = Math.max(0, (shown[side] ?? 1) - 1);
    return { at, tokens: used[at] ?? 0 };
  });
  const places = spreadLabels(
    ends.map(({ tokens }) => Math.max(0, placing.y(tokens))),
    LABEL,
    height,
  );
  const letters = ends.map(({ at }, side) => ({
    text: sideNames[side] ?? '',
    x: placing.x(at) + 6,
    y: places[side] ?? 0,
  }));
  const isSame = limits.length > 1 && limits.every((limit) => limit === limits[0]);
  const named = limits.flatMap((limit, side) => {
    if (limit === undefined || (isSame && side > 0)) return [];
    return [{ text: `auto ${isSame ? '' : `${sideNames[side]} `}${roundNumber(limit)}`, tokens: limit }];
  });
  const heights = spreadLabels(
    named.map(({ tokens }) => Math.max(0, placing.y(tokens))),
    LABEL,
    height,
  );
  return [...letters, ...named.map(({ text }, place) => ({ text, x: '100%' as const, y: heights[place] ?? 0 }))];
}
