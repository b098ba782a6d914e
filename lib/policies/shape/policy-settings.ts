import type { SettingsSpec } from '../../layers/shape/setting';
import { counters } from '../../tokens/counters';
import type { Policy } from './policy';

export type PolicySettings = Required<
  Pick<Policy, 'windowTokens' | 'maxOutputTokens' | 'counter' | 'isReactiveOnly' | 'isDisabled'>
>;

/** The settings of a policy besides thresholds and layers. */
export const policySettings: SettingsSpec<PolicySettings> = {
  windowTokens: {
    type: 'number',
    title: 'Window',
    explains: 'Overrides the model’s window. Can only make it smaller.',
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
    explains: 'The model’s maximum reply, if not recorded.',
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
    explains: 'How unrecorded tokens are counted.',
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
    title: 'Reactive only',
    explains: 'Compacts only after a request is rejected as too long.',
    rule: 'G1',
    default: false,
  },
  isDisabled: {
    type: 'switch',
    title: 'No compaction',
    explains: 'Never compacts: not automatically, not manually, and not after a rejected request.',
    rule: 'G1',
    default: false,
  },
};
