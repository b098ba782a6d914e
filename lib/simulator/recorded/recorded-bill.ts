import { addCost, type CostSum, costOf, noCosts } from '../../economics/cost';
import type { Model } from '../../economics/model';
import { modelFor } from '../../economics/model-table';
import { showsBill } from '../../economics/recorded-cache';
import { isMeasured } from '../../tokens/growths';
import type { Call, Transcript } from '../../transcript/transcript';

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
}: {
  readonly transcript: Pick<Transcript, 'calls' | 'forks'>;
}): RecordedBill | undefined {
  return billOf(tallyOf(transcript));
}

/** Sums over calls, to which later calls can be added: of a session that grew, the earlier ones need not be read again. */
export interface BillTally {
  readonly calls: number;
  /** With a recorded input. */
  readonly measured: number;
  readonly withUsage: number;
  readonly unfinishedOutputs: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly output: number;
  readonly dollars: number;
  /** Requests without a known price. */
  readonly unpriced: number;
}

export function tallyOf(transcript: Pick<Transcript, 'calls' | 'forks'>): BillTally {
  const side = sideRequestsCost(transcript);
  return withCalls({ ...NOTHING, dollars: side.dollars, unpriced: side.unknown }, transcript.calls);
}

/** The same figures as of all calls at once: costs are added in the same order. */
export function withCalls(before: BillTally, calls: readonly Call[]): BillTally {
  const sums = { ...before };
  const models = new Map<string, Model>();
  for (const call of calls) {
    sums.calls += 1;
    if (call.outputIsPartial === true) sums.unfinishedOutputs += 1;
    const { usage, model = '' } = call;
    if (usage === undefined) continue;
    if (isMeasured(call)) sums.measured += 1;
    sums.withUsage += 1;
    sums.cacheRead += usage.cacheRead;
    sums.cacheWrite += usage.cacheWrite5m + usage.cacheWrite1h;
    sums.uncached += usage.input;
    sums.output += usage.output;
    const priced = models.get(model) ?? modelFor(model);
    models.set(model, priced);
    const cost = costOf(usage, priced);
    if (cost === undefined) sums.unpriced += 1;
    else sums.dollars += cost;
  }
  return sums;
}

export function billOf(tally: BillTally): RecordedBill | undefined {
  if (!showsBill(tally)) return undefined;
  const { calls, withUsage, unfinishedOutputs, cacheRead, cacheWrite, uncached, output, dollars, unpriced } = tally;
  return {
    calls: withUsage,
    callsWithoutUsage: calls - withUsage,
    unfinishedOutputs,
    sent: cacheRead + cacheWrite + uncached,
    cacheRead,
    cacheWrite,
    uncached,
    output,
    cost: unpriced > 0 ? null : dollars,
  };
}

const NOTHING: BillTally = {
  calls: 0,
  measured: 0,
  withUsage: 0,
  unfinishedOutputs: 0,
  cacheRead: 0,
  cacheWrite: 0,
  uncached: 0,
  output: 0,
  dollars: 0,
  unpriced: 0,
};

/** What layers asked a model for, besides the calls: only our own files say it. */
export function sideRequestsCost({ forks = [] }: Pick<Transcript, 'forks'>): CostSum {
  return forks.reduce(
    (sum, { usage, model = '' }) => (usage === undefined ? sum : addCost(sum, costOf(usage, modelFor(model)))),
    noCosts,
  );
}
