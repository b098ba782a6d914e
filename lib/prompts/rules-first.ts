import { summaryPrompt } from './summary-prompt';

/** Our own: ordered by what is lost most often. */
export const rulesFirst = summaryPrompt({
  id: 'rules-first',
  title: 'Rules first',
  text: `The conversation above will be replaced by what you write now. Experience shows what such summaries lose: the rules that the user gave early, the exact form of values, and which of two values is the later one. Write these before anything else. Put all of it inside <summary> tags.

## Rules
Every rule that the user gave, quoted word for word, the oldest first: what always, never, only, before or after something else is to be done. A rule stays a rule even if nobody has spoken of it for long. Leave out only what the user took back.

## Exact values
Paths, identifiers, versions, ports, hashes, addresses, commands and numbers that may be needed again, with a few words on what each is. Where a value changed, give the one that holds now and say that it changed.

## Files
Created, changed and only read, as three lists of full paths. For a changed file: what was changed.

## Tasks
What is done, what is open, what was given up. The user's own words for what is open.

## Errors
What failed, its message, and what put it right.

## Now
What was being done at the end, and the next step.

Write nothing that is not in the conversation. If there is no room for all of it, shorten from the bottom up and never the rules. Call no tool.`,
});
