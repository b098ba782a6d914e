import type { PartFate } from '../../simulator/replay/part-fates';

/** The fates of a part. */
export const fateTerms: Readonly<Record<PartFate, { readonly title: string; readonly text: string }>> = {
  kept: { title: 'Kept', text: 'The part is in the context as it was recorded.' },
  cleared: {
    title: 'Cleared',
    text: 'A placeholder replaced the content of the result.',
  },
  'stored-out': {
    title: 'Stored',
    text: 'The result was too long and is stored outside the context; a stub shows a preview.',
  },
  summarised: {
    title: 'Summarised',
    text: 'The part left the context; a summary or note covers it.',
  },
  collapsed: {
    title: 'Collapsed',
    text: 'The part is replaced by the summary of its span and can be unfolded again.',
  },
  snipped: {
    title: 'Snipped',
    text: 'The part was removed without a summary.',
  },
  unfolded: {
    title: 'Unfolded',
    text: 'The summary of a collapsed span was replaced by its original messages.',
  },
  restored: {
    title: 'Restored',
    text: 'The content was restored: after a compaction because it was in use, or because its span was unfolded.',
  },
  injected: {
    title: 'Injected',
    text: 'Added by a layer; not in the recording.',
  },
  abandoned: {
    title: 'Abandoned',
    text: 'The user went back to an earlier message, and the conversation continued without it.',
  },
};
