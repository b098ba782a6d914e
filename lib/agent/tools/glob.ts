import { folderOrFile, globArguments, SEARCH_TIME_LIMIT_MS, searchFailed } from './search';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { WORKSPACE_ROOT } from './workspace-path';

const MAX_FILES = 500;

export const glob: Tool = {
  name: 'Glob',
  description: 'Lists files whose paths match a pattern, such as **/*.awk or tests/*.txt, sorted by name.',
  input: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: '* matches any characters in a name, ** any folders.' },
      path: { type: 'string', description: `The folder to search. Default: ${WORKSPACE_ROOT}.` },
    },
    required: ['pattern'],
  },
  isReadOnly: true,
  async run(given, desk, signal) {
    const input = new ToolInput('Glob', given);
    const pattern = input.pattern('pattern');
    const folder = input.optionalPath('path');
    if (input.problem !== undefined) return refused(input.problem);
    if (!desk.workspace.isFolder(folder)) return refused(`There is no folder ${WORKSPACE_ROOT}/${folder}.`);
    const args = ['--files', '--hidden', '--no-ignore', ...globArguments(belowRoot(pattern)), ...folderOrFile(folder)];
    const run = await desk.shell.run('rg', desk.workspace.files(), {
      signal,
      timeLimitMs: SEARCH_TIME_LIMIT_MS,
      args,
    });
    if (searchFailed(run)) return refused(`Glob failed: ${run.stderr.trim()}`);
    const paths = run.stdout.split('\n').filter((path) => path !== '');
    if (paths.length === 0) return done('No files match.');
    const more = paths.length - MAX_FILES;
    const shown = paths.slice(0, MAX_FILES).map((path) => `${WORKSPACE_ROOT}/${path.replace(/^\.\//, '')}`);
    return done([...shown, ...(more > 0 ? [`[and ${more} more]`] : [])].join('\n'));
  },
};

/** Agents also write absolute patterns; the search needs them relative to its folder. */
function belowRoot(pattern: string): string {
  return pattern.replace(`${WORKSPACE_ROOT}/`, '').replace(/^\.?\//, '');
}
