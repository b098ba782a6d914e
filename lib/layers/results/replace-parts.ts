import { appended } from '../../base/appended';
import type { Context, ContextMessage, ContextPart, Edit, Edits, PartPlace, PartRef } from '../shape/context';
import { contextMessage } from '../shape/made-message';
import type { Memory } from '../shape/memory';

/** The position of a part in the context, and its replacement. */
export interface Replacement extends PartPlace {
  readonly by: ContextPart;
  /** The message, if already known, with nothing else of it replaced. */
  readonly made?: ContextMessage;
}

export interface Replaced {
  readonly edits: Edits;
  readonly parts: readonly PartRef[];
  /** Before minus after. */
  readonly tokens: number;
}

export const nothingReplaced: Replaced = { edits: [], parts: [], tokens: 0 };

/** Replacements on top of earlier ones. Those of one message are adjacent in the list. */
export function replaceParts(
  messages: readonly ContextMessage[],
  replacements: readonly Replacement[],
  earlier: Replaced = nothingReplaced,
): Replaced {
  if (replacements.length === 0)
    return earlier.edits.length === 0 ? nothingReplaced : { ...earlier, parts: [], tokens: 0 };
  let edits: Edit[] | undefined = earlier.edits.length === 0 ? undefined : [...earlier.edits];
  const edited = edits && new Map(edits.map(({ place }, index) => [place, index]));
  let refs: PartRef[] | undefined;
  let tokens = 0;
  for (let next = 0; next < replacements.length; ) {
    const place = replacements[next]?.message ?? 0;
    const index = edited?.get(place);
    const before = (index === undefined ? undefined : edits?.[index]?.message) ?? messages[place];
    if (before === undefined) throw new Error(`There is no message ${place} to replace parts of`);
    const from = next;
    while (replacements[next]?.message === place) {
      const ref = before.refs[replacements[next]?.part ?? 0];
      if (ref !== undefined) refs = appended(refs, ref);
      next += 1;
    }
    const known = next === from + 1 && before === messages[place] ? replacements[from]?.made : undefined;
    const after = known ?? withReplaced(before, replacements.slice(from, next));
    tokens += before.tokens - after.tokens;
    const edit = { place, message: after };
    if (edits === undefined || index === undefined) edits = appended(edits, edit);
    else edits[index] = edit;
  }
  return { edits: edits ?? [], parts: refs ?? [], tokens };
}

export function withReplaced(
  { message, recordedAt, refs, parts: before }: ContextMessage,
  replacements: readonly Pick<Replacement, 'part' | 'by'>[],
): ContextMessage {
  const parts = [...before];
  for (const { part, by } of replacements) parts[part] = by;
  return contextMessage({ ...message, parts: parts.map(({ part }) => part) }, parts, recordedAt, refs);
}

/**
 * The context with the edits applied. Its messages are assembled on demand: whoever maintains the context uses the edits,
 * because copying all messages at every call would make a replay of n calls cost n².
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
