import { endedEarly, hasFailed, type ReplayedSession } from '../totals/replayed-session';

/** A session under our policy and under the baseline. */
export interface SessionPair {
  readonly ours: ReplayedSession;
  readonly baseline: ReplayedSession;
}

export interface Pairing {
  readonly pairs: readonly SessionPair[];
  /** Without the other side. */
  readonly onlyOurs: readonly ReplayedSession[];
  readonly onlyBaseline: readonly ReplayedSession[];
}

export function pairSessions(ours: readonly ReplayedSession[], baseline: readonly ReplayedSession[]): Pairing {
  const theirs = new Map(baseline.map((session) => [session.id, session]));
  const ids = new Set(ours.map(({ id }) => id));
  const pairs = ours.flatMap((session) => {
    const other = theirs.get(session.id);
    return other === undefined ? [] : [{ ours: session, baseline: other }];
  });
  return {
    pairs,
    onlyOurs: ours.filter(({ id }) => !theirs.has(id)),
    onlyBaseline: baseline.filter(({ id }) => !ids.has(id)),
  };
}

/** Why the figures of a pair cannot be compared: one of them is of less work, or missing. */
export function whyNotCompared({ ours, baseline }: SessionPair): 'no-result' | 'ended-early' | undefined {
  if (hasFailed(ours) || hasFailed(baseline)) return 'no-result';
  return endedEarly(ours) || endedEarly(baseline) ? 'ended-early' : undefined;
}
