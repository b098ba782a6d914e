import { fail, ok, type Result } from '../../base/result';

/** The index of a memory folder. */
export const INDEX_NAME = 'MEMORY.md';

/** [U2] Below a memory folder: what a team shares, with an index of its own. */
export const TEAM_FOLDER = 'team';

/** That of a memory folder, or of the team in it. */
export function isIndexName(name: string): boolean {
  return name === INDEX_NAME || name === `${TEAM_FOLDER}/${INDEX_NAME}`;
}

/** [U2] Whether a name below a memory folder is one of the team's. */
export function isTeamName(name: string): boolean {
  return name.startsWith(`${TEAM_FOLDER}/`);
}

const LONGEST_NAME = 200;

/** [A12] Where a memory folder may be: everything below it can be written without asking. */
export function memoryRoot(path: string): Result<string> {
  if (path.includes('\0')) return fail('the memory folder must not contain a NUL character');
  if (/^[\\/]{2}/.test(path)) return fail('the memory folder must not be on a network share');
  if (/^[a-z]:[\\/]*$/i.test(path)) return fail('the memory folder must not be the root of a drive');
  const isWindows = /^[a-z]:[\\/]/i.test(path);
  if (!isWindows && !path.startsWith('/')) return fail('the memory folder must be an absolute path');
  const steps = stepsOf(path.slice(isWindows ? 2 : 0));
  if (steps.includes('..')) return fail('the memory folder must not contain “..”');
  if (steps.length === 0) return fail('the memory folder must not be “/”');
  if (!isWindows && steps.length === 1 && steps[0] === 'home') return fail('the memory folder must not be “/home”');
  return ok(`${isWindows ? path.slice(0, 2) : ''}/${steps.join('/')}`);
}

/** [A12] The name below the memory folder of a path that a model gave: relative to it, or absolute and within. */
export function memoryName(path: string, root: string): Result<string> {
  if (path.includes('\0')) return fail('the path contains a NUL character');
  if (/^[\\/]{2}/.test(path)) return fail('the path is on a network share');
  const plain = path.replaceAll('\\', '/');
  const isAbsolute = plain.startsWith('/') || /^[a-z]:/i.test(plain);
  const base = `${root.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')}/`;
  if (isAbsolute && !plain.startsWith(base)) return fail('the path is outside the memory folder');
  const steps = stepsOf(isAbsolute ? plain.slice(base.length) : plain);
  if (steps.includes('..')) return fail('the path leaves the memory folder with “..”');
  const name = steps.join('/');
  if (!/\.md$/i.test(name)) return fail('a memory is a Markdown file: its name must end in .md');
  if (name.length > LONGEST_NAME) return fail(`the name is longer than ${LONGEST_NAME} characters`);
  return ok(name);
}

function stepsOf(path: string): readonly string[] {
  return path.split(/[\\/]+/).filter((step) => step !== '' && step !== '.');
}

/** [P1] The memory folder of a project, as it is on the machine of the agent. */
export function projectRoot(directory = ''): string {
  return `/home/agent/.claude/projects/${slugOf(directory)}/memory`;
}

/** [A12] The folder of a project, from the root of its workspace. */
export function slugOf(directory: string): string {
  const slug = directory.replace(/[^A-Za-z0-9]+/g, '-').slice(0, LONGEST_NAME);
  return /[A-Za-z0-9]/.test(slug) ? slug : 'project';
}
