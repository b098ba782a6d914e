import { optional } from '../../base/optional';
import type { Simulation, Totals } from '../../simulator/pipeline/simulation';
import type { RunEnd } from '../../simulator/replay/run-failure';
import type { SweptMemory } from '../../sweep/sweep-rows';
import { dollars } from '../words/format-dollars';
import { exactNumber, percent, shortNumber } from '../words/format-number';

/** The totals of a run that are compared. A row of a sweep is one. */
export interface Outcome extends RunEnd {
  readonly compactions: number;
  /** Of a recording, only what its file contains. */
  readonly totals: Partial<Totals>;
  /** [E2] If computed. */
  readonly withoutCache?: Totals['cost'];
  /** [K1] If counted. */
  readonly lost?: number;
  /** [K2] If counted. */
  readonly misses?: number;
  /** [K4] If counted: of the rules that some compaction met. */
  readonly rulesKept?: number;
  readonly rulesLost?: number;
  /** [A5] [R3] If a layer keeps memory. */
  readonly memory?: SweptMemory;
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
  | 'cost-without-cache'
  | 'cache-share'
  | FailureMeasureId
  | 'lost'
  | 'misses'
  | 'rules-kept'
  | 'rules-lost'
  | 'memory-carried'
  | 'memory-recalled'
  | 'memory-lost';

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

const money = {
  short: dollars,
  exact: dollars,
  difference: (by: number) => signed(by, dollars, dollars, ['more', 'less']),
};

export const measures: Readonly<Record<MeasureId, Measure>> = {
  compactions: { id: 'compactions', title: 'Compactions', of: ({ compactions }) => compactions, ...count },
  'model-calls': { id: 'model-calls', title: 'Model calls', of: ({ totals }) => totals.modelCalls, ...count },
  lost: { id: 'lost', title: 'Values lost', of: ({ lost }) => lost, ...count },
  misses: { id: 'misses', title: 'Used-later misses', of: ({ misses }) => misses, ...count },
  'rules-kept': { id: 'rules-kept', title: 'Rules kept', of: ({ rulesKept }) => rulesKept, ...count },
  'rules-lost': { id: 'rules-lost', title: 'Rules lost', of: ({ rulesLost }) => rulesLost, ...count },
  'memory-carried': { id: 'memory-carried', title: 'Memory carried', of: ({ memory }) => memory?.carried, ...tokens },
  'memory-recalled': {
    id: 'memory-recalled',
    title: 'Memories recalled',
    of: ({ memory }) => memory?.recalled,
    ...count,
  },
  'memory-lost': { id: 'memory-lost', title: 'Memories without room', of: ({ memory }) => memory?.lost, ...count },
  peak: { id: 'peak', title: 'Peak', of: ({ totals }) => totals.peak, ...tokens },
  sent: { id: 'sent', title: 'Tokens sent', of: ({ totals }) => totals.sent, ...tokens },
  cost: { id: 'cost', title: 'Cost', of: ({ totals: { cost } }) => wholeCost(cost), ...money },
  'cost-without-cache': {
    id: 'cost-without-cache',
    title: 'Cost without cache',
    of: ({ withoutCache }) => wholeCost(withoutCache),
    ...money,
  },
  'cache-share': {
    id: 'cache-share',
    title: 'Cache share',
    of: ({ totals: { sent = 0, cacheRead } }) => (sent > 0 && cacheRead !== undefined ? cacheRead / sent : undefined),
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

/** A partial cost would look cheap. */
function wholeCost(cost: Totals['cost'] | undefined): number | undefined {
  return cost !== undefined && cost.known > 0 && cost.unknown === 0 ? cost.dollars : undefined;
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
