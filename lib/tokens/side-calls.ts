import type { Call, Transcript } from '../transcript/transcript';
import { isMeasured, sent } from './growths';

const MUCH_SMALLER = 0.5;
const BACK_AGAIN = 0.9;

/**
 * Calls in the main thread that carried something else: much smaller than the call before, while the next one is as large
 * as before again; or the requests of recorded compactions. Their usage says nothing about the context.
 */
export function sideCallsOf(transcript: Transcript): ReadonlySet<Call> {
  const found = new Set<Call>(compactionRequestsOf(transcript));
  const calls = transcript.calls.filter((call) => isMeasured(call) && !found.has(call));
  const restarts = transcript.boundaries.filter((boundary) => boundary.kind === 'full').map((boundary) => boundary.at);
  let before: Call | undefined;
  let nextRestart = 0;
  calls.forEach((call, index) => {
    while ((restarts[nextRestart] ?? Number.POSITIVE_INFINITY) <= (before?.at ?? -1)) nextRestart += 1;
    const after = calls[index + 1];
    const isSide =
      before !== undefined &&
      after !== undefined &&
      (restarts[nextRestart] ?? Number.POSITIVE_INFINITY) > after.at &&
      sent(call) < MUCH_SMALLER * sent(before) &&
      sent(after) >= BACK_AGAIN * sent(before);
    if (isSide) found.add(call);
    else before = call;
  });
  return found;
}

/**
 * Calls that requested the summary of a recorded compaction. They carried everything that was compacted, and their reply
 * is not a message. So they have the position of the boundary, like the first call after it, but were made before it.
 */
export function compactionRequestsOf({ boundaries, calls, messages }: Transcript): ReadonlySet<Call> {
  const found = new Set<Call>();
  const places = new Map(boundaries.flatMap((boundary) => (boundary.kind === 'full' ? [[boundary.at, boundary]] : [])));
  if (places.size === 0) return found;
  const measured = calls.filter(isMeasured);
  let before: Call | undefined;
  measured.forEach((call, index) => {
    const boundary = places.get(call.at);
    const after = measured[index + 1];
    if (boundary !== undefined && messages[call.at]?.callId !== call.id) {
      const isEarlier =
        call.timeMs !== undefined && boundary.timeMs !== undefined
          ? call.timeMs <= boundary.timeMs
          : before !== undefined &&
            after !== undefined &&
            sent(call) >= BACK_AGAIN * sent(before) &&
            sent(after) < BACK_AGAIN * sent(call);
      if (isEarlier) {
        found.add(call);
        return;
      }
    }
    before = call;
  });
  return found;
}
