import { fail, ok, type Result } from '../../base/result';
import { HOME, SETTINGS_ROOT, WORKSPACE_ROOT } from '../../instructions/mounts';

export { HOME, SETTINGS_ROOT, WORKSPACE_ROOT };

/** The folders with files of a run. Nothing else is kept. */
export const mounts = [WORKSPACE_ROOT, HOME, SETTINGS_ROOT] as const;

export type Mount = (typeof mounts)[number];

const LONGEST_PATH = 500;

/**
 * A file's path in a run, from what was typed: below the workspace it is relative, and '' is the root; in other mounts it
 * is absolute. Or the reason why it is nowhere, as part of a sentence for the model.
 */
export function workspacePath(given: string): Result<string> {
  const shown = JSON.stringify(given.slice(0, 200));
  if (given === '') return fail('the path is empty');
  if (given.length > LONGEST_PATH) return fail(`the path ${shown}… is too long`);
  if (/\p{Cc}/u.test(given) || !given.isWellFormed()) return fail(`the path ${shown} contains invalid characters`);
  const steps: string[] = [];
  for (const step of absolute(given).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  const full = `/${steps.join('/')}`;
  const mount = mounts.find((root) => isBelow(full, root));
  if (mount === undefined) return fail(`the path ${shown} is outside ${WORKSPACE_ROOT}, ${HOME} and ${SETTINGS_ROOT}`);
  return ok(mount === WORKSPACE_ROOT ? full.slice(WORKSPACE_ROOT.length + 1) : full);
}

/** As the agent and its shell know it. */
export function fullPath(path: string): string {
  if (path.startsWith('/')) return path;
  return path === '' ? WORKSPACE_ROOT : `${WORKSPACE_ROOT}/${path}`;
}

/** Of a path in a run. */
export function mountOf(path: string): Mount {
  return mounts.find((root) => isBelow(path, root)) ?? WORKSPACE_ROOT;
}

/** For the agent, as the end of a sentence that starts with the path. */
export function whyReadOnly(path: string): string | undefined {
  return mountOf(path) === SETTINGS_ROOT ? `cannot be changed: ${SETTINGS_ROOT} is read-only.` : undefined;
}

function absolute(given: string): string {
  if (given === '~' || given.startsWith('~/')) return `${HOME}${given.slice(1)}`;
  return given.startsWith('/') ? given : `${WORKSPACE_ROOT}/${given}`;
}

function isBelow(full: string, root: string): boolean {
  return full === root || full.startsWith(`${root}/`);
}
