import { optional } from '../base/optional';
import { ok, type Result } from '../base/result';
import { changeSetting } from '../policies/shape/change-setting';
import type { Policy } from '../policies/shape/policy';
import type { Simulation, Totals } from '../simulator/pipeline/simulation';
import type { RunEnd } from '../simulator/replay/run-failure';

/** A policy, and the setting that is varied, as `layer.setting`. */
export interface SweptPolicy {
  readonly policy: Policy;
  readonly path: string;
}

/** The outcome of the replay with one value. */
export interface SweepRow extends RunEnd {
  readonly value: number;
  readonly compactions: number;
  readonly peak: number;
  readonly totals: Totals;
  /** [K2] Values that the model would have missed later. Only if counted. */
  readonly misses?: number;
}

/** One simulation and one row for each value; fails at the first value that the setting does not accept. */
export function sweepRows(
  { policy, path }: SweptPolicy,
  values: readonly number[],
  simulate: (policy: Policy) => Simulation & Pick<SweepRow, 'misses'>,
): Result<readonly SweepRow[]> {
  const rows: SweepRow[] = [];
  for (const value of values) {
    const changed = changeSetting(policy, path, value);
    if (!changed.ok) return changed;
    const { compactions, deadAt, blockedAt, thrash, totals, misses } = simulate(changed.value);
    rows.push({
      value,
      compactions: compactions.length,
      peak: totals.peak,
      ...optional('deadAt', deadAt),
      ...optional('blockedAt', blockedAt),
      ...optional('thrash', thrash),
      totals,
      ...optional('misses', misses),
    });
  }
  return ok(rows);
}
