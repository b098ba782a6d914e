import { median } from '../../base/median';
import { atOnce } from '../../base/steps/steps';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import type { Summarizer } from '../../summarizers/summarizer';
import { recordedBill, sideRequestsCost } from '../recorded/recorded-bill';
import type { ReplayMaterial } from '../recorded/replay-material';
import { type ReplaySteps, replayInSteps } from '../replay/replay';
import { checkRecordingInSteps, type RecordingChecks } from './check-recording';
import { type FittingWindow, fittingWindowInSteps } from './fitting-window';
import type { PredictionCheck } from './predict-compactions';

/**
 * [P2] What a policy gets wrong about the session that its agent recorded, in a following replay: each stretch between two
 * recorded compactions is tested separately.
 */
export interface ModelError {
  /** What the other figures summarise. */
  readonly predictions: RecordingChecks;
  /** Recorded automatic compactions whose beginning is in the file. */
  readonly compactions: number;
  /** Of these, the ones predicted before the very call. */
  readonly exact: number;
  /** Of these, the ones not predicted at all. */
  readonly missed: number;
  /** Of the others, the largest distance in calls. */
  readonly mostCallsOff: number;
  /** Predicted, but not recorded. */
  readonly extra: number;
  /** [P3] Recorded prunes, those with exactly these results, and predicted ones that are not recorded. */
  readonly prunes: { readonly recorded: number; readonly exact: number; readonly extra: number };
  /** [P3] Recorded compactions that kept messages from one on, and those of which this one is predicted. */
  readonly cuts: { readonly recorded: number; readonly exact: number };
  /** [P4] */
  readonly fittingWindow?: FittingWindow;
  /** Median error of the size after a compaction, as a share of the recorded size; missing if none is recorded. */
  readonly afterOff?: number;
  /** [E1] Of the cost of the session's calls if their cache use is predicted, as a share; missing if it cannot be tested. */
  readonly costOff?: number;
  /** The requests for the recorded summaries, which are in no file. */
  readonly summaries: SummaryRequests;
}

export interface SummaryRequests {
  /** In $, as predicted. */
  readonly cost: number;
  /** Recorded compactions whose request is included, and not included. */
  readonly counted: number;
  readonly uncounted: number;
}

export function modelError(material: ReplayMaterial, policy: Policy, summarizer: Summarizer): ModelError {
  return atOnce(modelErrorInSteps(material, policy, summarizer));
}

export function* modelErrorInSteps(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
): ReplaySteps<ModelError> {
  const predictions = yield* checkRecordingInSteps(material, policy);
  const { prunes, cuts } = predictions;
  const checks = predictions.checks.filter(({ causes }) => !causes.includes('nothing-before'));
  const simulation = yield* replayInSteps(material, policy, summarizer, { mode: 'following' });
  const distances = checks.flatMap(({ predicted, recordedCall }) =>
    predicted === undefined ? [] : [Math.abs(predicted.call - recordedCall)],
  );

  const calls = new Set(checks.flatMap(({ predicted }) => predicted?.call ?? []));
  const requests = simulation.forks.filter(({ purpose, call }) => purpose === 'summary' && calls.has(call));
  const window = yield* fittingWindowInSteps(material, policy);
  const costOff = yield* costError(material);
  const after = afterErrors(material, checks, simulation.compactions);
  const recordedCompactions = material.transcript.boundaries.filter(({ kind }) => kind === 'full').length;
  return {
    predictions,
    compactions: checks.length,
    exact: distances.filter((distance) => distance === 0).length,
    missed: checks.length - distances.length,
    mostCallsOff: Math.max(0, ...distances),
    extra: predictions.elsewhere.length,
    prunes: {
      recorded: prunes.checks.length,
      exact: prunes.checks.filter(({ missed, extra }) => missed + extra === 0).length,
      extra: prunes.elsewhere.length,
    },
    cuts: { recorded: cuts.length, exact: cuts.filter(({ isSame }) => isSame).length },
    ...(window === undefined ? {} : { fittingWindow: window }),
    ...(after.length === 0 ? {} : { afterOff: median(after) }),
    ...(costOff === undefined ? {} : { costOff }),
    summaries: {
      cost: sum(requests.map(({ cost }) => cost ?? 0)),
      counted: requests.length,
      uncounted: Math.max(0, recordedCompactions - requests.length),
    },
  };
}

/** As shares of the recorded sizes. */
function afterErrors(
  { recorded }: ReplayMaterial,
  checks: readonly PredictionCheck[],
  compactions: readonly { readonly call: number; readonly after: number }[],
): readonly number[] {
  return checks.flatMap(({ boundary, predicted }) => {
    const there = recorded.timeline.events.find((event) => event.boundary === boundary)?.after;
    const ours = compactions.find(({ call }) => call === predicted?.call)?.after;
    return there === undefined || there === 0 || ours === undefined ? [] : [Math.abs(ours - there) / there];
  });
}

/** With fewer calls, the cache of an earlier session, which is in no file, decides what they cost. */
const FEWEST_CALLS = 5;

/** The unchanged session with the cache use predicted, as in every what-if, against the recorded one. */
function* costError(material: ReplayMaterial): ReplaySteps<number | undefined> {
  const { transcript } = material;
  const recorded = (recordedBill(material)?.cost ?? 0) - sideRequestsCost(transcript).dollars;
  if (recorded <= 0 || transcript.calls.length < FEWEST_CALLS) return undefined;
  const { totals } = yield* replayInSteps(material, none, assumed(), { mode: 'following', predictsBill: true });
  return totals.cost.dollars / recorded - 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
