import { fail, ok, type Result } from '../../base/result';
import { changeSetting } from '../../policies/shape/change-setting';
import { eraOf, type Policy, policyThresholds, type SessionModel } from '../../policies/shape/policy';

/** [W3] Where the policy compacts, in percent of the effective window, with one decimal. */
export function compactionPercent(policy: Policy, model: SessionModel, version: string | undefined): number {
  const { auto, effective } = policyThresholds(policy, eraOf(policy, version).thresholds, model);
  return effective === 0 ? 0 : Math.round((auto / effective) * 1_000) / 10;
}

/** [W3] The policy that compacts there. The buffer gives way if it would trigger first. */
export function withCompactionPercent(
  policy: Policy,
  percent: number,
  model: SessionModel,
  version: string | undefined,
): Result<Policy> {
  if (percent < 1 || percent > 100) return fail('it must be from 1 to 100');
  const changed = withShareOfEffective(policy, percent);
  if (!changed.ok) return changed;
  const { thresholds } = eraOf(changed.value, version);
  const { effective } = policyThresholds(changed.value, thresholds, model);
  const room = effective - Math.floor((effective * percent) / 100);
  return thresholds.bufferTokens <= room
    ? ok(changed.value)
    : changeSetting(changed.value, 'thresholds.bufferTokens', room);
}

/** Whatever the window. */
function withShareOfEffective(policy: Policy, percent: number): Result<Policy> {
  const changed = changeSetting(policy, 'thresholds.percent', percent);
  const { percentOf, largeFromTokens } = eraOf(policy, undefined).thresholds;
  const same =
    percentOf === 'effective' || !changed.ok
      ? changed
      : changeSetting(changed.value, 'thresholds.percentOf', 'effective');
  return largeFromTokens === 0 || !same.ok ? same : changeSetting(same.value, 'thresholds.largeFromTokens', 0);
}
