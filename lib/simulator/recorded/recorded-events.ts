import type { Boundary, Transcript } from '../../transcript/transcript';
import type { Timeline, TimelineEvent } from './timeline';

type Columns = Pick<Timeline, 'calls' | 'used' | 'output' | 'isMeasured'>;

/** The recorded boundaries, placed among the calls. */
export function recordedEvents(transcript: Transcript, columns: Columns): TimelineEvent[] {
  let call = 0;
  return transcript.boundaries.map((boundary, index) => {
    while (call < columns.calls && (transcript.calls[call]?.at ?? 0) < boundary.at) call += 1;
    const before = tokensBefore(boundary, columns, call);
    const after = tokensAfter(boundary, columns, call);
    return {
      kind: boundary.kind,
      trigger: boundary.trigger,
      call,
      boundary: index,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      isGuess: boundary.isGuess === true,
    };
  });
}

function tokensBefore(boundary: Boundary, { used, output }: Columns, call: number): number | undefined {
  if (boundary.preTokens !== undefined && boundary.preTokensMeans !== 'clearable') return boundary.preTokens;
  return call === 0 ? undefined : (used[call - 1] ?? 0) + (output[call - 1] ?? 0);
}

/**
 * The measured size of the next call, if there is one: a recorded size after a compaction excludes the system prompt
 * and the tools, so it cannot be compared with the size before.
 */
function tokensAfter(boundary: Boundary, { calls, used, isMeasured }: Columns, call: number): number | undefined {
  if (call < calls && isMeasured[call] === 1) return used[call];
  return boundary.postTokens ?? (call < calls ? used[call] : undefined);
}
