import { addCost, noCosts } from '../../economics/cost';
import type { ReplayMaterial } from './replay-material';

/** [E2] What a recording says that its calls were billed, in the words of a simulation's totals. */
export interface RecordedBill {
  /** With a usage, and without: what those cost is in no file. */
  readonly calls: number;
  readonly callsWithoutUsage: number;
  /** Calls of whose output only the beginning was recorded: they cost more than this. */
  readonly unfinishedOutputs: number;
  readonly sent: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly output: number;
  /** In $, further passes of the server included; nothing where a price is not known. */
  readonly cost: number | null;
}

/** Nothing where only few of the calls have a usage: what the session cost is not in the file then. */
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
  const cost = billed.reduce((costs, each) => addCost(costs, each.cost), noCosts);
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
