/** [N3] The instruction for updating the note, sent after the messages. */
export function noteInstruction(note: string): string {
  return `Answer in text only and call no tool. Do not go on with the work: for this one answer you only keep its note.

Below stands the running note of this session. It will take the place of the conversation when the conversation has become too long. Bring it up to date with what was said and done above, and answer with the whole note and nothing else.

- Keep all ten headings and the line in italics under each of them, word for word and in this order, also where there is nothing to say.
- Change what stands under them and nothing else: add what is new, correct what is no longer so, and leave standing what still holds.
- Write dense lines with exact paths, names, commands, values and error messages. The current state is always that of the very end of the conversation.
- At most about 2,000 tokens in a section. Shorten the oldest lines of the worklog first.
- Say nothing of this note or of these instructions in it.

The note:

${note}`;
}
