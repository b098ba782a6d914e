import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import type { PartialSpan } from '../../layers/shape/layer';
import type { MessageId } from '../../transcript/transcript';
import type { Command } from './command';
import { layerCommands } from './layer-commands';

/** A command that names messages as a user does: by number, by their beginning, or by id. */
export type TypedCommand =
  | Exclude<Command, { readonly type: 'compact' | 'unfold' }>
  | { readonly type: 'compact'; readonly focus?: string; readonly partial?: TypedSpan }
  | { readonly type: 'unfold'; readonly message: string };

interface TypedSpan {
  readonly direction: PartialSpan['direction'];
  readonly pivot: string;
}

export const TYPED_COMMANDS = `${['/compact [from|up to MESSAGE] [focus]', ...layerCommands.map(({ word }) => `/${word}`)].join(', ')} and /unfold MESSAGE`;

const COMMAND = /^\/(\w+)\s*(.*)$/s;
/** `from #57`, `up to "Now the tests" the parser`: a message, and a focus. */
const SPAN = /^(from|up\s+to)(?:\s+(".*?"|\S+)\s*(.*))?$/s;
const MESSAGE = /^("[^"]*"|\S+)$/;

/** [F8] [F9] [C1] Parses what a user types. */
export function parseCommand(text: string): Result<TypedCommand> {
  const [, name, rest = ''] = COMMAND.exec(text.trim()) ?? [];
  const words = rest.trim();
  if (name === 'compact') return parseCompact(words);
  if (name === 'unfold') {
    return MESSAGE.test(words)
      ? ok({ type: 'unfold', message: words })
      : fail('/unfold takes one message: a number such as #57, or the start of its text in quotes.');
  }
  const command = words === '' ? layerCommands.find(({ word }) => word === name) : undefined;
  if (command !== undefined) return ok({ type: command.type });
  return fail(`unknown command "${text}"; expected ${TYPED_COMMANDS}`);
}

function parseCompact(words: string): Result<TypedCommand> {
  const [span, direction, pivot, behind = ''] = SPAN.exec(words) ?? [];
  if (span === undefined) return ok({ type: 'compact', ...optional('focus', words === '' ? undefined : words) });
  if (direction === undefined || pivot === undefined) {
    return fail(`/compact ${words} needs a message: a number such as #57, or the start of its text in quotes.`);
  }
  return ok({
    type: 'compact',
    ...optional('focus', behind === '' ? undefined : behind),
    partial: { direction: direction === 'from' ? 'from' : 'up-to', pivot },
  });
}

/** Resolves the messages it names, or fails if there is no such message. */
export function resolveCommand(typed: TypedCommand, find: (name: string) => Result<MessageId>): Result<Command> {
  switch (typed.type) {
    case 'compact': {
      const { partial, ...rest } = typed;
      if (partial === undefined) return ok(rest);
      const pivot = find(partial.pivot);
      return pivot.ok ? ok({ ...rest, partial: { direction: partial.direction, pivot: pivot.value } }) : pivot;
    }
    case 'unfold': {
      const message = find(typed.message);
      return message.ok ? ok({ type: 'unfold', message: message.value }) : message;
    }
    default:
      return ok(typed);
  }
}
