import { recordedContextAt } from '../../transcript/recorded-context';
import type { Part, Transcript } from '../../transcript/transcript';
import type { Cut, LeftPart } from '../values/cut';

/** What is needed of a recording; `ReplayMaterial` has it. */
export interface CutRecording {
  readonly transcript: Transcript;
  /** 1 for messages that only exist because the recording compacted. */
  readonly isConsequence: Uint8Array;
}

/**
 * Replaces everything that a call of a recording had before it with these parts. If the recording compacted before that
 * call, what it compacted is replaced: then a new summary covers the same messages as the recorded one.
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

/** The position, and the recording without its compaction there. */
export function placeOfCut(transcript: Transcript, call: number) {
  const at = transcript.calls[call]?.at;
  if (at === undefined) throw new Error(`Call ${call} of ${transcript.calls.length} was asked for`);
  const previous = transcript.calls[call - 1]?.at;
  // Before the first call, nothing was sent that could be compacted.
  if (previous === undefined) return { at, before: transcript };
  const { boundaries } = transcript;
  const compaction = boundaries.findIndex((each) => each.kind === 'full' && each.at > previous && each.at <= at);
  if (compaction === -1) return { at, before: transcript };
  return {
    at: boundaries[compaction]?.at ?? at,
    before: { ...transcript, boundaries: boundaries.slice(0, compaction) },
  };
}
