import { fail } from '../../base/result';
import { changedIn, textEdit, whyPointless, withEdit } from './edit';
import { noSuchFile } from './read';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { fullPath } from './workspace-path';
import { whyNotToChange } from './write';

const MAX_EDITS = 100;

export const multiEdit: Tool = {
  name: 'MultiEdit',
  description:
    'Makes several Edits to one file that you have read, in order, each on the result of the previous one. If one of them ' +
    'fails, the file stays unchanged.',
  input: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The file to change.' },
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            old_string: { type: 'string' },
            new_string: { type: 'string' },
            replace_all: { type: 'boolean' },
          },
          required: ['old_string', 'new_string'],
        },
      },
    },
    required: ['file_path', 'edits'],
  },
  isReadOnly: false,
  async run(given, desk) {
    const input = new ToolInput('MultiEdit', given);
    const path = input.path('file_path');
    const items = input.list('edits');
    if (input.problem !== undefined) return refused(input.problem);
    if (items.length === 0) return refused('MultiEdit was not run: "edits" is empty.');
    if (items.length > MAX_EDITS) return refused(`MultiEdit was not run: more than ${MAX_EDITS} edits.`);
    const before = desk.workspace.read(path);
    if (before === undefined) return refused(noSuchFile(path, desk));
    const unread = whyNotToChange(path, desk);
    if (unread !== undefined) return refused(unread);
    const shown = fullPath(path);
    let text = before;
    let places = 0;
    for (const [index, item] of items.entries()) {
      const one = new ToolInput(`Edit ${index + 1}`, item);
      const wanted = textEdit(one);
      if (one.problem !== undefined) return refused(`${shown} was not changed. ${one.problem}`);
      const pointless = whyPointless(wanted);
      const edited = pointless === undefined ? withEdit(text, wanted) : fail(pointless);
      if (!edited.ok) return refused(`${shown} was not changed. Edit ${index + 1}: ${edited.error}`);
      text = edited.value.text;
      places += edited.value.places;
    }
    const written = desk.write(path, text);
    if (!written.ok) return refused(`${shown} ${written.error}`);
    desk.see(path);
    return done(changedIn(shown, places));
  },
};
