import { fail, ok, type Result } from '../../base/result';
import type { Message, MessageId } from '../../transcript/transcript';

type FoundMessage = Pick<Message, 'id' | 'parts'>;

/**
 * Finds a message by `#57`, its number from 1; by `"Now the tests"`, the start of the latest such message; or by id.
 * `made`: messages that layers added, which have no number.
 */
export function findMessage(
  name: string,
  messages: readonly FoundMessage[],
  made: readonly FoundMessage[] = [],
): Result<MessageId> {
  const [, digits] = /^#([\d,]{1,12})$/.exec(name) ?? [];
  if (digits !== undefined) {
    const numbered = messages[Number(digits.replaceAll(',', '')) - 1];
    if (numbered !== undefined) return ok(numbered.id);
    return fail(`no message ${name}: ${lastNumber(messages)}`);
  }
  const [, start] = /^"(.*)"$/s.exec(name) ?? [];
  if (start !== undefined) return beginningWith(start, [...messages, ...made]);
  const known = [...messages, ...made].find(({ id }) => id === name);
  if (known !== undefined) return ok(known.id);
  return fail(`no message "${name}"; use a number such as #57, the start of its text in quotes, or its id`);
}

function beginningWith(start: string, messages: readonly FoundMessage[]): Result<MessageId> {
  const wanted = oneLine(start);
  if (wanted === '') return fail('the quoted text is empty');
  const found = messages.findLast(({ parts }) =>
    parts.some(
      (part) => part.kind === 'text' && oneLine(part.text.slice(0, start.length * 4 + 1_000)).startsWith(wanted),
    ),
  );
  return found === undefined ? fail(`no message starts with "${start}"`) : ok(found.id);
}

/** Line ends and repeated blanks are invisible in a list of messages. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function lastNumber(messages: readonly FoundMessage[]): string {
  return messages.length === 0 ? 'the context is empty' : `the last one is #${messages.length}`;
}
