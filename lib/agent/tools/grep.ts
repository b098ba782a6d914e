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
    'Searches the files for a regular expression (RE2: no lookaround, no backreferences). Shows the lines found, or the ' +
    'names of the files, or how many lines each has. It also searches a result that was stored: give its path.',
  input: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'The regular expression.' },
      path: { type: 'string', description: `The file or folder to search. Default: ${WORKSPACE_ROOT}.` },
      glob: { type: 'string', description: 'Only files that fit this pattern, such as *.awk.' },
      output_mode: {
        type: 'string',
        enum: ['content', 'files_with_matches', 'count'],
        description: 'Default: content.',
      },
      context: { type: 'integer', minimum: 0, description: 'So many lines around each line found.' },
      ignore_case: { type: 'boolean', description: 'Capital and small letters are the same. Default: false.' },
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
    const run = await desk.shell.run('rg', searched.files(), {
      signal,
      timeLimitMs: SEARCH_TIME_LIMIT_MS,
      args: [
        ...{ content: ['-n'], files_with_matches: ['-l'], count: ['-c'] }[mode],
        ...['-H', '--hidden', '--no-ignore'],
        ...(mode === 'content' && context > 0 ? ['-C', String(Math.min(context, MAX_CONTEXT))] : []),
        ignoresCase ? '-i' : '-s',
        ...(only === undefined ? [] : globArguments(only)),
        ...['-e', pattern],
        ...folderOrFile(path),
      ],
    });
    if (searchFailed(run)) return refused(`Grep failed: ${run.stderr.trim()}`);
    return done(shortened(run.stdout));
  },
};

function shortened(stdout: string): string {
  if (stdout === '') return 'Nothing was found.';
  const lines = stdout.trimEnd().split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const named = line.replace(/^\.\//, '');
    return named.length <= LONGEST_LINE ? named : `${named.slice(0, LONGEST_LINE).toWellFormed()} [cut here]`;
  });
  const more = lines.length - MAX_LINES;
  return [...shown, ...(more > 0 ? [`[and ${more} more lines: search for less, or in fewer files]`] : [])].join('\n');
}
