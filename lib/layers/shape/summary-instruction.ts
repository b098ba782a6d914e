/** The prompt for a summary. */
export interface PromptWords {
  readonly text: string;
  /** The tag of the scratch part, which is removed from the answer. The usual tags are always removed. */
  readonly scratchTag?: string;
}

/** [F3] As it follows the messages of a request. */
export function instructionText({ text, focus }: { readonly text: string; readonly focus?: string }): string {
  return focus === undefined ? text : `${text}\n\nAbove all, the user wants this to be kept in mind:\n${focus}`;
}

/** [F3] The summary prompt, unless a policy sets another. */
export const standardSummaryPrompt: PromptWords = {
  text: `Answer in text only and call no tool.

Everything above this message is about to be replaced by a summary, and you are the one who writes it. Whoever goes on with the work sees your summary and nothing else of it, so what you leave out is gone.

First go through the conversation from its beginning to its end inside <analysis> tags: what was asked, what was done about it, which files and commands were touched, what failed, and what the user objected to. Nobody will read this part; use it to find what you would otherwise forget.

Then write the summary inside <summary> tags, with these headings:

1. Primary request and intent: what the user wants, in all its parts, with every limit they set.
2. Key technical concepts: the languages, libraries, protocols and ideas that the work turns on.
3. Files and code: each file that was read, created or changed, by its full path, why it matters, and the lines that will be needed again, word for word.
4. Errors and fixes: each error as it was printed, what put it right, and what the user said about it.
5. Problem solving: what was found out, what was tried without success, what is still open.
6. All user messages: every message that the user typed, in order, results of tools left out. Rules and prohibitions are quoted as they were given.
7. Pending tasks: what was asked for and is not done.
8. Current work: what was being done at the very end, with the file, the line and the command.
9. Next step: the one thing to do next, if it follows from what the user asked last, with a quotation that shows it.

Give paths, names, numbers, versions and commands exactly as they are in the conversation. If something is not in it, leave it out. Answer in text only and call no tool.`,
};

/** [C1] For a span of the conversation, whose messages alone are sent: what precedes and follows it stays. */
export const spanInstruction = `Answer in text only and call no tool.

The messages above are one stretch out of the middle of a longer conversation. What comes before and after it stays as it is; this stretch alone is replaced by what you write now, inside <summary> tags.

- Say in the order of time what was done in it, what came of it, and what was decided or found out.
- Give paths, names, commands, values and error messages exactly as they are in the messages.
- Quote what the user said, rules and prohibitions above all.
- Leave out what a file or command merely printed, unless the work turned on it.
- Do not go on with the work, and write nothing that is not in these messages.`;
