import { existsSync, readFileSync, statSync } from 'node:fs';
import { optional } from '../../lib/base/optional';
import { fail, ok, type Result } from '../../lib/base/result';
import { policies, policyById } from '../../lib/policies/index';
import { withHooks } from '../../lib/policies/parse-hooks';
import { MAX_CHARACTERS, readPolicyText } from '../../lib/policies/parse-policy';
import { changeSetting, type SettingValue } from '../../lib/policies/shape/change-setting';
import type { Policy } from '../../lib/policies/shape/policy';
import type { Replies } from '../../lib/simulator/replay/replies';
import { fromWhereTheUserIs } from './file-source';

/** The options of every command that runs a policy, for `parseArgs`. */
export const policyOptions = {
  policy: { type: 'string' as const, default: 'as-recorded' },
  set: { type: 'string' as const, multiple: true as const, default: [] as string[] },
  replies: { type: 'string' as const, default: 'recorded' },
  'hook-when': { type: 'string' as const },
  'hook-instructions': { type: 'string' as const },
  'hook-blocks': { type: 'string' as const },
  'hook-result': { type: 'string' as const, multiple: true as const },
};

/** Sources of summaries. */
const REPLIES = ['recorded', 'assumed', 'offline'] as const satisfies readonly Replies['type'][];

export interface ChosenPolicy {
  readonly policy: Policy;
  readonly replies: Replies;
}

export function readPolicy(values: {
  readonly policy: string;
  readonly set: readonly string[];
  readonly replies: string;
  readonly 'hook-when'?: string | undefined;
  readonly 'hook-instructions'?: string | undefined;
  readonly 'hook-blocks'?: string | undefined;
  readonly 'hook-result'?: readonly string[] | undefined;
}): Result<ChosenPolicy> {
  const chosen = policyNamed(values.policy);
  if (!chosen.ok) return chosen;
  const policy = withSettings(chosen.value, values.set);
  if (!policy.ok) return policy;
  const replies = repliesNamed(values.replies);
  if (replies === undefined) {
    return fail(`--replies takes ${REPLIES.join(', ')} or assumed:TOKENS, not "${values.replies}"`);
  }
  const given = values['hook-when'];
  const when = (['manual', 'auto'] as const).find((each) => each === given);
  if (given !== undefined && when === undefined) return fail(`--hook-when takes manual or auto, not "${given}"`);
  const said = {
    ...optional('when', when),
    ...optional('instructions', values['hook-instructions']),
    ...optional('blocks', values['hook-blocks']),
    ...optional('results', values['hook-result']),
  };
  const isSaid = Object.keys(said).length > 0;
  const heard = isSaid ? withHooks(policy.value, { ...policy.value.hooks, ...said }) : policy.value;
  return ok({ policy: heard, replies });
}

/** The id of a preset, or the path of a policy file. */
function policyNamed(name: string): Result<Policy> {
  const preset = policyById(name);
  if (preset !== undefined) return ok(preset);
  const path = fromWhereTheUserIs(name);
  if (!name.endsWith('.json') && !existsSync(path)) {
    const ids = policies.map(({ id }) => id).join(', ');
    return fail(`unknown policy "${name}"; expected one of: ${ids}, or a .json file`);
  }
  const read = readPolicyFile(path);
  return read.ok ? read : fail(`could not read policy "${name}": ${read.error}`);
}

function readPolicyFile(path: string): Result<Policy> {
  try {
    const found = statSync(path);
    if (!found.isFile()) return fail('it is not a file');
    if (found.size > MAX_CHARACTERS) return fail(`it has ${found.size} bytes, which is too large`);
    return readPolicyText(readFileSync(path, 'utf8'));
  } catch (error) {
    // Node's own message contains the whole path.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return fail(isMissing ? 'file not found' : 'the file could not be opened');
  }
}

function withSettings(policy: Policy, given: readonly string[]): Result<Policy> {
  let changed = policy;
  for (const setting of given) {
    const equals = setting.indexOf('=');
    const value = setting.slice(equals + 1);
    if (equals === -1 || value === '') return fail(`--set takes layer.setting=value, not "${setting}"`);
    const next = changeSetting(changed, setting.slice(0, equals), settingValue(value));
    if (!next.ok) return next;
    changed = next.value;
  }
  return ok(changed);
}

function settingValue(word: string): SettingValue {
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(word);
  return word.trim() === '' || Number.isNaN(number) ? word : number;
}

function repliesNamed(who: string): Replies | undefined {
  const [, digits] = /^assumed:(\d{1,7})$/.exec(who) ?? [];
  const tokens = Number(digits ?? 0);
  if (tokens > 0) return { type: 'assumed', tokens };
  const type = REPLIES.find((each) => each === who);
  return type === undefined ? undefined : { type };
}
