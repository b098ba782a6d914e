import { fail, ok, type Result } from '../../base/result';
import { shown } from '../../base/shown';
import { wellFormed } from '../../base/well-formed';
import { maskText } from '../../masking/mask-text';
import { isMemoryType, type MemoryType, memoryTypeNames } from './memory-type';

/** [A1] What a memory file says. */
export interface Memory {
  readonly name: string;
  /** One line: with it a later session decides whether the memory is about its prompt. */
  readonly description: string;
  readonly type: MemoryType;
  readonly body: string;
}

/** Longer ones are no notes: reading them would take more than any use of them. */
export const LONGEST_MEMORY = 256 * 1024;
const LONGEST_FIELD = 400;
const FENCE = /^---[ \t]*$/;

/** Parses a memory file, whoever wrote it. Fields of others are ignored. */
export function parseMemory(text: string): Result<Memory> {
  if (text.length > LONGEST_MEMORY) {
    return fail(`it has ${text.length.toLocaleString('en-US')} characters, but a memory has at most 262,144`);
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) return fail('it does not start with front matter: the first line must be ---');
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return fail('its front matter has no end: a line with --- is missing');
  const fields = fieldsIn(lines.slice(1, end));
  if (!fields.ok) return fields;
  const { name = '', description = '', type = '' } = fields.value;
  for (const [field, value] of Object.entries({ name, description, type })) {
    if (value === '') return fail(`its front matter has no ${field}`);
    if (value.length > LONGEST_FIELD) return fail(`its ${field} is longer than ${LONGEST_FIELD} characters`);
  }
  if (!isMemoryType(type)) return fail(`its type is ${shown(type)}, but must be one of ${memoryTypeNames.join(', ')}`);
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (body === '') return fail('it has no text after its front matter');
  return ok({ name, description, type, body });
}

type Fields = Partial<Record<'name' | 'description' | 'type', string>>;

/** `type` may be below `metadata`, as Claude Code writes it. */
function fieldsIn(lines: readonly string[]): Result<Fields> {
  const fields: Record<string, string> = {};
  let parent = '';
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, indent = '', key, given = ''] = /^(\s*)([A-Za-z][\w-]*)\s*:(?:\s+(?!\s)(.*))?$/.exec(line) ?? [];
    if (key === undefined) {
      // A list or a text of several lines belongs to a field that is not ours.
      if (/^\s/.test(line) && parent !== '' && !OURS.test(parent)) continue;
      return fail(
        `line ${at + 2} of its front matter is ${shown(line.trim())}, but must be a name, a colon and a value`,
      );
    }
    if (indent === '') parent = key;
    const isOurs = OURS.test(key) && (indent === '' || (parent === 'metadata' && key === 'type'));
    if (!isOurs) continue;
    const value = unquoted(given.trim());
    if (!value.ok) return fail(`line ${at + 2} of its front matter: ${value.error}`);
    fields[key] = value.value;
  }
  return ok(fields);
}

const OURS = /^(?:name|description|type)$/;

function unquoted(value: string): Result<string> {
  if (/^[|>][+-]?$/.test(value)) return fail('a value must be on one line');
  if (value.startsWith("'")) {
    return /^'(?:[^']|'')*'$/.test(value)
      ? ok(value.slice(1, -1).replaceAll("''", "'"))
      : fail('a quotation mark is missing');
  }
  if (!value.startsWith('"')) return ok(value);
  if (!/^"(?:[^"\\]|\\.)*"$/.test(value)) return fail('a quotation mark is missing');
  return ok(value.slice(1, -1).replace(/\\(.)/g, (_, character: string) => (character === 'n' ? ' ' : character)));
}

/** The one way a memory is written: parsing it gives the same memory. */
export function writeMemory({ name, description, type, body }: Memory): string {
  return `---\nname: ${quoted(name)}\ndescription: ${quoted(description)}\ntype: ${type}\n---\n\n${body.trim()}\n`;
}

/** Quotation marks only where a reader of YAML would take the value for something else. */
function quoted(value: string): string {
  const plain = oneLine(value);
  const isPlain = /^[\p{L}\p{N}(]/u.test(plain) && !/: |:$| #/.test(plain);
  return isPlain ? plain : `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** As it is stored: without secrets, and with fields of one line. */
export function storable({ name, description, type, body }: Memory): Memory {
  const field = (text: string) =>
    oneLine(maskText(wellFormed(text)).text)
      .slice(0, LONGEST_FIELD)
      .trim();
  return {
    name: wellFormed(field(name)),
    description: wellFormed(field(description)),
    type,
    body: maskText(wellFormed(body)).text.trim(),
  };
}
