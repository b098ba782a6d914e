import { addCost, type CostSum, costOf, noCosts } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { Transcript } from '../../transcript/transcript';
import type { ReplayMaterial } from './replay-material';

/** [E2] The recorded bill, in the fields of a simulation's totals. */
export interface RecordedBill {
  /** Calls with usage, and without: the cost of the latter is not recorded. */
  readonly calls: number;
  readonly callsWithoutUsage: number;
  /** Calls with incompletely recorded output: they cost more than this. */
  readonly unfinishedOutputs: number;
  readonly sent: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly output: number;
  /** In $, including further passes of the server and the side requests in the file; null if a price is unknown. */
  readonly cost: number | null;
}

/** Undefined if only few calls have usage: then the file does not show the cost of the session. */
export function recordedBill({
  transcript,
  cache,
}: Pick<ReplayMaterial, 'transcript' | 'cache'>): RecordedBill | undefined {
  const billed = cache.calls.filter(({ usage }) => usage !== undefined);
  if (!cache.showsBill) return undefined;
  const sum = (of: (usage: NonNullable<(typeof billed)[number]['usage']>) => number) =>
    billed.reduce((total, { usage }) => total + (usage === undefined ? 0 : of(usage)), 0);
  const cacheRead = sum((usage) => usage.cacheRead);
  const cacheWrite = sum((usage) => usage.cacheWrite5m + usage.cacheWrite1h);
  const uncached = sum((usage) => usage.input);
  const cost = billed.reduce((costs, each) => addCost(costs, each.cost), sideRequestsCost(transcript));
  return {
    calls: billed.length,
    callsWithoutUsage: transcript.calls.length - billed.length,
    unfinishedOutputs: transcript.calls.filter(({ outputIsPartial }) => outputIsPartial === true).length,
    sent: cacheRead + cacheWrite + uncached,
    cacheRead,
    cacheWrite,
    uncached,
    output: sum((usage) => usage.output),
    cost: cost.unknown > 0 ? null : cost.dollars,
  };
}

/** What layers asked a model for, besides the calls: only our own files say it. */
export function sideRequestsCost({ forks = [] }: Pick<Transcript, 'forks'>): CostSum {
  return forks.reduce(
    (sum, { usage, model = '' }) => (usage === undefined ? sum : addCost(sum, costOf(usage, modelFor(model)))),
    noCosts,
  );
}
