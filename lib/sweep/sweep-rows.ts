import { optional } from '../base/optional';
import { ok, type Result } from '../base/result';
import { changeSetting } from '../policies/shape/change-setting';
import type { Policy } from '../policies/shape/policy';
import type { SimulatedMemory, Simulation, Totals } from '../simulator/pipeline/simulation';
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
  /** [A5] [R3] Only if a layer keeps memory. */
  readonly memory?: SweptMemory;
}

export interface SweptMemory {
  /** Tokens of rules, index and recalled memories, over all calls. */
  readonly carried: number;
  readonly recalled: number;
  /** Chosen, and too large for the budget. */
  readonly lost: number;
  readonly saved: number;
  /** [D3] */
  readonly tidied: number;
  /** [K1] Facts that dreams lost, and changed without a source. */
  readonly factsLost: number;
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
    const { compactions, deadAt, blockedAt, thrash, totals, misses, memory } = simulate(changed.value);
    rows.push({
      value,
      compactions: compactions.length,
      peak: totals.peak,
      ...optional('deadAt', deadAt),
      ...optional('blockedAt', blockedAt),
      ...optional('thrash', thrash),
      totals,
      ...optional('misses', misses),
      ...optional('memory', memory && sweptMemory(memory)),
    });
  }
  return ok(rows);
}

function sweptMemory({ rules, index, recalled, events }: SimulatedMemory): SweptMemory {
  const sum = (column: Float64Array) => column.reduce((all, tokens) => all + tokens, 0);
  const swept = {
    carried: Math.round(sum(rules) + sum(index) + sum(recalled)),
    recalled: 0,
    lost: 0,
    saved: 0,
    tidied: 0,
    factsLost: 0,
  };
  for (const event of events) {
    if (event.type === 'extracted') swept.saved += event.kept.length;
    if (event.type === 'dreamt') {
      swept.tidied += event.actions.length;
      swept.factsLost += event.scores.lost.length + event.scores.changed.length;
    }
    if (event.type !== 'recalled') continue;
    swept.recalled += event.recalled.length;
    swept.lost += event.leftOut.length;
  }
  return swept;
}
