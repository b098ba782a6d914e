import type { Part } from '../transcript/transcript';
import type { Context, ContextMessage, ContextPart, Edits, PartPlace, PartRef } from './context';
import type { Memory } from './memory';

/** A part, by where it stands in the context, and what is to stand there. */
export interface Replacement extends PartPlace {
  readonly by: ContextPart;
}

export interface Replaced {
  readonly edits: Edits;
  readonly parts: readonly PartRef[];
  /** Before less after. */
  readonly tokens: number;
}

export const nothingReplaced: Replaced = { edits: [], parts: [], tokens: 0 };

/** Replacements in what earlier ones have left, if there were any. Those of one message stand together in the list. */
export function replaceParts(
  messages: readonly ContextMessage[],
  replacements: readonly Replacement[],
  earlier: Replaced = nothingReplaced,
): Replaced {
  if (replacements.length === 0)
    return earlier.edits.length === 0 ? nothingReplaced : { ...earlier, parts: [], tokens: 0 };
  const edits = [...earlier.edits];
  const known = edits.length === 0 ? undefined : new Map(edits.map(({ place }, index) => [place, index]));
  const refs: PartRef[] = [];
  let tokens = 0;
  for (let next = 0; next < replacements.length; ) {
    const place = replacements[next]?.message ?? 0;
    const index = known?.get(place) ?? edits.length;
    const before = edits[index]?.message ?? messages[place];
    if (before === undefined) throw new Error(`There is no message ${place} to replace parts of`);
    const parts = [...before.parts];
    for (let each = replacements[next]; each?.message === place; each = replacements[next]) {
      tokens += (parts[each.part]?.tokens ?? 0) - each.by.tokens;
      parts[each.part] = each.by;
      refs.push({ message: before.message.id, part: each.part });
      next += 1;
    }
    edits[index] = { place, message: withParts(before, parts) };
  }
  return { edits, parts: refs, tokens };
}

function withParts({ message, origin }: ContextMessage, parts: readonly ContextPart[]): ContextMessage {
  const inner: Part[] = [];
  let tokens = 0;
  for (const held of parts) {
    inner.push(held.part);
    tokens += held.tokens;
  }
  return { message: { ...message, parts: inner }, origin, parts, tokens };
}

/**
 * The context with the edits in it. Its messages are put together when they are asked for: who keeps the context itself
 * takes the edits, and a copy of all messages at every call would make a replay of n calls cost n².
 */
export function editedContext({ messages }: Context, edits: Edits, memory: Memory): Context {
  return new EditedContext(messages, edits, memory);
}

class EditedContext implements Context {
  private made: readonly ContextMessage[] | undefined;

  constructor(
    private readonly before: readonly ContextMessage[],
    private readonly edits: Edits,
    readonly memory: Memory,
  ) {}

  get messages(): readonly ContextMessage[] {
    this.made ??= this.put();
    return this.made;
  }

  private put(): readonly ContextMessage[] {
    const messages = [...this.before];
    for (const { place, message } of this.edits) messages[place] = message;
    return messages;
  }
}
