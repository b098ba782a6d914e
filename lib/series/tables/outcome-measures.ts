import { optional } from '../../base/optional';
import type { Simulation, Totals } from '../../simulator/pipeline/simulation';
import type { RunEnd } from '../../simulator/replay/run-failure';
import { dollars } from '../words/format-dollars';
import { exactNumber, percent, shortNumber } from '../words/format-number';

/** The totals of a replay that are compared. A row of a sweep is one. */
export interface Outcome extends RunEnd {
  readonly compactions: number;
  readonly totals: Totals;
  /** [K2] If counted. */
  readonly misses?: number;
}

export interface Measure {
  readonly id: MeasureId;
  readonly title: string;
  /** Missing if unknown or not applicable. */
  of(outcome: Outcome): number | undefined;
  /** As shown in a table. */
  short(value: number): string;
  /** Exact, with its unit, for a tooltip. */
  exact(value: number): string;
  /** A difference, more or less (negative). */
  difference(by: number): Difference;
}

export interface Difference {
  readonly short: string;
  readonly words: string;
}

type FailureMeasureId = 'dead-at' | 'blocked-at' | 'thrash-at';

export type MeasureId =
  | 'compactions'
  | 'model-calls'
  | 'peak'
  | 'sent'
  | 'cost'
  | 'cache-share'
  | FailureMeasureId
  | 'misses';

const count = {
  short: exactNumber,
  exact: exactNumber,
  difference: (by: number) => signed(by, exactNumber, exactNumber, ['more', 'fewer']),
};

const tokens = {
  short: shortNumber,
  exact: (value: number) => `${exactNumber(value)} tokens`,
  difference: (by: number) => signed(by, shortNumber, (size) => `${exactNumber(size)} tokens`, ['more', 'fewer']),
};

export const measures: Readonly<Record<MeasureId, Measure>> = {
  compactions: { id: 'compactions', title: 'Compactions', of: ({ compactions }) => compactions, ...count },
  'model-calls': { id: 'model-calls', title: 'Model calls', of: ({ totals }) => totals.modelCalls, ...count },
  misses: { id: 'misses', title: 'Used-later misses', of: ({ misses }) => misses, ...count },
  peak: { id: 'peak', title: 'Peak', of: ({ totals }) => totals.peak, ...tokens },
  sent: { id: 'sent', title: 'Tokens sent', of: ({ totals }) => totals.sent, ...tokens },
  cost: {
    id: 'cost',
    title: 'Cost',
    // A partial cost would look cheap.
    of: ({ totals: { cost } }) => (cost.known > 0 && cost.unknown === 0 ? cost.dollars : undefined),
    short: dollars,
    exact: dollars,
    difference: (by) => signed(by, dollars, dollars, ['more', 'less']),
  },
  'cache-share': {
    id: 'cache-share',
    title: 'Cache share',
    of: ({ totals }) => (totals.sent > 0 ? totals.cacheRead / totals.sent : undefined),
    short: percent,
    exact: percent,
    difference: (by) => signed(by, points, (size) => `${points(size)} percentage points`, ['more', 'less']),
  },
  'dead-at': atCall('dead-at', 'Dead at call', ({ deadAt }) => deadAt),
  'blocked-at': atCall('blocked-at', 'Blocked at call', ({ blockedAt }) => blockedAt),
  'thrash-at': atCall('thrash-at', 'Gave up compacting at call', ({ thrash }) => thrash?.call),
};

export function outcomeOf({ compactions, deadAt, blockedAt, thrash, totals }: Simulation): Outcome {
  return {
    compactions: compactions.length,
    totals,
    ...optional('deadAt', deadAt),
    ...optional('blockedAt', blockedAt),
    ...optional('thrash', thrash),
  };
}

/** The page counts calls from 1. */
function atCall(id: FailureMeasureId, title: string, callOf: (outcome: Outcome) => number | undefined): Measure {
  return {
    id,
    title,
    of: (outcome) => {
      const call = callOf(outcome);
      return call === undefined ? undefined : call + 1;
    },
    short: exactNumber,
    exact: exactNumber,
    difference: (by) =>
      signed(by, exactNumber, (size) => `${exactNumber(size)} ${size === 1 ? 'call' : 'calls'}`, ['later', 'earlier']),
  };
}

function signed(
  by: number,
  short: (size: number) => string,
  exact: (size: number) => string,
  [more, less]: readonly [string, string],
): Difference {
  if (by === 0) return { short: '=', words: 'no change' };
  const size = Math.abs(by);
  return { short: `${by > 0 ? '+' : '−'}${short(size)}`, words: `${exact(size)} ${by > 0 ? more : less}` };
}

function points(share: number): string {
  return (share * 100).toFixed(1);
}
