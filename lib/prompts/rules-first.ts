import { summaryPrompt } from './summary-prompt';

/** Our own: ordered by what is lost most often. */
export const rulesFirst = summaryPrompt({
  id: 'rules-first',
  title: 'Rules first',
  text: `The conversation above will be replaced by what you write now. Summaries like this tend to lose the rules that the user gave early on, the exact form of values, and which of two values is current. So write these first. Put everything inside <summary> tags.

## Rules
Every rule the user gave, quoted verbatim, oldest first: anything about what to do always, never, only, or before or after something else. A rule still applies even if it has not been mentioned for a long time. Omit only rules that the user withdrew.

## Exact values
Paths, identifiers, versions, ports, hashes, addresses, commands and numbers that may be needed again, each with a few words about what it is. If a value changed, give the current one and say that it changed.

## Files
Three lists of full paths: created, changed, and only read. For each changed file, say what changed.

## Tasks
What is done, what is open, and what was abandoned. Describe open tasks in the user's own words.

## Errors
What failed, the error message, and the fix.

## Now
What you were working on at the end, and the next step.

Write nothing that is not in the conversation. If space runs out, shorten the last sections first, and never the rules. Do not call any tools.`,
});
