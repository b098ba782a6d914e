import { optional } from '../../base/optional';
import type { ContextMessage } from '../../layers/shape/context';
import { isFollowing, type ReplayMode } from '../pipeline/replay-mode';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { ReplayedCall } from '../replay/replay-lookup';

/** A call of a replay and the previous one; the first call has none. */
export interface CallStep {
  readonly at: ReplayedCall;
  readonly previous?: ReplayedCall;
  /** In a following replay: the recording was compacted after this many messages, and the call carries the result. */
  readonly compactedAt?: number;
  /** In a following replay: the recording is compacted right after this call. */
  readonly isCompactedNext?: boolean;
}

export function callStep(
  { transcript }: Pick<ReplayMaterial, 'transcript'>,
  at: ReplayedCall,
  previous: ReplayedCall | undefined,
  mode: ReplayMode | undefined,
): CallStep {
  const { calls, boundaries } = transcript;
  const cutIn = (from: number, to: number) =>
    boundaries.find(({ kind, at: cutAt }) => kind === 'full' && cutAt > from && cutAt <= to);
  const to = calls[at.call]?.at ?? 0;
  const cut = cutIn(calls[at.call - 1]?.at ?? 0, to);
  const next = calls[at.call + 1];
  return {
    at,
    ...optional('previous', previous),
    ...(isFollowing(mode) && previous !== undefined ? optional('compactedAt', cut?.at) : {}),
    ...(isFollowing(mode) && next !== undefined ? { isCompactedNext: cutIn(to, next.at) !== undefined } : {}),
  };
}

/** What was added since the previous request, including its reply. */
export function entered({ at, previous }: CallStep): readonly ContextMessage[] {
  const known = new Set(previous?.after.map(({ message }) => message.id));
  return at.before.filter(({ message }) => !known.has(message.id));
}

/** Tokens of the messages that were sent before, or that replace some that were. */
export function carriedTokens(step: CallStep): number {
  const fresh = new Set(step.compactedAt === undefined ? entered(step).map(({ message }) => message.id) : []);
  return step.at.after.reduce((sum, { message, tokens }) => (fresh.has(message.id) ? sum : sum + tokens), 0);
}
