import type { PackedContext, SimulatedContext, SimulatedMessage } from './messages';

/** Without it a long context would take the browser longer to copy, object by object, than the engine to look it up. */
export function packContext({ before, after, ...rest }: SimulatedContext): PackedContext {
  const places = new Map<SimulatedMessage, number>();
  const whole: RecordedMessage[] = [];
  const others: SimulatedMessage[] = [];
  const placeOf = (message: SimulatedMessage): number => {
    const known = places.get(message);
    if (known !== undefined) return known;
    const place = isWhole(message) ? whole.push(message) - 1 : -others.push(message);
    places.set(message, place);
    return place;
  };
  return {
    ...rest,
    before: Int32Array.from(before, placeOf),
    after: Int32Array.from(after, placeOf),
    whole: {
      index: Int32Array.from(whole, ({ index }) => index),
      tokens: Float64Array.from(whole, ({ tokens }) => tokens),
      parts: Int32Array.from(whole, ({ partTokens }) => partTokens.length),
      partTokens: Float64Array.from(whole.flatMap(({ partTokens }) => partTokens)),
    },
    others,
  };
}

export function unpackContext({ before, after, whole, others, ...rest }: PackedContext): SimulatedContext {
  const messages = unpackWhole(whole);
  const at = (place: number): SimulatedMessage => {
    const message = place >= 0 ? messages[place] : others[-1 - place];
    if (message === undefined) throw new Error(`The packed context has no message ${place}`);
    return message;
  };
  return { ...rest, before: Array.from(before, at), after: Array.from(after, at) };
}

/** To be given away with it. */
export function packedBuffers({ before, after, whole }: PackedContext): readonly ArrayBuffer[] {
  return [before, after, ...Object.values(whole)].map(({ buffer }) => buffer);
}

type RecordedMessage = Extract<SimulatedMessage, { type: 'recorded' }>;

function isWhole(message: SimulatedMessage): message is RecordedMessage {
  return message.type === 'recorded' && message.replaced.length === 0;
}

function unpackWhole({ index, tokens, parts, partTokens }: PackedContext['whole']): readonly RecordedMessage[] {
  const messages: RecordedMessage[] = [];
  let next = 0;
  for (let place = 0; place < index.length; place++) {
    const ofParts: number[] = [];
    for (let part = parts[place] ?? 0; part > 0; part--) ofParts.push(partTokens[next++] ?? 0);
    messages.push({
      type: 'recorded',
      index: index[place] ?? 0,
      tokens: tokens[place] ?? 0,
      partTokens: ofParts,
      replaced: NOTHING,
    });
  }
  return messages;
}

const NOTHING = [] as const;
