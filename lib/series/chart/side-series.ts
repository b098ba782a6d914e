import type { Simulation } from '../../simulator/pipeline/simulation';
import { dollars } from '../words/format-dollars';
import { percent, roundNumber, shortNumber } from '../words/format-number';

/** What a simulation costs and sends, over calls, with its own scale. */
export interface SideSeries {
  readonly title: string;
  readonly values: (simulation: Simulation) => Float64Array;
  /** Maximum of the scale; by default that of the values. */
  readonly top?: number;
  /** For the scale, and for a single call. */
  readonly tick: (value: number) => string;
  readonly text: (value: number) => string;
}

const table = {
  cost: {
    title: 'Cumulative cost',
    values: ({ cost }) => runningSum(cost),
    tick: dollars,
    text: dollars,
  },
  'call-cost': {
    title: 'Cost per call',
    values: ({ cost }) => cost,
    tick: dollars,
    text: dollars,
  },
  'cache-share': {
    title: 'Cache read share',
    values: ({ cacheRead, used }) =>
      used.map((sent, call) => (sent === 0 ? Number.NaN : (cacheRead[call] ?? 0) / sent)),
    top: 1,
    tick: (share) => `${Math.round(share * 100)} %`,
    text: percent,
  },
  sent: {
    title: 'Cumulative tokens sent',
    values: ({ used }) => runningSum(used),
    tick: roundNumber,
    text: shortNumber,
  },
  'memory-rules': {
    title: 'Memory: rules per call',
    values: ({ memory, used }) => memory?.rules ?? used.map(() => 0),
    tick: roundNumber,
    text: shortNumber,
  },
  'memory-index': {
    title: 'Memory: index per call',
    values: ({ memory, used }) => memory?.index ?? used.map(() => 0),
    tick: roundNumber,
    text: shortNumber,
  },
  'memory-recalled': {
    title: 'Memory: recalled per call',
    values: ({ memory, used }) => memory?.recalled ?? used.map(() => 0),
    tick: roundNumber,
    text: shortNumber,
  },
} satisfies Readonly<Record<string, SideSeries>>;

export type SideSeriesId = keyof typeof table;

export const sideSeries: Readonly<Record<SideSeriesId, SideSeries>> = table;

export const sideSeriesIds = Object.keys(table) as readonly SideSeriesId[];

/** [E2] From a call with an unknown price on, the sum is unknown too. */
function runningSum(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
