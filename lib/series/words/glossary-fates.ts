import type { PartFate } from '../../simulator/replay/part-fates';
import type { GlossaryEntry } from './glossary-entry';

/** What can become of a part. */
export const fateTerms = {
  fate: {
    title: 'Fate',
    text: 'What became of a part. Each has exactly one fate, the newest.',
    rules: ['L7'],
  },
  kept: { title: 'Kept', text: 'The part is in the context as it was recorded.', rules: ['L7'] },
  cleared: {
    title: 'Cleared',
    text: 'A placeholder replaced the content of the result.',
    rules: ['M2', 'L7'],
  },
  'stored-out': {
    title: 'Stored',
    text: 'The result was too long and is stored outside the context; a stub shows a preview.',
    rules: ['B1', 'L7'],
  },
  summarised: {
    title: 'Summarised',
    text: 'The part left the context; a summary or note covers it.',
    rules: ['F6', 'N5', 'L7'],
  },
  collapsed: {
    title: 'Collapsed',
    text: 'The part is replaced by the summary of its span and can be unfolded again.',
    rules: ['C1', 'L7'],
  },
  snipped: {
    title: 'Snipped',
    text: 'The part was removed without a summary.',
    rules: ['S1', 'L7'],
  },
  unfolded: {
    title: 'Unfolded',
    text: 'The summary of a collapsed span was replaced by its original messages.',
    rules: ['C1', 'L7'],
  },
  restored: {
    title: 'Restored',
    text: 'The content was restored: after a compaction because it was in use, or because its span was unfolded.',
    rules: ['F6', 'N7', 'C1', 'L7'],
  },
  injected: {
    title: 'Injected',
    text: 'Added by a layer; not in the recording.',
    rules: ['F6', 'L7'],
  },
  abandoned: {
    title: 'Abandoned',
    text: 'The user went back to an earlier message, and the conversation continued without it.',
    rules: [],
  },
} as const satisfies Record<PartFate | 'fate', GlossaryEntry>;
