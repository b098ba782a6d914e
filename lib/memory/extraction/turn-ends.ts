import type { Message, Transcript } from '../../transcript/transcript';
import { isSaid } from './own-writes';

const known = new WeakMap<Transcript, Uint8Array>();

/** [A7] By message: whether it is the end of a turn, a reply without tool calls that no further piece of it follows. */
export function turnEnds(transcript: Transcript): Uint8Array {
  const before = known.get(transcript);
  if (before !== undefined) return before;
  const { messages } = transcript;
  const ends = new Uint8Array(messages.length);
  let next: Message | undefined;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || !isSaid(message)) continue;
    const goesOn = next?.kind === 'reply' || next?.kind === 'tool-results';
    if (message.kind === 'reply' && !goesOn && !message.parts.some(({ kind }) => kind === 'tool-call')) ends[at] = 1;
    next = message;
  }
  known.set(transcript, ends);
  return ends;
}
