import type { Cut } from '../../fidelity/values/cut';
import type { ContextMessage } from '../../layers/shape/context';
import type { Message, MessageId } from '../../transcript/transcript';
import { isFollowing, type ReplayMode } from '../pipeline/replay-mode';
import type { ReplayMaterial } from '../recorded/replay-material';
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
  const isSent = (message: number) => isFollowing(mode) || material.isConsequence[message] !== 1;
  const between = cutBetween(beforeLoss(material, step), after, indexOf);
  const cut = {
    ...between,
    // The recorded compaction has it, against the recorded summary.
    ...(isOneCallEarly(step) ? { left: [] } : {}),
    later: { from: material.transcript.calls[call]?.at ?? 0, isSent },
  };
  return withSummaries(material.transcript.messages, cut);
}

/** A recorded summary is part of the recording, and still what a compaction made. */
function withSummaries(messages: readonly Message[], cut: Cut): Cut {
  const recorded = cut.stays.flatMap(({ message, part }) => {
    const { kind, parts } = messages[message] ?? {};
    return kind === 'summary' ? (parts?.[part] ?? []) : [];
  });
  return recorded.length === 0 ? cut : { ...cut, made: [...cut.made, ...recorded] };
}

/** [P1] In a following replay: the policy compacts at this call, and the recording before the next. */
export function isOneCallEarly({ at, isCompactedNext }: CallStep): boolean {
  return isCompactedNext === true && hasNewSummary(at);
}

/**
 * [P1] One call apart, policy and recording mean the same compaction. What the policy's own summary lacks, or has, is then
 * no loss of the recorded one.
 */
function beforeLoss(material: ReplayMaterial, step: CallStep): readonly ContextMessage[] {
  const { previous, compactedAt } = step;
  if (compactedAt === undefined || previous === undefined || !hasNewSummary(previous)) return beforeCut(material, step);
  return beforeCut(material, { ...step, previous: { ...previous, after: previous.before } });
}

function hasNewSummary({ before, after }: CallStep['at']): boolean {
  const known = new Set(before.map(({ message }) => message.id));
  return after.some(({ message, origin }) => origin === 'made' && message.kind === 'summary' && !known.has(message.id));
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
