import { isSameValue } from '../../base/same-value';
import type { ThresholdStep } from '../pipeline/simulation';

/** Undefined if all have the same thresholds. */
export function thresholdSteps(all: readonly ThresholdStep[]): readonly ThresholdStep[] | undefined {
  const steps: ThresholdStep[] = [];
  // Of several changes before the same call, the last counts.
  for (const { from, thresholds } of all.filter((step, place) => all[place + 1]?.from !== step.from)) {
    if (!isSameValue(steps.at(-1)?.thresholds, thresholds)) steps.push({ from, thresholds });
  }
  return steps.length < 2 ? undefined : steps;
}
