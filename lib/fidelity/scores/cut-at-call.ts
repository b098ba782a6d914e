import { recordedContextAt } from '../../transcript/recorded-context';
import type { Part, Transcript } from '../../transcript/transcript';
import type { Cut, LeftPart } from '../values/cut';

/** What is known of a recording: `ReplayMaterial` is one. */
export interface CutRecording {
  readonly transcript: Transcript;
  /** 1 for messages that are there only because the recording compacted. */
  readonly isConsequence: Uint8Array;
}

/**
 * All that a call of a recording had before it leaves, and these parts come in its place. Where the recording compacted
 * before that call, it is what it compacted: a summary made here has the same to tell as the recorded one.
 */
export function cutAtCall({ transcript, isConsequence }: CutRecording, call: number, made: readonly Part[]): Cut {
  const { at, before } = placeOfCut(transcript, call);
  const { messages, clearedToolCallIds } = recordedContextAt(before, at);
  const left = messages.flatMap((index): LeftPart[] => {
    const message = transcript.messages[index];
    if (message === undefined) return [];
    return message.parts.flatMap((part, place) => {
      const isCleared = part.kind === 'tool-result' && clearedToolCallIds.has(part.callId);
      return isCleared ? [] : [{ message, part, place: { message: index, part: place } }];
    });
  });
  return { left, stays: [], made, later: { from: at, isSent: (message) => isConsequence[message] !== 1 } };
}

/** The position, and the recording as if it had not compacted there. */
export function placeOfCut(transcript: Transcript, call: number) {
  const at = transcript.calls[call]?.at;
  if (at === undefined) throw new Error(`Call ${call} of ${transcript.calls.length} was asked for`);
  const previous = transcript.calls[call - 1]?.at ?? -1;
  const { boundaries } = transcript;
  const compaction = boundaries.findIndex((each) => each.kind === 'full' && each.at > previous && each.at <= at);
  if (compaction === -1) return { at, before: transcript };
  return {
    at: boundaries[compaction]?.at ?? at,
    before: { ...transcript, boundaries: boundaries.slice(0, compaction) },
  };
}
