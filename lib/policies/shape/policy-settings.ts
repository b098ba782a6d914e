import type { SettingsSpec } from '../../layers/shape/setting';
import type { CounterId } from '../../tokens/counter-error';
import { counters } from '../../tokens/counters';
import type { Looks, Measure } from './measure';

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
  readonly usage: Measure['usage'];
  readonly since: Measure['since'];
  readonly countsOldReasoning: boolean;
  readonly looks: Looks;
  /** [G3] */
  readonly latchesWhenInflated: boolean;
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
  usage: {
    type: 'choice',
    title: 'Usage counted',
    explains: 'What counts of the latest usage. Only for the counter “rough”.',
    rule: 'W10',
    synonyms: ['promptTokenCount', 'total_tokens', 'input_tokens'],
    options: { total: 'Its prompt and its reply', prompt: 'Its prompt only' },
    default: 'total',
  },
  since: {
    type: 'choice',
    title: 'Counted since',
    explains: 'How what was added since the latest usage is counted. Only for the counter “rough”.',
    rule: 'W10',
    synonyms: ['estimate', 'characters', 'bytes'],
    options: {
      rough: 'A quarter of its bytes',
      'json-items': 'A quarter of its bytes as JSON, item by item',
      chars4: 'A quarter of its characters as JSON',
      texts: 'A quarter of the characters of its texts',
      nothing: 'Not at all',
    },
    default: 'rough',
  },
  countsOldReasoning: {
    type: 'switch',
    title: 'Old reasoning',
    explains: 'Counts the reasoning of earlier turns once more. Only for the counter “rough”.',
    rule: 'W10',
    synonyms: ['encrypted_content', 'thinking'],
    default: false,
  },
  looks: {
    type: 'choice',
    title: 'Looks at the size',
    explains: 'When the size is compared with the threshold.',
    rule: 'W11',
    synonyms: ['clock', 'when', 'between turns'],
    options: {
      calls: 'Before every call',
      'calls-without-prompt': 'Before every call; a new prompt does not count yet, and stays as it is',
      turns: 'Before the first call of a turn',
      'turns-without-prompt': 'Between two turns: the new prompt does not count yet, and stays as it is',
    },
    default: 'calls',
  },
  latchesWhenInflated: {
    type: 'switch',
    title: 'Stops at a larger result',
    explains: 'After a compaction whose result would have been no smaller, compacts only by hand, until that succeeds.',
    rule: 'G3',
    synonyms: ['latch', 'hasFailedCompressionAttempt', 'inflated'],
    default: false,
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
