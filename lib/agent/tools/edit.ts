import { fail, ok, type Result } from '../../base/result';
import { noSuchFile } from './read';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { MAX_FILE_BYTES } from './workspace';
import { fullPath } from './workspace-path';
import { whyNotToChange } from './write';

export const edit: Tool = {
  name: 'Edit',
  description:
    'Replaces text in a file that you have read. old_string must match the file exactly, including whitespace and line ' +
    'breaks but without the line numbers from Read, and must occur only once unless replace_all is true.',
  input: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The file to change.' },
      old_string: { type: 'string', description: 'The text to replace.' },
      new_string: { type: 'string', description: 'The text to replace it with.' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence. Default: false.' },
    },
    required: ['file_path', 'old_string', 'new_string'],
  },
  isReadOnly: false,
  async run(given, desk) {
    const input = new ToolInput('Edit', given);
    const path = input.path('file_path');
    const wanted = textEdit(input);
    if (input.problem !== undefined) return refused(input.problem);
    const pointless = whyPointless(wanted);
    if (pointless !== undefined) return refused(`Edit was not run: ${pointless}`);
    const text = desk.workspace.read(path);
    if (text === undefined) return refused(noSuchFile(path, desk));
    const unread = whyNotToChange(path, desk);
    if (unread !== undefined) return refused(unread);
    const shown = fullPath(path);
    const edited = withEdit(text, wanted);
    if (!edited.ok) return refused(`${shown} was not changed: ${edited.error}`);
    const written = desk.write(path, edited.value.text);
    if (!written.ok) return refused(`${shown} ${written.error}`);
    desk.see(path);
    return done(changedIn(shown, edited.value.places));
  },
};

interface TextEdit {
  readonly old: string;
  readonly replacement: string;
  readonly isForAll: boolean;
}

export function textEdit(input: ToolInput): TextEdit {
  return {
    old: input.text('old_string'),
    replacement: input.text('new_string'),
    isForAll: input.flag('replace_all'),
  };
}

/** As the end of a sentence, like the other reasons. */
export function whyPointless({ old, replacement }: TextEdit): string | undefined {
  if (old === '') return '"old_string" is empty. Use Write to create a file.';
  return old === replacement ? '"new_string" is the same as "old_string".' : undefined;
}

interface Edited {
  readonly text: string;
  readonly places: number;
}

export function withEdit(text: string, { old, replacement, isForAll }: TextEdit): Result<Edited> {
  const pieces = text.split(old);
  const places = pieces.length - 1;
  if (places === 0) return fail('"old_string" was not found.');
  if (places > 1 && !isForAll) {
    return fail(`"old_string" occurs ${places} times. Include more of the text around it, or set replace_all.`);
  }
  // Many replacements with a long text would exceed the memory.
  if (text.length + places * (replacement.length - old.length) > MAX_FILE_BYTES) {
    return fail('it would be too large.');
  }
  return ok({ text: pieces.join(replacement), places });
}

export function changedIn(shown: string, places: number): string {
  return `Changed ${shown}${places === 1 ? '' : ` in ${places} places`}.`;
}
