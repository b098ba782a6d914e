import type { SettingsSpec } from '../shape/setting';

/** [F13] How a summary stands in the new context. */
export interface ComposeSettings {
  readonly summaryStands: 'first' | 'last';
  readonly summaryIs: 'message' | 'answer';
}

export const composeSettings: SettingsSpec<ComposeSettings> = {
  summaryStands: {
    type: 'choice',
    title: 'Summary stands',
    explains: 'Where the summary stands among what stays and what is restored.',
    rule: 'F13',
    synonyms: ['order', 'compose'],
    options: { first: 'First', last: 'Behind what stays and what is restored' },
    default: 'first',
  },
  summaryIs: {
    type: 'choice',
    title: 'Summary as',
    explains: 'Who says the summary.',
    rule: 'F13',
    synonyms: ['role', 'compose'],
    options: {
      message: 'A message to the model',
      answer: 'The model’s answer to a question; after an automatic compaction, it is told to continue',
    },
    default: 'message',
  },
};
