import { optional } from '../base/optional';
import { type Bill, billOf, type SummaryRequest } from '../economics/bill';
import { modelFor } from '../economics/model-table';
import type { LayerId } from '../layers/layer';
import type { CacheAtCall } from './cache-at-call';
import { type CallStep, carriedTokens } from './call-step';
import type { ReplayMaterial } from './replay-material';
import type { SimulatedChange, Simulation } from './simulation';

/** [E3] What was done before one call, as far as money is concerned. */
export interface BillAtCall {
  readonly layers: readonly LayerId[];
  readonly model: string;
  /** Of the requests for summaries. */
  readonly askedTokens: number;
  readonly summaryTokens: number;
  /** Of what is left: written anew, where it would have been read. */
  readonly rewrittenTokens: number;
  /** What every later call no longer carries. */
  readonly freedTokens: number;
  /** Missing where prices are not known. */
  readonly bill?: Bill;
}

/**
 * All changes before a call have one bill, since what is left is written anew once. What came in since the last request would
 * have been written in any case, and is not in it. Where the recording's own compaction came in between, there is none: what
 * the policy did was not sent.
 */
export function billAtCall(
  { transcript }: ReplayMaterial,
  simulation: Pick<Simulation, 'used' | 'changes'>,
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
  // A pause would have had the system written anew in any case.
  const rewrittenTokens = cache.firstChange === undefined ? 0 : Math.min(cache.brokenTokens, carried);
  const freedTokens = Math.round(first.before - last.after);
  const request = requestOf(changes, system, simulation.used[call - 1] ?? 0);
  const model = transcript.calls[call]?.model ?? '';
  const bill = billOf({
    model: modelFor(model),
    lifetime: '5m',
    systemTokens: Math.round(system) + carried - rewrittenTokens,
    tokensBefore: rewrittenTokens + freedTokens,
    tokensAfter: rewrittenTokens,
    ...optional('request', request),
  });
  return {
    layers: [...new Set(changes.map(({ layer }) => layer))],
    model,
    askedTokens: request === undefined ? 0 : request.prefixTokens + request.instructionTokens,
    summaryTokens: request?.outputTokens ?? 0,
    rewrittenTokens,
    freedTokens,
    ...optional('bill', bill),
  };
}

/** Of a compaction all that stood there was asked about, of a collapse each span by itself. */
function requestOf(
  changes: readonly SimulatedChange[],
  system: number,
  sentBefore: number,
): SummaryRequest | undefined {
  const asking = changes.filter(({ summaryTokens }) => summaryTokens > 0);
  if (asking.length === 0) return undefined;
  let prefix = 0;
  let instruction = 0;
  for (const change of asking) {
    const spans = change.changes.filter(({ fate }) => fate === 'collapsed');
    const asked = spans.length === 0 ? change.before : spans.reduce((sum, { tokens }) => sum + tokens + system, 0);
    // What the last request carried is in the cache.
    const read = spans.length === 0 ? Math.min(asked, sentBefore) : asked;
    prefix += read;
    instruction += asked - read;
  }
  return {
    prefixTokens: Math.round(prefix),
    instructionTokens: Math.round(instruction),
    outputTokens: asking.reduce((sum, { summaryTokens }) => sum + summaryTokens, 0),
    readsCache: true,
  };
}
