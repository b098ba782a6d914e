import { atOnce } from '../../base/steps/steps';
import { actors } from '../../layers/index';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import type { Boundary, ToolCallId, Transcript } from '../../transcript/transcript';
import type { Simulation } from '../pipeline/simulation';
import { countedSizes } from '../recorded/counted-sizes';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import { type ReplaySteps, replayInSteps } from '../replay/replay';

/** A compaction that the policy would make in a following replay. */
export interface PredictedCompaction {
  /** It happens before this call. */
  readonly call: number;
  readonly used: number;
  readonly threshold: number;
}

/** The policy's prediction for one recorded automatic compaction. */
export interface PredictionCheck {
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  readonly recordedCall: number;
  readonly recordedTokens?: number;
  /** Where the policy compacts in the stretch that ends with this compaction; missing if it does not. */
  readonly predicted?: PredictedCompaction;
  /** Predicted minus recorded, compared where the recording compacted. */
  readonly tokensOff?: number;
  readonly causes: readonly Cause[];
}

export type Cause = 'nothing-before' | 'output-is-a-stub' | 'result-in-flight' | 'added-not-counted';

export interface Predictions {
  readonly checks: readonly PredictionCheck[];
  /** Compactions in stretches that end otherwise: at the end of the file, or with a manual compaction. */
  readonly elsewhere: readonly PredictedCompaction[];
}

/**
 * A following replay: at each recorded compaction the context becomes the recorded one, so that every stretch tests the
 * arithmetic separately. In a stretch only the first compaction counts: after it the policy's context would differ from
 * the recording's.
 */
export function predictCompactions(material: ReplayMaterial, policy: Policy): Predictions {
  return atOnce(predictCompactionsInSteps(material, policy));
}

export function* predictCompactionsInSteps(material: ReplayMaterial, policy: Policy): ReplaySteps<Predictions> {
  const { transcript, recorded } = material;
  const firings = firingsOf(yield* replayInSteps(material, policy, assumed(), { mode: 'following' }));
  const { used, added } = countedSizes(transcript, recorded.timeline);
  const checks: PredictionCheck[] = [];
  const elsewhere: PredictedCompaction[] = [];
  let start = 0;
  const firstUpTo = (call: number) => firings.find((firing) => firing.call >= start && firing.call <= call);
  transcript.boundaries.forEach((boundary, index) => {
    if (boundary.kind !== 'full') return;
    const call = firstCallFrom(transcript, boundary.at);
    const predicted = firstUpTo(call);
    if (boundary.trigger === 'auto') {
      const hasHistory = transcript.calls.some(({ at }) => at < boundary.at);
      const isComparable = hasHistory && boundary.preTokens !== undefined && boundary.preTokensMeans !== 'clearable';
      checks.push({
        boundary: index,
        recordedCall: call,
        ...(boundary.preTokens === undefined ? {} : { recordedTokens: boundary.preTokens }),
        ...(predicted === undefined ? {} : { predicted }),
        ...(isComparable ? { tokensOff: (used[call] ?? 0) - (boundary.preTokens ?? 0) } : {}),
        causes: hasHistory
          ? causesOf(transcript, boundary, call, { used: used[call] ?? 0, added: added[call] ?? 0 })
          : ['nothing-before'],
      });
    } else if (predicted !== undefined) elsewhere.push(predicted);
    // The call right after a compaction was made without another check.
    start = call + 1;
  });
  const last = firstUpTo(transcript.calls.length);
  return { checks, elsewhere: last === undefined ? elsewhere : [...elsewhere, last] };
}

/** A failed compaction was still attempted. */
function firingsOf({ compactions, failures, counted, threshold }: Simulation): readonly PredictedCompaction[] {
  const tried = failures.filter(({ layer }) => actors[layer].turn === 'gate').map(({ call }) => call);
  const made = compactions.filter(({ trigger }) => trigger === 'auto').map(({ call }) => call);
  return [...new Set([...made, ...tried])]
    .sort((a, b) => a - b)
    .map((call) => ({ call, used: counted[call] ?? 0, threshold: threshold[call] ?? 0 }));
}

/** Known causes of differences between our count and the agent's. */
function causesOf(
  transcript: Transcript,
  boundary: Boundary,
  call: number,
  counted: { readonly used: number; readonly added: number },
): Cause[] {
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
    ...(isNearerWithoutAdded(boundary, counted) ? (['added-not-counted'] as const) : []),
  ];
}

/** Early versions recorded the size of the latest usage only. */
function isNearerWithoutAdded(
  { preTokens }: Boundary,
  { used, added }: { readonly used: number; readonly added: number },
): boolean {
  if (preTokens === undefined || added === 0) return false;
  return Math.abs(used - added - preTokens) < NEARER * Math.abs(used - preTokens);
}

const NEARER = 0.5;
