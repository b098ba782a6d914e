import { noSuchFile } from './read';
import { folderOrFile, globArguments, SEARCH_TIME_LIMIT_MS, searchFailed } from './search';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { Workspace } from './workspace';
import { WORKSPACE_ROOT } from './workspace-path';

const LONGEST_LINE = 500;
const MAX_LINES = 500;
const MAX_CONTEXT = 50;

export const grep: Tool = {
  name: 'Grep',
  description:
    'Searches files for a regular expression (RE2: no lookaround, no backreferences). Returns the matching lines, the ' +
    'names of the matching files, or the number of matches in each file. To search a stored tool result, pass its path.',
  input: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'The regular expression.' },
      path: { type: 'string', description: `The file or folder to search. Default: ${WORKSPACE_ROOT}.` },
      glob: { type: 'string', description: 'Only search files that match this pattern, such as *.awk.' },
      output_mode: {
        type: 'string',
        enum: ['content', 'files_with_matches', 'count'],
        description: 'Default: content.',
      },
      context: { type: 'integer', minimum: 0, description: 'Lines to show before and after each match.' },
      ignore_case: { type: 'boolean', description: 'Ignore case. Default: false.' },
    },
    required: ['pattern'],
  },
  isReadOnly: true,
  async run(given, desk, signal) {
    const input = new ToolInput('Grep', given);
    const pattern = input.pattern('pattern');
    const path = input.optionalPath('path');
    const only = input.optionalPattern('glob');
    const mode = input.choice('output_mode', ['content', 'files_with_matches', 'count']);
    const context = input.count('context', 0) ?? 0;
    const ignoresCase = input.flag('ignore_case');
    if (input.problem !== undefined) return refused(input.problem);
    const stored = desk.storedResult(path);
    const searched = stored === undefined ? desk.workspace : Workspace.of({ [path]: stored });
    if (searched.read(path) === undefined && !searched.isFolder(path)) return refused(noSuchFile(path, desk));
    const args = [
      ...{ content: ['-n'], files_with_matches: ['-l'], count: ['-c'] }[mode],
      ...['-H', '--hidden', '--no-ignore'],
      ...(mode === 'content' && context > 0 ? ['-C', String(Math.min(context, MAX_CONTEXT))] : []),
      ignoresCase ? '-i' : '-s',
      ...(only === undefined ? [] : globArguments(only)),
      ...['-e', pattern],
      ...folderOrFile(path),
    ];
    const run = await desk.run('rg', { timeLimitMs: SEARCH_TIME_LIMIT_MS, args }, signal, searched);
    if (searchFailed(run)) return refused(`Grep failed: ${run.stderr.trim()}`);
    return done(shortened(run.stdout));
  },
};

function shortened(stdout: string): string {
  if (stdout === '') return 'No matches found.';
  const lines = stdout.trimEnd().split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const named = line.replace(/^\.\//, '');
    return named.length <= LONGEST_LINE ? named : `${named.slice(0, LONGEST_LINE).toWellFormed()} [truncated]`;
  });
  const more = lines.length - MAX_LINES;
  return [...shown, ...(more > 0 ? [`[and ${more} more lines: narrow the pattern or the path]`] : [])].join('\n');
}
