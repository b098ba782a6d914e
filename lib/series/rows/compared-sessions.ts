import { type Measure, measures } from '../../rows/totals/measures';
import { endedEarly, hasFailed, type ReplayedSession } from '../../rows/totals/replayed-session';

/** A session under each of several policies, in the order of their names. */
export interface ComparedSession {
  readonly id: string;
  readonly title: string;
  /** Undefined while it is computed, or if a file has no such row. */
  readonly under: readonly (ReplayedSession | undefined)[];
}

export interface ComparedSessions {
  /** Of the policies. The first is the recording, where there is one. */
  readonly names: readonly string[];
  readonly sessions: readonly ComparedSession[];
  /** Index of the policy that the others are compared with. */
  readonly baseline: number;
}

/** Why a session is not in a sum or a difference. */
export type LeftOut = 'computing' | 'no-result' | 'ended-early' | 'unknown';

/** Undefined if these all did the whole work of the session, and the measure is known of each. */
export function leftOut(measure: Measure, replayed: readonly (ReplayedSession | undefined)[]): LeftOut | undefined {
  const known = replayed.filter((each) => each !== undefined);
  if (known.length < replayed.length) return 'computing';
  if (measure.id !== 'failures' && known.some(hasFailed)) return 'no-result';
  // A run that ended early is cheaper because it did less.
  if (measure.isOfWork && known.some(endedEarly)) return 'ended-early';
  return known.some((each) => measure.of(each) === null) ? 'unknown' : undefined;
}

/** Those that are in every sum of a measure, so that the sums are of the same work. */
export function summedSessions(id: Measure['id'], sessions: readonly ComparedSession[]): readonly ComparedSession[] {
  return sessions.filter(({ under }) => leftOut(measures[id], under) === undefined);
}

/** In how many sessions each of the policies ended early, the most first. */
export function earlyEnds({ names, sessions }: ComparedSessions): readonly { name: string; sessions: number }[] {
  return names
    .map((name, index) => ({
      name,
      sessions: sessions.filter(({ under }) => {
        const replayed = under[index];
        return replayed !== undefined && endedEarly(replayed);
      }).length,
    }))
    .filter((each) => each.sessions > 0)
    .sort((a, b) => b.sessions - a.sessions);
}
