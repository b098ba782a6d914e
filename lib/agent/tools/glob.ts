import { folderOrFile, globArguments, SEARCH_TIME_LIMIT_MS, searchFailed } from './search';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';
import { fullPath, HOME, mounts, WORKSPACE_ROOT } from './workspace-path';

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
    const { pattern, folder } = searched(input.pattern('pattern'), input.optionalPath('path'));
    if (input.problem !== undefined) return refused(input.problem);
    if (!desk.workspace.isFolder(folder)) return refused(`There is no folder ${fullPath(folder)}.`);
    const args = ['--files', '--hidden', '--no-ignore', ...globArguments(pattern), ...folderOrFile(folder)];
    const run = await desk.run('rg', { timeLimitMs: SEARCH_TIME_LIMIT_MS, args }, signal);
    if (searchFailed(run)) return refused(`Glob failed: ${run.stderr.trim()}`);
    const paths = run.stdout.split('\n').filter((path) => path !== '');
    if (paths.length === 0) return done('No files match.');
    const more = paths.length - MAX_FILES;
    const shown = paths.slice(0, MAX_FILES).map((path) => fullPath(path.replace(/^\.\//, '')));
    return done([...shown, ...(more > 0 ? [`[and ${more} more]`] : [])].join('\n'));
  },
};

/** Agents also write absolute patterns; the search needs them relative to its folder. */
function searched(given: string, folder: string): { readonly pattern: string; readonly folder: string } {
  const full = given.startsWith('~/') ? `${HOME}${given.slice(1)}` : given;
  const named = otherMounts.find((root) => full.startsWith(`${root}/`));
  const place = named !== undefined && folder === '' ? named : folder;
  const pattern = full.replace(`${named ?? WORKSPACE_ROOT}/`, '').replace(/^\.?\//, '');
  // Outside the workspace, a pattern with folders is matched against absolute paths.
  const isByPath = place.startsWith('/') && pattern.includes('/') && !pattern.startsWith('**/');
  return { pattern: isByPath ? `${named ?? place}/${pattern}` : pattern, folder: place };
}

const otherMounts = mounts.filter((root) => root !== WORKSPACE_ROOT);
