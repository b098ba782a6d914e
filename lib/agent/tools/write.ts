import type { Tool } from './tool';
import type { ToolContext } from './tool-context';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { fullPath, whyReadOnly } from './workspace-path';

export const write: Tool = {
  name: 'Write',
  description:
    'Creates a file, or overwrites one that you have read. Missing folders are created. To change part of a file, use ' +
    'Edit.',
  input: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The file to write.' },
      content: { type: 'string', description: 'The complete content of the file.' },
    },
    required: ['file_path', 'content'],
  },
  isReadOnly: false,
  async run(given, desk) {
    const input = new ToolInput('Write', given);
    const path = input.path('file_path');
    const text = input.text('content');
    if (input.problem !== undefined) return refused(input.problem);
    const isNew = desk.workspace.read(path) === undefined;
    const unread = isNew ? undefined : whyNotToChange(path, desk);
    if (unread !== undefined) return refused(unread);
    if (desk.removeMemory(path, text)) return done(`Removed ${fullPath(path)}.`);
    const written = desk.write(path, text);
    if (!written.ok) return refused(`${fullPath(path)} ${written.error}`);
    desk.see(path);
    return done(`${isNew ? 'Created' : 'Overwrote'} ${fullPath(path)}.`);
  },
};

/** An agent that overwrites what it has not seen destroys changes of the user or of a command. */
export function whyNotToChange(path: string, desk: ToolContext): string | undefined {
  const shown = fullPath(path);
  const readOnly = whyReadOnly(path);
  if (readOnly !== undefined) return `${shown} ${readOnly}`;
  switch (desk.knows(path)) {
    case 'not-read':
      return `${shown} was not changed: read it first.`;
    case 'changed':
      return `${shown} was not changed: it has changed since you read it. Read it again.`;
    case 'as-it-is':
      return undefined;
  }
}
