import type { PartFate } from '../../simulator/replay/part-fates';

/** What can become of a part. */
export const fateTerms: Readonly<Record<PartFate, { readonly title: string; readonly text: string }>> = {
  kept: { title: 'Kept', text: 'The part is in the context as it was recorded.' },
  cleared: {
    title: 'Cleared',
    text: 'A placeholder stands where the content of the result was.',
  },
  'stored-out': {
    title: 'Stored out',
    text: 'The result was too long and is kept outside the context; a stub shows how it begins.',
  },
  summarised: {
    title: 'Summarised',
    text: 'The part has left the context, and a summary or a note tells of it.',
  },
  collapsed: {
    title: 'Collapsed',
    text: 'The part is hidden behind the summary of its span, and can be unfolded again.',
  },
  snipped: {
    title: 'Snipped',
    text: 'The part was removed, and nothing in the context tells of it.',
  },
  unfolded: {
    title: 'Unfolded',
    text: 'The summary of a collapsed span gave way to the messages it stood for.',
  },
  restored: {
    title: 'Restored',
    text: 'The content was put back: after a compaction, because it was in use, or because its span was unfolded.',
  },
  injected: {
    title: 'Injected',
    text: 'A layer put it there. The recording does not hold it.',
  },
  abandoned: {
    title: 'Abandoned',
    text: 'The user went back to an earlier message, and the conversation went on without it.',
  },
};
