import { ENGINE_VERSION, ROW_VERSION, type RowFigures, type SessionRow } from '../session-row';
import { FoldedRows, KnownFiles } from './folded-rows';
import { SessionPairs } from './session-pairs';

export function pairsOf(ours: readonly SessionRow[], baseline: readonly SessionRow[]): SessionPairs {
  const known = new KnownFiles();
  const [own, theirs] = [new FoldedRows(known), new FoldedRows(known)];
  for (const row of ours) own.add(row);
  for (const row of baseline) theirs.add(row);
  return new SessionPairs(known, own, theirs);
}

interface GivenRow extends Partial<RowFigures> {
  readonly hash?: string;
  readonly place?: number;
  readonly agentId?: string;
  readonly policy?: string;
  readonly failure?: SessionRow['failure'];
}

/** A row with these figures, and usual ones for the rest. */
export function gateRow(given: GivenRow = {}): SessionRow {
  const { hash = 'a', place = 0, agentId = null, policy = 'ours', failure = null, ...figures } = given;
  return {
    version: ROW_VERSION,
    engine: ENGINE_VERSION,
    key: `${hash}/${place}/${policy}`,
    session: {
      hash,
      place,
      agentId,
      title: `Session ${hash}`,
      format: failure === null ? 'claude-code' : 'unknown',
      agent: 'Claude Code',
      agentVersion: '2.1.0',
      models: ['claude-sonnet-4-5'],
      startedMs: 1_790_000_000_000,
      calls: 40,
      error: null,
    },
    policy: { id: policy, name: policy, hash: policy },
    figures: failure === null ? { ...USUAL, ...figures } : null,
    failure,
  };
}

const USUAL: RowFigures = {
  cost: 1,
  compactions: 2,
  modelCalls: 42,
  peakTokens: 100_000,
  sentTokens: 2_000_000,
  cacheReadTokens: 1_800_000,
  outputTokens: 8_000,
  neededLater: 3,
  deadAtCall: null,
  blockedAtCall: null,
  gaveUpAtCall: null,
};

export const unreadable: NonNullable<SessionRow['failure']> = {
  what: 'Could not import "a.txt": the file contains no JSON.',
  advice: 'Check the file.',
};

/** Sessions under one policy, numbered: what each has instead of the usual. */
export function gateRows(count: number, figuresOf: (place: number) => GivenRow): readonly SessionRow[] {
  return Array.from({ length: count }, (_, place) => gateRow({ hash: `s${place}`, ...figuresOf(place) }));
}
