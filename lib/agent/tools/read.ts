import type { Tool, ToolOutput } from './tool';
import type { ToolContext } from './tool-context';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { fullPath, WORKSPACE_ROOT } from './workspace-path';

const MAX_LINES = 2_000;
const LONGEST_LINE = 2_000;

export const read: Tool = {
  name: 'Read',
  description:
    `Reads a file and returns its lines with line numbers. Paths are absolute or relative to ${WORKSPACE_ROOT}. By ` +
    `default, it returns the first ${MAX_LINES.toLocaleString('en')} lines; use offset and limit to read only the part ` +
    'of a large file that you need. It also reads stored tool results: pass the tool-results/… path from the placeholder.',
  input: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The file to read.' },
      offset: { type: 'integer', minimum: 1, description: 'The line to start at, counted from 1.' },
      limit: { type: 'integer', minimum: 1, description: 'The number of lines to read.' },
    },
    required: ['file_path'],
  },
  isReadOnly: true,
  async run(given, desk) {
    const input = new ToolInput('Read', given);
    const path = input.path('file_path');
    const first = input.count('offset', 1) ?? 1;
    const limit = input.count('limit', 1) ?? MAX_LINES;
    if (input.problem !== undefined) return refused(input.problem);
    const text = desk.storedResult(path) ?? desk.workspace.read(path);
    if (text === undefined) return refused(noSuchFile(path, desk));
    const shown = lines(text, first, limit);
    if (!shown.isError) desk.see(path);
    return shown;
  },
};

export function noSuchFile(path: string, { workspace }: ToolContext): string {
  const shown = fullPath(path);
  return workspace.isFolder(path) ? `${shown} is a folder. Use Glob to list its files.` : `File not found: ${shown}.`;
}

function lines(text: string, first: number, limit: number): ToolOutput {
  if (text.includes('\0')) return refused('This is not a text file.');
  if (text === '') return done('(The file is empty.)');
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  if (first > all.length) return refused(`The file has only ${all.length} lines.`);
  const shown = all.slice(first - 1, first - 1 + Math.min(limit, MAX_LINES));
  const last = first - 1 + shown.length;
  const numbered = shown.map((line, index) => `${String(first + index).padStart(6)}\t${shortened(line)}`);
  if (last < all.length)
    numbered.push(`[lines ${first} to ${last} of ${all.length}; continue with offset ${last + 1}]`);
  return done(numbered.join('\n'));
}

function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  return `${line.slice(0, LONGEST_LINE).toWellFormed()} [truncated: ${line.length.toLocaleString('en')} characters]`;
}
