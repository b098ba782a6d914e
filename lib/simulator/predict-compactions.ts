import { eraOf, type Policy } from '../policies/policy';
import { thresholdsOf } from '../policies/thresholds';
import type { Boundary, ToolCallId, Transcript } from '../transcript/transcript';
import { windowOf } from '../transcript/window-of';
import { countedSizes } from './counted-sizes';
import { gate } from './gate';
import { recordedTimeline } from './recorded-timeline';

/** A compaction that the policy would make, following the recording. */
export interface PredictedCompaction {
  /** It happens before this call is made. */
  readonly call: number;
  readonly used: number;
  readonly threshold: number;
}

/** What the policy says of one recorded automatic compaction. */
export interface PredictionCheck {
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  readonly recordedCall: number;
  readonly recordedTokens?: number;
  /** Where the policy fires in the stretch that ends with this compaction; missing where it does not. */
  readonly predicted?: PredictedCompaction;
  /** Predicted less recorded, compared where the recording compacted. */
  readonly tokensOff?: number;
  readonly causes: readonly Cause[];
}

export type Cause = 'nothing-before' | 'output-is-a-stub' | 'result-in-flight';

export interface Predictions {
  readonly checks: readonly PredictionCheck[];
  /** Compactions in stretches that end otherwise: with the file, or by hand. */
  readonly elsewhere: readonly PredictedCompaction[];
}

/**
 * Follows the recording: at each recorded compaction the context becomes what the recording shows, so that every stretch
 * between two of them tests the arithmetic by itself. In a stretch only the first firing counts: after it the policy's
 * context would no longer be the recording's.
 */
export function predictCompactions(transcript: Transcript, policy: Policy): Predictions {
  const { timeline } = recordedTimeline(transcript);
  const { used } = countedSizes(transcript, timeline);
  const window = policy.windowTokens ?? windowOf(transcript);
  const ends = transcript.boundaries.flatMap((boundary, index) =>
    boundary.kind === 'full' ? [{ boundary, index, call: callAfter(transcript, boundary) }] : [],
  );
  const checks: PredictionCheck[] = [];
  const elsewhere: PredictedCompaction[] = [];
  let start = 0;
  for (const { boundary, index, call } of [
    ...ends,
    { boundary: undefined, index: -1, call: transcript.calls.length - 1 },
  ]) {
    const version = boundary?.agentVersion ?? transcript.agent?.version;
    const rule = eraOf(policy, version).thresholds;
    const threshold = thresholdsOf(rule, window, policy.maxOutputTokens).auto;
    const predicted = firstFiring(used, start, call, {
      threshold,
      isAutomatic: rule.isAutomatic,
      isOn: policy.layers.some(({ isOn }) => isOn),
    });
    if (boundary?.trigger === 'auto') {
      const hasHistory = transcript.calls.some(({ at }) => at < boundary.at);
      const isComparable = hasHistory && boundary.preTokens !== undefined && boundary.preTokensMeans !== 'clearable';
      checks.push({
        boundary: index,
        recordedCall: call,
        ...(boundary.preTokens === undefined ? {} : { recordedTokens: boundary.preTokens }),
        ...(predicted === undefined ? {} : { predicted }),
        ...(isComparable ? { tokensOff: (used[call] ?? 0) - (boundary.preTokens ?? 0) } : {}),
        causes: hasHistory ? causesOf(transcript, boundary, call) : ['nothing-before'],
      });
    } else if (predicted !== undefined) elsewhere.push(predicted);
    // The call right after a compaction was made without another look.
    start = call + 1;
  }
  return { checks, elsewhere };
}

function callAfter(transcript: Transcript, boundary: Boundary): number {
  const call = transcript.calls.findIndex(({ at }) => at >= boundary.at);
  return call === -1 ? transcript.calls.length : call;
}

interface Line {
  readonly threshold: number;
  readonly isAutomatic: boolean;
  readonly isOn: boolean;
}

function firstFiring(used: Float64Array, from: number, to: number, line: Line): PredictedCompaction | undefined {
  for (let call = from; call <= to; call++) {
    const size = used[call] ?? 0;
    if (gate({ ...line, used: size, freedTokens: 0, failuresInARow: 0, isCollapseOn: false }).opens) {
      return { call, used: size, threshold: line.threshold };
    }
  }
  return undefined;
}

/** What is known to make our count differ from the agent's. */
function causesOf(transcript: Transcript, boundary: Boundary, call: number): Cause[] {
  const before = transcript.calls[call - 1];
  const results = new Set<ToolCallId>();
  for (const { parts } of transcript.messages) {
    for (const part of parts) if (part.kind === 'tool-result') results.add(part.callId);
  }
  const last = transcript.messages.slice(before?.at ?? 0, boundary.at);
  const isInFlight = last.some(({ parts }) => parts.some((part) => part.kind === 'tool-call' && !results.has(part.id)));
  return [
    ...(before?.outputIsPartial === true ? (['output-is-a-stub'] as const) : []),
    ...(isInFlight ? (['result-in-flight'] as const) : []),
  ];
}
