import { rememberLast } from '../../base/remember-last';
import { emptyNote } from './note-template';

/** [N3] The prompt for updating the note, unless a policy sets another. */
export const standardNotePrompt = `Respond with text only. Do not call any tools. Do not continue the work: in this response, you only update its note.

Below is the running note of this session. It will replace the conversation when the conversation gets too long. Update it with what was said and done above, and respond with the complete note and nothing else.

- Keep all ten headings and the line in italics under each of them, verbatim and in this order, even if there is nothing to say.
- Only change the text under them: add what is new, correct what is no longer true, and keep what still applies.
- Be dense: give exact paths, names, commands, values and error messages. The current state always describes the very end of the conversation.
- Keep each section below about 2,000 tokens. Shorten the oldest lines of the worklog first.
- Do not mention this note or these instructions in it.`;

const NOTE = '\n\nThe note:\n\n';

/** [N3] The prompt and the note, as they follow the messages. Remembered: assumed notes are all equal. */
export const noteInstruction = rememberLast((prompt: string, note: string): string => `${prompt}${NOTE}${note}`);

const [firstHeading = ''] = emptyNote.split('\n');

/** The note at the end of an instruction, whatever the prompt says before it. */
export function noteOfInstruction(instruction: string): string | undefined {
  const start = instruction.indexOf(`${NOTE}${firstHeading}\n`);
  return start === -1 ? undefined : instruction.slice(start + NOTE.length);
}
