import type { SettingsSpec } from '../../layers/shape/setting';
import { counters } from '../../tokens/counters';
import type { Policy } from './policy';

export type PolicySettings = Required<
  Pick<Policy, 'windowTokens' | 'maxOutputTokens' | 'counter' | 'isReactiveOnly' | 'isDisabled'>
>;

/** What a policy has beside its thresholds and layers. */
export const policySettings: SettingsSpec<PolicySettings> = {
  windowTokens: {
    type: 'number',
    title: 'Window',
    explains: 'In place of the window of the model, which it can only make smaller.',
    rule: 'W1',
    unit: 'tokens',
    min: 1_000,
    max: 10_000_000,
    step: 1_000,
    default: 10_000_000,
  },
  maxOutputTokens: {
    type: 'number',
    title: 'Output limit',
    explains: 'The longest reply of the model, where the recording does not tell.',
    rule: 'W2',
    unit: 'tokens',
    min: 1,
    max: 1_000_000,
    step: 1_000,
    default: 32_000,
  },
  counter: {
    type: 'choice',
    title: 'Counter',
    explains: 'Tokens that were not recorded are counted so.',
    rule: 'T9',
    options: {
      rough: counters.rough.explains,
      chars4: counters.chars4.explains,
      calibrated: counters.calibrated.explains,
      anchored: counters.anchored.explains,
      exact: counters.exact.explains,
    },
    default: 'rough',
  },
  isReactiveOnly: {
    type: 'switch',
    title: 'Only when refused',
    explains: 'Nothing is compacted before a request was refused for its length.',
    rule: 'G1',
    default: false,
  },
  isDisabled: {
    type: 'switch',
    title: 'No compaction',
    explains: 'Nothing is compacted: not by itself, not by hand, and not when a request was refused.',
    rule: 'G1',
    default: false,
  },
};
