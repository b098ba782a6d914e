import { summaryPrompt } from './summary-prompt';

export const fiveHeads = summaryPrompt({
  id: 'five-heads',
  title: 'Five headings',
  modelledOn: {
    name: 'Anthropic SDK, compactionControl',
    source: 'anthropics/anthropic-sdk-typescript, CompactionControl.ts',
  },
  text: `Write a summary of the work so far that is complete enough for someone who has not seen this conversation to continue. It will replace everything above. Put it inside <summary> tags, under these five headings:

## Task overview
What the user asked for, the success criteria, and any constraints.

## Current state
What has been done, which files were created, changed or read (full paths), and the results.

## Important discoveries
What was learned along the way: causes of errors, decisions and the reasons for them, approaches that did not work.

## Next steps
The remaining work in order, and anything that blocks it.

## Context to preserve
The user's preferences and prohibitions, promises made, and every exact value that will be needed again.

Be concise, but include everything that would otherwise have to be found out again. Do not call any tools.`,
});
