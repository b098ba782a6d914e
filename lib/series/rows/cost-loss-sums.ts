import { measures } from '../../rows/totals/measures';
import type { CostLossPoint } from '../tables/cost-loss-points';
import { type ComparedSessions, leftOut } from './compared-sessions';

export interface CostLossSums {
  readonly points: readonly CostLossPoint[];
  /** Of which cost and losses are known under every policy. */
  readonly sessions: number;
}

/** Over the same sessions for all policies: otherwise the one that fails most would be the cheapest. */
export function costLossSums({ names, sessions }: ComparedSessions): CostLossSums {
  const { cost, neededLater } = measures;
  const summed = sessions.filter(
    ({ under }) => leftOut(cost, under) === undefined && leftOut(neededLater, under) === undefined,
  );
  if (summed.length === 0) return { points: [], sessions: 0 };
  const sum = (measure: typeof cost, index: number) =>
    summed.reduce((total, { under }) => {
      const replayed = under[index];
      return total + (replayed === undefined ? 0 : (measure.of(replayed) ?? 0));
    }, 0);
  const points = names.map((name, index) => ({ name, cost: sum(cost, index), misses: sum(neededLater, index) }));
  return { points, sessions: summed.length };
}
