import type { Cut, LeftPart } from '../fidelity/cut';
import type { PartPlace, ValueIndex } from '../fidelity/value-index';
import { type Losses, whatWasLost } from '../fidelity/what-was-lost';
import type { ContextMessage } from '../layers/context';
import { isAssumed } from '../summarizers/assumed';
import type { MessageId, Part } from '../transcript/transcript';
import type { CallStep } from './call-step';
import type { ReplayMode } from './replay';
import type { ReplayMaterial } from './replay-material';

/** [K1] [K2] [K3] What left the context before one call of a replay, and is not in what is left. */
export interface LostAtCall extends Losses {
  readonly call: number;
  readonly leftParts: number;
  /** A summary of nothing but a length stands there: all that it would have told counts as lost. */
  readonly isAssumed: boolean;
}

export function lostAtCall(
  material: ReplayMaterial,
  index: ValueIndex,
  indexOf: ReadonlyMap<MessageId, number>,
  step: CallStep,
  mode: ReplayMode | undefined,
): LostAtCall {
  const { call, after } = step.at;
  const before = beforeCut(material, step);
  const placeOf = ({ message, origin }: ContextMessage, part: number): PartPlace | undefined => {
    const found = origin === 'recorded' ? indexOf.get(message.id) : undefined;
    return found === undefined ? undefined : { message: found, part };
  };
  const left = leftParts(before, after, placeOf);
  const stays: PartPlace[] = [];
  const made: Part[] = [];
  for (const each of after) {
    for (const [part, held] of each.parts.entries()) {
      const place = held.state === 'whole' ? placeOf(each, part) : undefined;
      if (place === undefined) made.push(held.part);
      else stays.push(place);
    }
  }
  const isSent = (message: number) => mode === 'following' || material.isConsequence[message] !== 1;
  const cut: Cut = { left, stays, made, later: { from: material.transcript.calls[call]?.at ?? 0, isSent } };
  return { ...whatWasLost(index, cut), call, leftParts: left.length, isAssumed: hasAssumedSummary(before, after) };
}

/** What the recording's own compaction took was sent with the call before. */
function beforeCut(
  { transcript, messages }: ReplayMaterial,
  { at, previous, compactedAt }: CallStep,
): readonly ContextMessage[] {
  if (compactedAt === undefined || previous === undefined) return at.before;
  return [...previous.after, ...messages.slice(transcript.calls[previous.call]?.at ?? 0, compactedAt)];
}

/** Parts whose content is not there any more. What had been cleared before is not lost again. */
function leftParts(
  before: readonly ContextMessage[],
  after: readonly ContextMessage[],
  placeOf: (message: ContextMessage, part: number) => PartPlace | undefined,
): readonly LeftPart[] {
  const stays = new Map(after.map((each) => [each.message.id, each.parts]));
  return before.flatMap((each) => {
    const now = stays.get(each.message.id);
    return each.parts.flatMap(({ part, state }, index): LeftPart[] => {
      if (state !== 'whole' || now?.[index]?.part === part) return [];
      const place = placeOf(each, index);
      return [{ message: each.message, part, ...(place && { place }) }];
    });
  });
}

function hasAssumedSummary(before: readonly ContextMessage[], after: readonly ContextMessage[]): boolean {
  const known = new Set(before.map(({ message }) => message.id));
  return after.some(
    ({ message, origin }) =>
      origin === 'made' &&
      message.kind === 'summary' &&
      !known.has(message.id) &&
      message.parts.some((part) => part.kind === 'text' && isAssumed(part.text)),
  );
}
