import { ENGINE_VERSION, ROW_VERSION, type RowFigures, type SessionRow } from '../../rows/session-row';
import { sessionsOf } from '../../rows/totals/replayed-session';
import type { ComparedSessions } from './compared-sessions';

interface MadeUp {
  readonly hash?: string;
  readonly place?: number;
  readonly agentId?: string;
  readonly policy?: string;
  readonly error?: SessionRow['session']['error'];
  readonly failure?: SessionRow['failure'];
  readonly startedMs?: number;
}

const usual: RowFigures = {
  cost: 1,
  compactions: 1,
  modelCalls: 10,
  peakTokens: 1000,
  sentTokens: 5000,
  cacheReadTokens: 4000,
  outputTokens: 100,
  neededLater: 2,
  deadAtCall: null,
  blockedAtCall: null,
  gaveUpAtCall: null,
};

export function madeUpRow(of: MadeUp = {}, figures: Partial<RowFigures> = {}): SessionRow {
  const { hash = 'h', place = 0, agentId = null, policy = 'x', error = null, failure = null } = of;
  return {
    version: ROW_VERSION,
    engine: ENGINE_VERSION,
    key: [hash, place, policy].join(),
    session: {
      hash,
      place,
      agentId,
      title: `Session ${hash}`,
      format: 'claude-code',
      agent: 'Claude Code',
      agentVersion: '2.1.0',
      models: ['claude-sonnet-4-5'],
      startedMs: of.startedMs ?? null,
      calls: 10,
      error,
    },
    policy: { id: policy, name: policy, hash: policy },
    figures: failure === null ? { ...usual, ...figures } : null,
    failure,
  };
}

/** A line for each session, its figures under each policy; undefined is not computed. */
export function madeUpSessions(
  names: readonly string[],
  lines: readonly (readonly (Partial<RowFigures> | 'failed' | undefined)[])[],
  baseline = 0,
): ComparedSessions {
  const failure = { what: 'It is broken.', advice: 'Import it again.' };
  return {
    names,
    baseline,
    sessions: lines.map((cells, index) => ({
      id: `s${index}`,
      title: `Session ${index}`,
      under: cells.map((figures, place) => {
        if (figures === undefined) return undefined;
        const of = { hash: `s${index}`, policy: names[place] ?? '' };
        const row = figures === 'failed' ? madeUpRow({ ...of, failure }) : madeUpRow(of, figures);
        return sessionsOf([row])[0];
      }),
    })),
  };
}
