import { atOnce, type Steps } from '../../base/steps/steps';
import { limitsOf } from '../../economics/window-of';
import { type AnchoredWeights, anchorInSteps } from '../../tokens/anchored';
import { apportion } from '../../tokens/apportion';
import { type Calibration, calibrate } from '../../tokens/calibrated';
import { type Category, categories } from '../../tokens/category';
import { isMeasured, sent } from '../../tokens/growths';
import { OTHER } from '../../tokens/part-table';
import { PartsInContext } from '../../tokens/parts-in-context';
import { compactionRequestsOf } from '../../tokens/side-calls';
import type { Boundary, Call, Transcript } from '../../transcript/transcript';
import { CategorySums } from './category-sums';
import { contextAtCall, type WeighedContext } from './context-at-call';
import type { Timeline, TimelineEvent } from './timeline';

export interface RecordedTimeline {
  readonly timeline: Timeline;
  /** What the timeline was made from. */
  readonly weights: AnchoredWeights;
  /** Looks into a single call. */
  contextAtCall(call: number): WeighedContext;
}

/** The recording as it was: measured if usage was recorded, otherwise counted by the calibrated counter. */
export function recordedTimeline(
  transcript: Transcript,
  calibration: Calibration = calibrate(transcript, limitsOf(transcript).tokensFactor),
): RecordedTimeline {
  return atOnce(recordedTimelineInSteps(transcript, calibration));
}

export function* recordedTimelineInSteps(transcript: Transcript, calibration: Calibration): Steps<RecordedTimeline> {
  const weights = yield* anchorInSteps(transcript, calibration);
  const count = transcript.calls.length;
  const columns = {
    calls: count,
    used: new Float64Array(count),
    byCategory: emptyColumns(count),
    output: Float64Array.from(transcript.calls, (call, index) => outputOf(transcript, weights, call, index)),
    isMeasured: Uint8Array.from(transcript.calls, (call) => (isMeasured(call) ? 1 : 0)),
    timeMs: Float64Array.from(transcript.calls, (call) => call.timeMs ?? Number.NaN),
  };
  const sums = new CategorySums(weights);
  const context = new PartsInContext(transcript, weights.parts, sums);
  for (const [index, call] of transcript.calls.entries()) {
    context.moveTo(call.at);
    const shares = sums.at(index, context.placeholderTokens);
    const used = isMeasured(call) ? sent(call) : Math.round(shares.reduce((sum, share) => sum + share, 0));
    columns.used[index] = used;
    const tokens = apportion(shares, used);
    categories.forEach((category, place) => {
      columns.byCategory[category][index] = tokens[place] ?? 0;
    });
    yield;
  }
  const timeline = { ...columns, events: recordedEvents(transcript, columns) };
  return { timeline, weights, contextAtCall: (call) => contextAtCall(transcript, weights, timeline, call) };
}

function emptyColumns(calls: number): Record<Category, Float64Array> {
  const columns = categories.map((category) => [category, new Float64Array(calls)]);
  return Object.fromEntries(columns) as Record<Category, Float64Array>;
}

/** If the recording only has a stub of the output, the weight of the reply is closer. */
function outputOf(transcript: Transcript, weights: AnchoredWeights, call: Call, index: number): number {
  const recorded = call.usage?.output ?? 0;
  if (recorded > 0 && call.outputIsPartial !== true) return recorded;
  if (transcript.messages[call.at]?.callId !== call.id) return recorded;
  const { parts, weight, scale } = weights;
  let tokens = 0;
  for (let part = parts.start[call.at] ?? 0; part < (parts.start[call.at + 1] ?? 0); part++) {
    tokens += (weight[part] ?? 0) * (scale[parts.group[part] ?? OTHER]?.[index] ?? 1);
  }
  return Math.max(recorded, Math.round(tokens));
}

type Columns = Pick<Timeline, 'calls' | 'used' | 'output' | 'isMeasured'>;

/** The recorded boundaries, placed among the calls. */
function recordedEvents(transcript: Transcript, columns: Columns): TimelineEvent[] {
  const requests = compactionRequestsOf(transcript);
  const isRequest = (call: number) => {
    const made = transcript.calls[call];
    return made !== undefined && requests.has(made);
  };
  let call = 0;
  return transcript.boundaries.map((boundary, index) => {
    while (call < columns.calls && (transcript.calls[call]?.at ?? 0) < boundary.at) call += 1;
    const before = tokensBefore(boundary, columns, call);
    // The request for its summary stands at the same place, and carried what was compacted.
    const after = tokensAfter(boundary, columns, isRequest(call) ? call + 1 : call);
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
