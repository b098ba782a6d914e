import type { Call, Transcript } from '../transcript/transcript';
import { isMeasured, sent } from './growths';

const MUCH_SMALLER = 0.5;
const BACK_AGAIN = 0.9;

/**
 * Calls in the main line that carried something else: much smaller than the call before, and the next one is as large
 * as before again. Their usage says nothing about the context.
 */
export function sideCallsOf(transcript: Transcript): ReadonlySet<Call> {
  const found = new Set<Call>();
  const calls = transcript.calls.filter(isMeasured);
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
