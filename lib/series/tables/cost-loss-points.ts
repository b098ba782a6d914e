import { runFailure } from '../../simulator/replay/run-failure';
import { measures } from './outcome-measures';
import type { ComparedOutcome } from './scenario-table';

/** What a run cost, and how much of what it lost was used later. */
export interface CostLossPoint {
  readonly name: string;
  readonly cost: number;
  readonly misses: number;
}

/** Without the runs that did not do the work of the recording, and those whose cost or losses are unknown. */
export function costLossPoints(outcomes: readonly ComparedOutcome[]): readonly CostLossPoint[] {
  return outcomes.flatMap(({ name, outcome }) => {
    if (outcome === undefined || runFailure(outcome) !== undefined) return [];
    const [cost, misses] = [measures.cost.of(outcome), measures.misses.of(outcome)];
    return cost === undefined || misses === undefined ? [] : [{ name, cost, misses }];
  });
}

/** The Pareto front, cheapest first: no other point is at least as good in both and better in one. */
export function paretoFront(points: readonly CostLossPoint[]): readonly CostLossPoint[] {
  const beats = (one: CostLossPoint, other: CostLossPoint) =>
    one.cost <= other.cost && one.misses <= other.misses && (one.cost < other.cost || one.misses < other.misses);
  return points
    .filter((point) => !points.some((other) => beats(other, point)))
    .sort((a, b) => a.cost - b.cost || a.misses - b.misses);
}
