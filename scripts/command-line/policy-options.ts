import { fail, ok, type Result } from '../../lib/base/result';
import { changeSetting } from '../../lib/policies/change-setting';
import { policies, policyById } from '../../lib/policies/index';
import type { Policy } from '../../lib/policies/policy';
import type { ReplayMaterial } from '../../lib/simulator/replay-material';
import { assumed } from '../../lib/summarizers/assumed';
import { offline } from '../../lib/summarizers/offline';
import { recorded } from '../../lib/summarizers/recorded';
import type { Summarizer } from '../../lib/summarizers/summarizer';

/** The options of every command that runs a policy, as `parseArgs` takes them. */
export const policyOptions = {
  policy: { type: 'string' as const, default: 'as-recorded' },
  set: { type: 'string' as const, multiple: true as const, default: [] as string[] },
  replies: { type: 'string' as const, default: 'recorded' },
};

/** Who writes the summaries. */
const SUMMARIZERS: Readonly<Record<string, (material: ReplayMaterial) => Summarizer>> = {
  recorded: ({ transcript, counter }) => recorded(transcript, counter, assumed()),
  assumed: () => assumed(),
  offline: ({ counter }) => offline(counter),
};

export interface ChosenPolicy {
  readonly policy: Policy;
  summarizerFor(material: ReplayMaterial): Summarizer;
}

export function readPolicy(values: {
  readonly policy: string;
  readonly set: readonly string[];
  readonly replies: string;
}): Result<ChosenPolicy> {
  const preset = policyById(values.policy);
  if (preset === undefined) {
    return fail(`there is no policy "${values.policy}"; there are ${policies.map(({ id }) => id).join(', ')}`);
  }
  const policy = withSettings(preset, values.set);
  if (!policy.ok) return policy;
  const summarizerFor = Object.hasOwn(SUMMARIZERS, values.replies) ? SUMMARIZERS[values.replies] : undefined;
  if (summarizerFor === undefined) {
    return fail(`--replies takes ${Object.keys(SUMMARIZERS).join(', ')}, not "${values.replies}"`);
  }
  return ok({ policy: policy.value, summarizerFor });
}

function withSettings(policy: Policy, given: readonly string[]): Result<Policy> {
  let changed = policy;
  for (const setting of given) {
    const [path = '', value] = setting.split('=');
    if (value === undefined || value === '') return fail(`--set takes layer.setting=value, not "${setting}"`);
    const next = changeSetting(changed, path, value === 'true' || (value === 'false' ? false : Number(value)));
    if (!next.ok) return next;
    changed = next.value;
  }
  return ok(changed);
}
