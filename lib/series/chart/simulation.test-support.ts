import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import { emptyColumns } from '../../simulator/replay/simulation-columns';

/** A simulation of this many calls in which nothing happens, except what a test is about. */
export function simulation(calls: number, of: Partial<Simulation> = {}): Simulation {
  return {
    policy: 'test',
    mode: 'free',
    calls,
    thresholds: {
      window: 200_000,
      effective: 180_000,
      auto: 167_000,
      isAutomatic: true,
      warning: 147_000,
      error: 147_000,
      blocking: 177_000,
      fits: 200_000,
    },
    ...emptyColumns(calls),
    changes: [],
    compactions: [],
    failures: [],
    notes: [],
    forks: [],
    totals: {
      peak: 0,
      sent: 0,
      cacheRead: 0,
      cacheWrite: 0,
      uncached: 0,
      output: 0,
      cost: { dollars: 0, known: 0, unknown: 0 },
      modelCalls: calls,
    },
    ...of,
  };
}

export function change(call: number, of: Partial<SimulatedChange> = {}): SimulatedChange {
  return {
    call,
    layer: 'full-compact',
    turn: 'gate',
    trigger: 'auto',
    before: 170_000,
    after: 30_000,
    reason: { rule: 'G1', code: 'at-threshold', values: {} },
    changes: [],
    summaryTokens: 0,
    boundary: undefined,
    callsSinceLast: undefined,
    ...of,
  };
}
