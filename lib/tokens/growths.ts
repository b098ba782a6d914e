import type { Call, Transcript } from '../transcript/transcript';
import { inputSide } from '../transcript/usage';

/** The recorded growth from one call to the next, if there were only additions between them. */
export interface Growth {
  readonly tokens: number;
  /** Everything added: messages `from` to before `to`. */
  readonly from: number;
  readonly to: number;
  /** The output of the first call, if its reply follows it, as message `from`. */
  readonly reply?: RecordedReply;
}

export interface RecordedReply {
  readonly output: number;
  /** Part of the output. */
  readonly reasoning: number;
}

/** All pairs of neighbouring calls with usage and without a boundary, a model change or a loss between them. */
export function growths(transcript: Transcript): Growth[] {
  const found: Growth[] = [];
  let nextBoundary = 0;
  let before: Call | undefined;
  for (const call of transcript.calls) {
    if (!isMeasured(call)) continue;
    const boundary = () => transcript.boundaries[nextBoundary]?.at ?? Number.POSITIVE_INFINITY;
    const isInterrupted = before !== undefined && boundary() <= call.at && boundary() > before.at;
    while (boundary() <= call.at) nextBoundary += 1;
    if (before !== undefined && !isInterrupted && !isOtherModel(before, call)) {
      const tokens = sent(call) - sent(before);
      const reply = recordedReply(transcript, before);
      const where = { from: before.at, to: Math.min(call.at, transcript.messages.length) };
      if (tokens > 0 && where.to > where.from) {
        found.push({ tokens, ...where, ...(reply === undefined ? {} : { reply }) });
      }
    }
    before = call;
  }
  return found;
}

export function sent(call: Call): number {
  return call.usage === undefined ? 0 : inputSide(call.usage);
}

export function isMeasured(call: Call): boolean {
  return sent(call) > 0;
}

export function isOtherModel(before: Call, after: Call): boolean {
  return before.model !== undefined && after.model !== undefined && before.model !== after.model;
}

/** The output of a call, if it was recorded completely and the file has its reply. */
export function recordedReply(transcript: Transcript, call: Call): RecordedReply | undefined {
  const output = call.usage?.output ?? 0;
  if (output === 0 || call.outputIsPartial === true) return undefined;
  if (transcript.messages[call.at]?.callId !== call.id) return undefined;
  return { output, reasoning: Math.min(output, call.usage?.reasoning ?? 0) };
}
