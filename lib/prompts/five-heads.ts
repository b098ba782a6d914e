import { summaryPrompt } from './summary-prompt';

export const fiveHeads = summaryPrompt({
  id: 'five-heads',
  title: 'Five heads',
  modelledOn: {
    name: 'Anthropic SDK, compactionControl',
    source: 'anthropics/anthropic-sdk-typescript, CompactionControl.ts',
  },
  text: `Write a summary of the work so far that is enough to go on from, even for somebody who has not seen this conversation. It will take the place of everything above. Put it inside <summary> tags and use these five heads:

## Task overview
What the user asked for, how it is to be judged, and the limits they set.

## Current state
What is done, which files were created, changed or read, by their full paths, and what came out of it.

## Important discoveries
What turned out to be true or false on the way: causes of errors, decisions and their reasons, ways that were tried and led nowhere.

## Next steps
What remains, in the order in which to do it, and what stands in its way.

## Context to preserve
What the user prefers and forbids, what was promised, and every value that will be needed again exactly as it is.

Be short, and leave out nothing that would have to be found out again. Call no tool.`,
});
