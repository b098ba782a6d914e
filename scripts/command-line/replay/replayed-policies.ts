import { fail, ok, type Result } from '../../../lib/base/result';
import type { RowPolicy } from '../../../lib/rows/row-policy';
import { outsidePolicy } from '../../compactor/outside-policy';
import { readCompactor } from '../compactor-options';
import { policyOptions, readPolicy } from '../policy-options';
import type { Place } from './rows-of-paths';

/** The options of `policyOptions`, for several policies. */
export const policiesOptions = {
  ...policyOptions,
  policy: { type: 'string' as const, multiple: true as const, default: [] as string[] },
};

export type PolicyValues = Omit<Parameters<typeof readPolicy>[0], 'policy'>;

/** Named as it was typed, with what was set: that tells two of the same preset apart. */
export function readRowPolicy(name: string, values: PolicyValues): Result<RowPolicy> {
  const chosen = readPolicy({ ...values, policy: name });
  if (!chosen.ok) return chosen;
  const suffix = values.set.length === 0 ? '' : ` with ${values.set.join(', ')}`;
  return ok({ name: `${name}${suffix}`, ...chosen.value });
}

export function readRowPolicies(names: readonly string[], values: PolicyValues): Result<readonly RowPolicy[]> {
  const policies: RowPolicy[] = [];
  for (const name of names) {
    const policy = readRowPolicy(name, values);
    if (!policy.ok) return policy;
    if (policies.some((known) => known.name === policy.value.name)) return fail(`"${name}" is named twice`);
    policies.push(policy.value);
  }
  return ok(policies);
}

/** With `--compactor`: the policy whose compactions are replaced is the one given, else that of the recording. */
export function readOutsidePolicy(
  values: PolicyValues & Parameters<typeof readCompactor>[0],
  { queue }: Pick<Place, 'queue'>,
  given: RowPolicy | undefined,
): Result<RowPolicy | undefined> {
  const compactor = readCompactor(values);
  if (!compactor.ok || compactor.value === undefined) return compactor.ok ? ok(undefined) : compactor;
  // Whoever can write to the queue could run any command on its workers.
  if (queue !== undefined) return fail('--compactor runs a command on this machine; it cannot be used with --queue');
  const base = given === undefined ? readRowPolicy('as-recorded', values) : ok(given);
  return base.ok ? ok(outsidePolicy(base.value, compactor.value)) : base;
}
