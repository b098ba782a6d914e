/** The prompt for a summary. */
export interface PromptWords {
  readonly text: string;
  /** The tag of the scratch part, which is removed from the answer. The usual tags are always removed. */
  readonly scratchTag?: string;
}

/** [F3] As it follows the messages of a request. */
export function instructionText({ text, focus }: { readonly text: string; readonly focus?: string }): string {
  return focus === undefined ? text : `${text}\n\nThe user asked to focus on this:\n${focus}`;
}

/** [F3] The summary prompt, unless a policy sets another. */
export const standardSummaryPrompt: PromptWords = {
  text: `Respond with text only. Do not call any tools.

Everything above this message is about to be replaced with a summary that you write now. Whoever continues the work will only see your summary, so anything you omit is lost.

First go through the whole conversation inside <analysis> tags: what was asked, what was done about it, which files and commands were involved, what failed, and what the user objected to. Nobody will read this part; use it to find what you would otherwise forget.

Then write the summary inside <summary> tags, under these headings:

1. Primary request and intent: everything the user wants, with every constraint they set.
2. Key technical concepts: the languages, libraries, protocols and ideas that matter for the work.
3. Files and code: each file that was read, created or changed, with its full path, why it matters, and any lines that will be needed again, verbatim.
4. Errors and fixes: each error message, how it was fixed, and what the user said about it.
5. Problem solving: what was learned, what was tried without success, and what is still open.
6. All user messages: every message that the user typed, in order, without tool results. Quote rules and prohibitions verbatim.
7. Pending tasks: what was requested but is not done yet.
8. Current work: what you were working on at the very end, with the file, the line and the command.
9. Next step: the one thing to do next, if it follows from the user's latest request, with a quote that shows this.

Give paths, names, numbers, versions and commands exactly as they appear in the conversation. Do not include anything that is not in it. Respond with text only. Do not call any tools.`,
};

/** [C1] For a span of the conversation, whose messages alone are sent: what precedes and follows it stays. */
export const spanInstruction = `Respond with text only. Do not call any tools.

The messages above are an excerpt from the middle of a longer conversation. Everything before and after it stays unchanged; only this excerpt is replaced with what you write now, inside <summary> tags.

- Say in chronological order what was done, with what result, and what was decided or learned.
- Give paths, names, commands, values and error messages exactly as they appear in the messages.
- Quote what the user said, especially rules and prohibitions.
- Omit the content of files and command output, unless it was decisive for the work.
- Do not continue the work, and write nothing that is not in these messages.`;
