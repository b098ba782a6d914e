import type { Cut, LeftPart } from '../../fidelity/values/cut';
import type { PartPlace } from '../../fidelity/values/value-index';
import type { ContextMessage } from '../../layers/shape/context';
import type { MessageId, Part } from '../../transcript/transcript';

/** Which parts of a context are in the next one, and which are not. `indexOf`: positions of messages in the recording. */
export function cutBetween(
  before: readonly ContextMessage[],
  after: readonly ContextMessage[],
  indexOf: ReadonlyMap<MessageId, number>,
): Omit<Cut, 'later'> {
  const placeOf = ({ message, origin }: ContextMessage, part: number): PartPlace | undefined => {
    const found = origin === 'recorded' ? indexOf.get(message.id) : undefined;
    return found === undefined ? undefined : { message: found, part };
  };
  const stays: PartPlace[] = [];
  const made: Part[] = [];
  for (const each of after) {
    for (const [part, held] of each.parts.entries()) {
      const place = held.state === 'whole' ? placeOf(each, part) : undefined;
      if (place === undefined) made.push(held.part);
      else stays.push(place);
    }
  }
  return { left: leftParts(before, after, placeOf), stays, made };
}

/** Parts whose content was removed. What had been cleared before is not lost again. */
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
