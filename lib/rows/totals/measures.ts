import type { RowFigures } from '../session-row';
import { endedEarly, hasFailed, type ReplayedSession } from './replayed-session';

export const measureIds = [
  'cost',
  'compactions',
  'modelCalls',
  'peak',
  'sent',
  'cacheRead',
  'output',
  'neededLater',
  'dead',
  'failures',
] as const;
export type MeasureId = (typeof measureIds)[number];

export interface Measure {
  readonly id: MeasureId;
  readonly title: string;
  readonly unit: 'dollars' | 'tokens' | 'count';
  /** Of all sessions. */
  readonly over: 'sum' | 'mean';
  /**
   * A session that ended early did less of the work: what it cost, lost or carried is not compared with a whole one.
   */
  readonly isOfWork: boolean;
  /** Of a session with its sub-agents, from what each of them comes to. */
  readonly among: 'sum' | 'largest';
  /** Of a session with its sub-agents. Null if it is unknown of one of them. */
  of(session: ReplayedSession): number | null;
}

function summed(of: (figures: RowFigures) => number | null): Measure['of'] {
  return ({ rows }) => {
    let sum = 0;
    for (const { figures } of rows) {
      const value = figures === null ? null : of(figures);
      if (value === null) return null;
      sum += value;
    }
    return sum;
  };
}

function largest(of: (figures: RowFigures) => number): Measure['of'] {
  return (session) =>
    hasFailed(session) ? null : Math.max(...session.rows.map(({ figures }) => (figures === null ? 0 : of(figures))));
}

const ofWork = { over: 'sum', isOfWork: true, among: 'sum' } as const;
const ofSessions = { unit: 'count', over: 'sum', isOfWork: false, among: 'largest' } as const;

export const measures: Readonly<Record<MeasureId, Measure>> = {
  cost: { id: 'cost', title: 'Cost', unit: 'dollars', ...ofWork, of: summed(({ cost }) => cost) },
  compactions: {
    id: 'compactions',
    title: 'Compactions',
    unit: 'count',
    ...ofWork,
    of: summed(({ compactions }) => compactions),
  },
  modelCalls: {
    id: 'modelCalls',
    title: 'Model calls',
    unit: 'count',
    ...ofWork,
    of: summed(({ modelCalls }) => modelCalls),
  },
  peak: {
    id: 'peak',
    title: 'Peak',
    unit: 'tokens',
    ...ofWork,
    over: 'mean',
    among: 'largest',
    of: largest(({ peakTokens }) => peakTokens),
  },
  sent: { id: 'sent', title: 'Tokens sent', unit: 'tokens', ...ofWork, of: summed(({ sentTokens }) => sentTokens) },
  cacheRead: {
    id: 'cacheRead',
    title: 'Tokens read from the cache',
    unit: 'tokens',
    ...ofWork,
    of: summed(({ cacheReadTokens }) => cacheReadTokens),
  },
  output: {
    id: 'output',
    title: 'Output tokens',
    unit: 'tokens',
    ...ofWork,
    of: summed(({ outputTokens }) => outputTokens),
  },
  neededLater: {
    id: 'neededLater',
    title: 'Used-later misses',
    unit: 'count',
    ...ofWork,
    of: summed(({ neededLater }) => neededLater),
  },
  dead: {
    id: 'dead',
    title: 'Sessions that ended early',
    ...ofSessions,
    of: (session) => (hasFailed(session) ? null : Number(endedEarly(session))),
  },
  failures: {
    id: 'failures',
    title: 'Sessions without a result',
    ...ofSessions,
    of: (session) => Number(hasFailed(session)),
  },
};

/** Of what all sessions come to. */
export function totalTitle(id: MeasureId): string {
  const { title, over } = measures[id];
  return over === 'mean' ? `${title} on average` : title;
}
