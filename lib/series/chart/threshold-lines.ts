import type { Simulation } from '../../simulator/pipeline/simulation';
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
  const hasRules = simulation !== undefined && (simulation.mode !== 'recorded' || simulation.thresholds.isAutomatic);
  if (!hasRules) return [{ name: 'window', tokens: window }];
  const { threshold, thresholds } = simulation;
  const auto = threshold[Math.min(call, sentCalls(simulation) - 1)] ?? thresholds.auto;
  return lineNames
    .filter((name) => name !== 'auto' || thresholds.isAutomatic)
    .map((name) => ({ name, tokens: name === 'auto' ? auto : thresholds[name] }));
}
