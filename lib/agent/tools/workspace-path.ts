import { fail, ok, type Result } from '../../base/result';

/** Where the workspace is, for the agent and its shell. */
export const WORKSPACE_ROOT = '/workspace';

const LONGEST_PATH = 500;

/**
 * The path below the root for an absolute or relative path; '' is the root. Or the reason why it is not in the workspace,
 * as part of a sentence for the model.
 */
export function workspacePath(given: string): Result<string> {
  const shown = JSON.stringify(given.slice(0, 200));
  if (given === '') return fail('the path is empty');
  if (given.length > LONGEST_PATH) return fail(`the path ${shown}… is too long`);
  if (/\p{Cc}/u.test(given) || !given.isWellFormed()) return fail(`the path ${shown} contains invalid characters`);
  const steps: string[] = [];
  for (const step of (given.startsWith('/') ? given : `${WORKSPACE_ROOT}/${given}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  const [root, ...below] = steps;
  return `/${root ?? ''}` === WORKSPACE_ROOT
    ? ok(below.join('/'))
    : fail(`the path ${shown} is outside ${WORKSPACE_ROOT}`);
}
