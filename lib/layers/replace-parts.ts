import type { ContextMessage, ContextPart, PartRef } from './context';

/** A part, by where it stands in the context, and what is to stand there. */
export interface Replacement {
  readonly message: number;
  readonly part: number;
  readonly by: ContextPart;
}

export interface Replaced {
  readonly messages: readonly ContextMessage[];
  readonly parts: readonly PartRef[];
  /** Before less after. */
  readonly tokens: number;
}

/** Messages with none of their parts replaced stay the same objects. */
export function replaceParts(messages: readonly ContextMessage[], replacements: readonly Replacement[]): Replaced {
  if (replacements.length === 0) return { messages, parts: [], tokens: 0 };
  const byMessage = new Map<number, Map<number, ContextPart>>();
  for (const { message, part, by } of replacements) {
    const replaced = byMessage.get(message) ?? new Map<number, ContextPart>();
    byMessage.set(message, replaced.set(part, by));
  }
  const result = [...messages];
  const refs: PartRef[] = [];
  let tokens = 0;
  for (const [place, replaced] of byMessage) {
    const before = messages[place];
    if (before === undefined) continue;
    const after = withParts(
      before,
      before.parts.map((part, index) => replaced.get(index) ?? part),
    );
    result[place] = after;
    for (const part of replaced.keys()) refs.push({ message: before.message.id, part });
    tokens += before.tokens - after.tokens;
  }
  return { messages: result, parts: refs, tokens };
}

function withParts({ message, origin }: ContextMessage, parts: readonly ContextPart[]): ContextMessage {
  return {
    message: { ...message, parts: parts.map(({ part }) => part) },
    origin,
    parts,
    tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
  };
}
