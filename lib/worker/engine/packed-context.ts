import type { PackedContext, SimulatedContext, SimulatedMessage } from './messages';

/** Otherwise the browser would take longer to copy a long context, object by object, than the engine to look it up. */
export function packContext({ before, after, ...rest }: SimulatedContext): PackedContext {
  const messages = [...before];
  const placesAfter = new Int32Array(after.length);
  const same = sameAtStart(before, after);
  const places = new Map(before.slice(same).map((message, place) => [message, same + place]));
  for (const [place, message] of after.entries()) {
    placesAfter[place] = place < same ? place : (places.get(message) ?? messages.push(message) - 1);
  }
  return { ...rest, before: before.length, after: placesAfter, ...columnsOf(messages) };
}

export function unpackContext(packed: PackedContext): SimulatedContext {
  const { call, systemTokens, verdicts, isDead, before, after } = packed;
  const messages = messagesOf(packed);
  const at = (place: number): SimulatedMessage => {
    const message = messages[place];
    if (message === undefined) throw new Error(`The packed context has no message ${place}`);
    return message;
  };
  return { call, systemTokens, before: messages.slice(0, before), after: Array.from(after, at), verdicts, isDead };
}

/** To be transferred with it. */
export function packedBuffers({ after, index, tokens, parts, partTokens }: PackedContext): readonly ArrayBuffer[] {
  return [after, index, tokens, parts, partTokens].map(({ buffer }) => buffer);
}

type Columns = Pick<PackedContext, 'index' | 'tokens' | 'parts' | 'partTokens' | 'others'>;

const OTHER = -1;

function columnsOf(messages: readonly SimulatedMessage[]): Columns {
  const index = new Int32Array(messages.length);
  const tokens = new Float64Array(messages.length);
  const parts = new Int32Array(messages.length);
  const partTokens: number[] = [];
  const others: SimulatedMessage[] = [];
  for (const [place, message] of messages.entries()) {
    if (message.type === 'made' || message.replaced.length > 0) {
      index[place] = OTHER;
      others.push(message);
    } else {
      index[place] = message.index;
      tokens[place] = message.tokens;
      parts[place] = message.partTokens.length;
      for (const each of message.partTokens) partTokens.push(each);
    }
  }
  return { index, tokens, parts, partTokens: new Float64Array(partTokens), others };
}

function messagesOf({ index, tokens, parts, partTokens, others }: Columns): readonly SimulatedMessage[] {
  const messages: SimulatedMessage[] = [];
  const rest = others.values();
  let next = 0;
  for (const [place, recorded] of index.entries()) {
    if (recorded === OTHER) {
      const { value } = rest.next();
      if (value !== undefined) messages.push(value);
      continue;
    }
    const ofParts: number[] = [];
    for (let part = parts[place] ?? 0; part > 0; part--) ofParts.push(partTokens[next++] ?? 0);
    messages.push({
      type: 'recorded',
      index: recorded,
      tokens: tokens[place] ?? 0,
      partTokens: ofParts,
      replaced: NOTHING,
    });
  }
  return messages;
}

const NOTHING = [] as const;

function sameAtStart(before: readonly SimulatedMessage[], after: readonly SimulatedMessage[]): number {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return same;
}
