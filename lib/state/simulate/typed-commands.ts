import type { Result } from '../../base/result';
import type { Command } from '../../simulator/commands/command';
import { findMessage } from '../../simulator/commands/find-message';
import { parseCommand, resolveCommand } from '../../simulator/commands/parse-command';
import type { MessageId } from '../../transcript/transcript';
import type { MessageRow } from '../../worker/engine/messages';
import type { ContextLine } from '../messages/context-lines';

type NamedRow = Pick<MessageRow, 'id' | 'index' | 'parts'>;

/** A typed command, with messages named by number, by their beginning, or by id. */
export function commandOfRows(text: string, rows: readonly NamedRow[]): Result<Command> {
  const typed = parseCommand(text);
  if (!typed.ok) return typed;
  return resolveCommand(typed.value, (name) => {
    // Only if there are words to look for: there may be tens of thousands of rows.
    if (!name.startsWith('"')) return findMessage(name, rows.map(withoutText));
    return findMessage(name, rows.map(withFirstWords));
  });
}

/** As shown in the list. Messages of layers have no number. */
export function messageName(id: MessageId, rows: readonly NamedRow[]): string {
  const row = rows.find((each) => each.id === id);
  return row === undefined ? id : `#${row.index + 1}`;
}

/** [F8] [C1] Commands for a message at a call, and the call before which they are run. */
export interface MessageCommand {
  readonly title: string;
  readonly explains: string;
  readonly command: Command;
  /** The selected call, or the next one: what a layer has just made did not exist before. */
  readonly isNextCall: boolean;
}

export function messageCommands({ message: { id }, before, after, partIndex }: ContextLine): readonly MessageCommand[] {
  const commands: MessageCommand[] = [];
  if (isSpanSummary(id) && partIndex === 0 && after !== undefined) {
    commands.push({
      title: 'Unfold in the context',
      explains: 'Replaces this summary with the messages of its collapsed span',
      command: { type: 'unfold', message: id },
      isNextCall: before === undefined,
    });
  }
  if (before === undefined) return commands;
  commands.push({
    title: 'Compact from here',
    explains: 'Summarises this message and everything after it; earlier messages are unchanged',
    command: { type: 'compact', partial: { direction: 'from', pivot: id } },
    isNextCall: false,
  });
  // Before the first message there is nothing to summarise.
  if (before.place > 0) {
    commands.push({
      title: 'Compact up to here',
      explains: 'Summarises everything before this message; it and later messages are unchanged',
      command: { type: 'compact', partial: { direction: 'up-to', pivot: id } },
      isNextCall: false,
    });
  }
  return commands;
}

/** By the id that the layer gives it. */
function isSpanSummary(id: MessageId): boolean {
  return /^made-\d+-collapse-/.test(id);
}

function withoutText({ id }: NamedRow) {
  return { id, parts: [] };
}

function withFirstWords({ id, parts }: NamedRow) {
  return { id, parts: parts.map(({ excerpt }) => ({ kind: 'text', text: excerpt }) as const) };
}
