import { atOnce, type Steps } from '../../base/steps/steps';
import { categoryPlaces } from '../../tokens/category';
import { categoryOf } from '../../tokens/category-of';
import type { MessageCounter } from '../../tokens/counters';
import type { Message, MessageId, MessageKind, Part, Role } from '../../transcript/transcript';
import type { ContextMessage, ContextPart, PartRef, RecordedPlace } from './context';
import { mediaBytes } from './media-bytes';
import { messageShapeOf } from './message-shape';
import { reachesOf } from './reaches';
import { textOfResult } from './stored-result';

/** A message that a layer adds to the context, with the user role by default. */
export function madeMessage(
  id: string,
  kind: MessageKind,
  parts: readonly Part[],
  counter: MessageCounter,
  role: Role = 'user',
): ContextMessage {
  const message: Message = { id: id as MessageId, role, kind, parts, line: 0 };
  return wholeMessage(message, undefined, (part) => counter.partTokens(part));
}

type TokensOf = (part: Part, index: number, at: number) => number;

/** The messages of a recording, in the form that a context has. */
export function recordedContext(messages: readonly Message[], tokensOf: TokensOf): ContextMessage[] {
  return atOnce(recordedContextInSteps(messages, tokensOf));
}

export function* recordedContextInSteps(messages: readonly Message[], tokensOf: TokensOf): Steps<ContextMessage[]> {
  const reaches = reachesOf(messages);
  const context: ContextMessage[] = [];
  for (const [at, message] of messages.entries()) {
    const place = { at, reach: reaches[at] ?? at };
    context.push(wholeMessage(message, place, (part, index) => tokensOf(part, index, at)));
    yield;
  }
  return context;
}

export function wholeMessage(
  message: Message,
  recordedAt: RecordedPlace | undefined,
  tokensOf: (part: Part, index: number) => number,
): ContextMessage {
  const parts = message.parts.map((part, index) => ({
    part,
    category: categoryOf(message, part),
    tokens: tokensOf(part, index),
    state: 'whole' as const,
  }));
  return contextMessage(message, parts, recordedAt);
}

export function contextMessage(
  message: Message,
  parts: readonly ContextPart[],
  recordedAt: RecordedPlace | undefined,
  refs: readonly PartRef[] = parts.map((_, part) => ({ message: message.id, part })),
): ContextMessage {
  let tokens = 0;
  let editedTokens = 0;
  let resultCharacters = 0;
  let media = 0;
  for (const held of parts) {
    tokens += held.tokens;
    if (held.uneditedTokens !== undefined) editedTokens += held.uneditedTokens - held.tokens;
    media += mediaBytes(held.part);
    if (held.part.kind === 'tool-result') resultCharacters += textOfResult(held.part).length;
  }
  const origin = recordedAt === undefined ? 'made' : 'recorded';
  const shape = messageShapeOf(message, parts);
  const shares = sharesOf(parts);
  return {
    message,
    origin,
    parts,
    refs,
    tokens,
    shape,
    shares,
    editedTokens,
    mediaBytes: media,
    resultCharacters,
    recordedAt,
  };
}

function sharesOf([first, ...others]: readonly ContextPart[]): readonly number[] {
  if (first === undefined) return [];
  const shares = [categoryPlaces[first.category], first.tokens];
  for (const { category, tokens } of others) {
    const place = categoryPlaces[category];
    const known = shares.findIndex((each, index) => index % 2 === 0 && each === place);
    if (known === -1) shares.push(place, tokens);
    else shares[known + 1] = (shares[known + 1] ?? 0) + tokens;
  }
  return shares;
}
