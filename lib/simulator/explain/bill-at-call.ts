import { optional } from '../../base/optional';
import { type Bill, billOf, type SummaryRequest } from '../../economics/bill';
import { modelFor } from '../../economics/model-table';
import type { ActorId } from '../../layers/index';
import type { SimulatedFork, Simulation } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { CacheAtCall } from './cache-at-call';
import { type CallStep, carriedTokens } from './call-step';

/** [E3] What was done before one call, as far as cost is concerned. */
export interface BillAtCall {
  readonly layers: readonly ActorId[];
  readonly model: string;
  /** Of the summary requests. */
  readonly askedTokens: number;
  /** Of these, read from the cache. */
  readonly readTokens: number;
  readonly summaryTokens: number;
  /** What remains: written again instead of read. */
  readonly rewrittenTokens: number;
  /** What every later call no longer carries. */
  readonly freedTokens: number;
  /** Missing if prices are unknown. */
  readonly bill?: Bill;
}

/**
 * All changes before a call share one bill, because the rest is rewritten once. Messages added since the last request
 * would have been written anyway, and are not included. If the recording compacted in between, there is no bill: the
 * policy's result was not sent.
 */
export function billAtCall(
  { transcript, cache: evidence }: ReplayMaterial,
  simulation: Pick<Simulation, 'changes' | 'forks'>,
  step: CallStep,
  cache: CacheAtCall,
): BillAtCall | undefined {
  if (step.compactedAt !== undefined) return undefined;
  const { call } = step.at;
  const changes = simulation.changes.filter((change) => change.call === call && change.turn !== 'after-response');
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const system = step.at.systemTokens;
  const carried = Math.round(carriedTokens(step));
  // After a pause, the system part would have been written again anyway.
  const rewrittenTokens = cache.firstChange === undefined ? 0 : Math.min(cache.brokenTokens, carried);
  const freedTokens = Math.round(first.before - last.after);
  const request = requestOf(simulation, call);
  const model = transcript.calls[call]?.model ?? '';
  const bill = billOf({
    model: modelFor(model),
    lifetime: evidence.calls[call]?.lifetime ?? '5m',
    systemTokens: Math.round(system) + carried - rewrittenTokens,
    tokensBefore: rewrittenTokens + freedTokens,
    tokensAfter: rewrittenTokens,
    ...optional('request', request),
  });
  return {
    layers: [...new Set(changes.map(({ layer }) => layer))],
    model,
    askedTokens: request === undefined ? 0 : request.readTokens + request.uncachedTokens,
    readTokens: request?.readTokens ?? 0,
    summaryTokens: request?.outputTokens ?? 0,
    rewrittenTokens,
    freedTokens,
    ...optional('bill', bill),
  };
}

/** The same requests that the replay billed. A note is written after the call. */
function requestOf({ forks }: Pick<Simulation, 'forks'>, call: number): SummaryRequest | undefined {
  const asked = forks.filter((fork) => fork.call === call && fork.purpose === 'summary');
  if (asked.length === 0) return undefined;
  const sum = (of: (fork: SimulatedFork) => number) => asked.reduce((total, fork) => total + of(fork), 0);
  return {
    readTokens: sum(({ read }) => read),
    uncachedTokens: sum(({ uncached }) => uncached),
    outputTokens: sum(({ output }) => output),
  };
}
