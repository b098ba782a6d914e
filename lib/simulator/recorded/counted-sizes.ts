import { isMeasured } from '../../tokens/growths';
import { roughMessage, roughSystem } from '../../tokens/rough';
import type { Transcript } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import type { Timeline } from './timeline';

/** The size of the context as the recorded agent counted it at each check. */
export interface CountedSizes {
  /** Before each call, plus one entry for what followed the last one. */
  readonly used: Float64Array;
  /** The part added since the latest usage. */
  readonly added: Float64Array;
  /** The part of it that was estimated, not recorded. */
  readonly estimated: Float64Array;
}

/**
 * [T2] Before each call: the usage of the previous call, plus `rough` for what was added since. Content after a full
 * boundary is not counted, because the agent checked before it compacted. A reply whose recorded output is a stub uses
 * the timeline's estimate: the agent knew its length, only the record of it is incomplete.
 */
export function countedSizes(transcript: Transcript, timeline: Timeline): CountedSizes {
  const { calls, messages, boundaries } = transcript;
  const roughBefore = new Float64Array(messages.length + 1);
  messages.forEach((message, index) => {
    roughBefore[index + 1] = (roughBefore[index] ?? 0) + roughMessage(message);
  });
  const added = (from: number, to: number) => Math.max(0, (roughBefore[to] ?? 0) - (roughBefore[from] ?? 0));
  const cuts = boundaries.filter(({ kind }) => kind === 'full').map(({ at }) => at);
  const used = new Float64Array(calls.length + 1);
  const estimated = new Float64Array(calls.length + 1);
  const addedSince = new Float64Array(calls.length + 1);
  const system = roughSystem(transcript);
  let nextCut = 0;
  let before: { readonly tokens: number; readonly estimated: number; readonly at: number } | undefined;
  for (let index = 0; index <= calls.length; index++) {
    const call = calls[index];
    const end = call?.at ?? messages.length;
    const start = before?.at ?? 0;
    while ((cuts[nextCut] ?? Number.POSITIVE_INFINITY) < start) nextCut += 1;
    const since = added(start, Math.min(end, cuts[nextCut] ?? end));
    used[index] = (before?.tokens ?? system) + since;
    addedSince[index] = since;
    estimated[index] = (before?.estimated ?? system) + since;
    if (call === undefined) break;
    const output = timeline.output[index] ?? 0;
    const reply = messages[call.at]?.callId === call.id ? call.at + 1 : call.at;
    if (call.usage !== undefined && isMeasured(call)) {
      const guessed = Math.max(0, output - call.usage.output);
      before = { tokens: inputSide(call.usage) + output, estimated: guessed, at: reply };
    } else {
      const tokens = (timeline.used[index] ?? 0) + output;
      before = { tokens, estimated: tokens, at: reply };
    }
  }
  return { used, added: addedSince, estimated };
}
