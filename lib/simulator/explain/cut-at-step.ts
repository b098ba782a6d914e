import type { Cut } from '../../fidelity/values/cut';
import type { ContextMessage } from '../../layers/shape/context';
import type { MessageId } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { ReplayMode } from '../recorded/replay-mode';
import { withRecorded } from '../recorded/with-recorded';
import type { CallStep } from './call-step';
import { cutBetween } from './cut-between';

/** What left the context before one call of a replay, and what the call carries. */
export function cutAtStep(
  material: ReplayMaterial,
  indexOf: ReadonlyMap<MessageId, number>,
  step: CallStep,
  mode: ReplayMode | undefined,
): Cut {
  const { call, after } = step.at;
  const isSent = (message: number) => mode === 'following' || material.isConsequence[message] !== 1;
  return {
    ...cutBetween(beforeCut(material, step), after, indexOf),
    later: { from: material.transcript.calls[call]?.at ?? 0, isSent },
  };
}

/** What the recording's own compaction removed was sent with the previous call. */
export function beforeCut(
  material: ReplayMaterial,
  { at, previous, compactedAt }: CallStep,
): readonly ContextMessage[] {
  if (compactedAt === undefined || previous === undefined) return at.before;
  const from = material.calls.at[previous.call] ?? 0;
  return withRecorded(previous.after, material, { from, to: compactedAt, isFollowing: true });
}
