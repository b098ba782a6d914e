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

const NO_EDITS: Edits = new Map();

export const nothingReplaced: Replaced = { edits: NO_EDITS, parts: [], tokens: 0 };

/** Replacements in what earlier ones have left, if there were any. */
export function replaceParts(
  messages: readonly ContextMessage[],
  replacements: readonly Replacement[],
  earlier: Edits = NO_EDITS,
): Replaced {
  if (replacements.length === 0)
    return earlier === NO_EDITS ? nothingReplaced : { edits: earlier, parts: [], tokens: 0 };
  const edits = new Map(earlier);
  const refs: PartRef[] = [];
  let tokens = 0;
  for (let first = 0; first < replacements.length; ) {
    const place = replacements[first]?.message ?? 0;
    const before = edits.get(place) ?? messages[place];
    const parts = before === undefined ? [] : [...before.parts];
    let next = first;
    // Those of one message stand together as a rule. Where not, the message is put together once more.
    for (let each = replacements[next]; each?.message === place; each = replacements[next]) {
      tokens += (parts[each.part]?.tokens ?? 0) - each.by.tokens;
      parts[each.part] = each.by;
      if (before !== undefined) refs.push({ message: before.message.id, part: each.part });
      next += 1;
    }
    if (before !== undefined) edits.set(place, withParts(before, parts));
    first = next;
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
    this.made ??= this.before.map((message, place) => this.edits.get(place) ?? message);
    return this.made;
  }
}
