import type { SettingsSpec } from '../../layers/shape/setting';
import type { CounterId } from '../../tokens/counter-error';
import { counters } from '../../tokens/counters';

/** What a policy may set besides thresholds and layers: `Policy` has these fields, a file and the editor the rows below. */
export interface PolicySettings {
  readonly counter: CounterId;
  /** Output limit of the model, if not recorded. */
  readonly maxOutputTokens: number;
  /** Replaces the model's own window, but can only make it smaller: see `windowFor`. */
  readonly windowTokens: number;
  /** [G1] Disables all compaction: automatic, manual, and after a rejected request. */
  readonly isDisabled: boolean;
  /** [G1] Compacts only after a rejected request. */
  readonly isReactiveOnly: boolean;
}

export const policySettings: SettingsSpec<PolicySettings> = {
  windowTokens: {
    type: 'number',
    title: 'Window',
    explains: 'Overrides the model’s window. Can only make it smaller.',
    rule: 'W1',
    synonyms: ['context window', 'context length', 'max context'],
    isMain: true,
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
    synonyms: ['max_tokens', 'max output'],
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
    synonyms: ['tokenizer'],
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
    synonyms: ['overflow', 'prompt too long'],
    default: false,
  },
  isDisabled: {
    type: 'switch',
    title: 'No compaction',
    explains: 'Never compacts: not automatically, not manually, and not after a rejected request.',
    rule: 'G1',
    synonyms: ['disable', 'off'],
    default: false,
  },
};

/** What the policy itself sets. */
export function ownSettings(policy: Partial<PolicySettings>): Partial<PolicySettings> {
  return Object.fromEntries(
    Object.entries(policy).filter(([name, value]) => Object.hasOwn(policySettings, name) && value !== undefined),
  );
}
