import { categoryOf } from '../tokens/category-of';
import type { MessageCounter } from '../tokens/counters';
import type { Message, MessageId, MessageKind, Part, Role } from '../transcript/transcript';
import type { ContextMessage } from './context';

/** A message that a layer puts into the context, from the user where it is not said otherwise. */
export function madeMessage(
  id: string,
  kind: MessageKind,
  parts: readonly Part[],
  counter: MessageCounter,
  role: Role = 'user',
): ContextMessage {
  const message: Message = { id: id as MessageId, role, kind, parts, line: 0 };
  return contextMessage(message, 'made', (part) => counter.partTokens(part));
}

export function contextMessage(
  message: Message,
  origin: ContextMessage['origin'],
  tokensOf: (part: Part, index: number) => number,
): ContextMessage {
  const parts = message.parts.map((part, index) => ({
    part,
    category: categoryOf(message, part),
    tokens: tokensOf(part, index),
    state: 'whole' as const,
  }));
  return { message, origin, parts, tokens: parts.reduce((sum, part) => sum + part.tokens, 0) };
}
