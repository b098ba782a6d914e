import type { Simulation, ThresholdStep } from '../../simulator/pipeline/simulation';
import { sentCalls } from './sent-calls';

export const lineNames = ['window', 'effective', 'blocking', 'auto', 'warning'] as const;
export type LineName = (typeof lineNames)[number];

/** A size at which something happens. */
export interface ThresholdLine {
  readonly name: LineName;
  readonly tokens: number;
}

/** [W2]–[W5] The thresholds at a call. Without a simulation, or if the rules of a recording are unknown, there is only the window. */
export function thresholdLines(
  simulation: Simulation | undefined,
  window: number,
  call: number,
): readonly ThresholdLine[] {
  if (simulation === undefined) return [{ name: 'window', tokens: window }];
  const { threshold } = simulation;
  const thresholds = stepAt(simulation, call);
  if (simulation.mode === 'recorded' && !thresholds.isAutomatic) return [{ name: 'window', tokens: window }];
  const auto = threshold[Math.min(call, sentCalls(simulation) - 1)] ?? thresholds.auto;
  return lineNames
    .filter((name) => name !== 'auto' || thresholds.isAutomatic)
    .map((name) => ({ name, tokens: name === 'auto' ? auto : thresholds[name] }));
}

function stepAt({ steps = [], thresholds }: Simulation, call: number): ThresholdStep['thresholds'] {
  return (steps.findLast(({ from }) => from <= call) ?? steps[0])?.thresholds ?? thresholds;
}

/** A line from a call on; unknown where there is no such threshold. */
export interface LineStep {
  readonly from: number;
  readonly tokens: number;
}

/** A line that is not the same at every call; undefined if it is. */
export function lineSteps({ steps }: Pick<Simulation, 'steps'>, name: LineName): readonly LineStep[] | undefined {
  const all = steps?.map(({ from, thresholds }) => ({
    from,
    tokens: name === 'auto' && !thresholds.isAutomatic ? Number.NaN : thresholds[name],
  }));
  return all?.some(({ tokens }) => !Object.is(tokens, all[0]?.tokens)) ? all : undefined;
}
