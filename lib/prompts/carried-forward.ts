import { summaryPrompt } from './summary-prompt';

/** Our own, for sessions that are compacted many times: each rewriting of a summary loses something, or makes it grow. */
export const carriedForward = summaryPrompt({
  id: 'carried-forward',
  title: 'Carried forward',
  text: `The conversation above will be replaced by what you write now, and this may happen again and again. If it starts with an earlier summary, nothing else is left of what came before: copy from it what still applies, and do not rephrase it. Put everything inside <summary> tags.

## Standing
What applies to the whole session, one line each: the goal, every rule of the user, decisions with their reasons, and exact values such as paths, names, commands, ports and versions. Copy these lines from the earlier summary verbatim. Change a line only if it is no longer true. Remove a line only if the user withdrew it, or if the work it belongs to is finished and accepted. Then add what was established since.

## Progress
Finished work, oldest first. Merge what the earlier summary lists as finished into as few lines as possible; describe what was finished since in full, with the path of each file that was created or changed.

## Dead ends
What was tried and did not work, with the error message, so that it is not tried again.

## Now
The latest request of the user, quoted verbatim, what is half finished, and the next step.

## Dropped
What the earlier summary contained and this one does not, a few words each. Without an earlier summary, write "nothing".

The summary must not grow each time: shorten Progress first, then Dead ends, and never Standing. Write nothing that is not in the conversation. Do not call any tools.`,
});
