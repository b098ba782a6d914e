import { median } from '../../base/median';
import { actors } from '../../layers/index';
import { reachesAuto } from '../../policies/shape/thresholds';
import type { CounterId } from '../../tokens/counter-error';
import { policyCount } from '../pipeline/policy-count';
import type { SimulatedChange, Simulation, Thrash } from '../pipeline/simulation';

/** Whether the policy can handle the session, and when it would compact again. */
export interface Forecast {
  /** From the start of the session, then from each compaction. */
  readonly refills: readonly Refill[];
  /** Obstacles, most serious first; without any, when the next compaction comes. */
  readonly findings: readonly Finding[];
  readonly loops: readonly Loop[];
}

/** How the context fills up again. */
export interface Refill {
  /** The compaction it starts with; missing at the start of the session. */
  readonly compaction: SimulatedChange | undefined;
  /** The first call. */
  readonly from: number;
  /** The size of that call. */
  readonly floor: number;
  /** The size at which the next compaction comes. */
  readonly line: number;
  readonly lineIs: 'threshold' | 'limit';
  /** [T9] The policy counts in its own tokens; the threshold is converted. */
  readonly isConverted: boolean;
  readonly growth: Growth;
  /** Calls from the floor to the threshold at that growth. Missing if it is never reached. */
  readonly expectedCalls: number | undefined;
  /** The call before which the next compaction comes in this replay. */
  readonly nextAt: number | undefined;
}

/** How much the context grows from call to call, where only the policy removes anything. */
export interface Growth {
  /** Number of calls compared with their previous one. */
  readonly calls: number;
  readonly tokens: number;
  /** What layers other than compactions removed. */
  readonly taken: number;
  /**
   * Net growth per call; missing if there are no two calls to compare. Not the median: a few large results fill most of a
   * context, and based on the typical call every compaction would come late.
   */
  readonly average: number | undefined;
  readonly median: number | undefined;
}

export type Finding =
  /** [G4] */
  | ({ readonly type: 'thrash' } & Thrash)
  /** The latest compaction, or the start, leaves enough to reach the next one. */
  | { readonly type: 'stuck'; readonly refill: Refill }
  /** [X1] */
  | { readonly type: 'dead'; readonly call: number }
  /** The threshold was reached, and nothing was compacted from this call on. */
  | { readonly type: 'left-full'; readonly call: number; readonly failures: number }
  /** Other layers remove most of what is added. */
  | { readonly type: 'held'; readonly refill: Refill }
  /** How many more calls like these fit after the last one. */
  | { readonly type: 'next'; readonly refill: Refill; readonly callsLeft: number }
  | { readonly type: 'no-growth'; readonly refill: Refill }
  | { readonly type: 'too-short' };

/** Compactions with hardly any work in between. */
export interface Loop {
  readonly from: number;
  readonly to: number;
  readonly compactions: number;
}

/** A compaction costs about as much as the calls it makes room for, if there are no more than this. */
export const FEW_CALLS = 5;

/** Extrapolates from what a replay did. */
export function forecast(simulation: Simulation, counter: CounterId): Forecast {
  const refills = refillsOf(simulation, counter);
  const newest = refills.at(-1);
  const obstacles = newest === undefined ? [] : obstaclesTo(simulation, newest);
  return {
    refills,
    findings: newest === undefined || obstacles.length > 0 ? obstacles : [outlook(simulation, newest)],
    loops: loopsOf(refills),
  };
}

export function isStuck({ floor, line }: Refill): boolean {
  return floor >= line;
}

function refillsOf(simulation: Simulation, counter: CounterId): readonly Refill[] {
  if (simulation.calls === 0) return [];
  // Of several before one call, the last one determines what the call carries.
  // Nothing refills after the last call.
  const within = simulation.compactions.filter(({ call }) => call < simulation.calls);
  const last = new Map(within.map((compaction) => [compaction.call, compaction]));
  const begins = [undefined, ...last.values()];
  const replayed = { simulation, counter, takenAt: takenByCall(simulation) };
  return begins.map((compaction, place) => refillOf(replayed, compaction, begins[place + 1]?.call));
}

interface Replayed {
  readonly simulation: Simulation;
  readonly counter: CounterId;
  /** Tokens by call. */
  readonly takenAt: ReadonlyMap<number, number>;
}

/** Between two compactions there is no growth, so there it is what other layers removed. */
function takenByCall({ changes }: Simulation): ReadonlyMap<number, number> {
  const takenAt = new Map<number, number>();
  for (const { call, before, after } of changes) takenAt.set(call, (takenAt.get(call) ?? 0) + before - after);
  return takenAt;
}

function refillOf(replayed: Replayed, compaction: SimulatedChange | undefined, nextAt: number | undefined): Refill {
  const { simulation, counter } = replayed;
  const { used, threshold, thresholds } = simulation;
  const from = compaction?.call ?? 0;
  const lastCall = Math.max(from, (nextAt ?? sentCalls(simulation)) - 1);
  // Other layers may have acted between the compaction and the call.
  const isSent = from < sentCalls(simulation);
  const floor = Math.round((isSent ? used[from] : compaction?.after) ?? 0);
  const lineIs = compaction?.trigger === 'reactive' || !thresholds.isAutomatic ? 'limit' : 'threshold';
  const isConverted = lineIs === 'threshold' && typeof policyCount(counter) === 'function';
  const counted = lineIs === 'limit' ? thresholds.fits : (threshold[lastCall] ?? 0);
  const line = isConverted ? Math.round(counted * sizeOfCounted(simulation, compaction, lastCall)) : counted;
  const growth = growthBetween(replayed, from, lastCall);
  const expectedCalls = callsTo(line, floor, growth);
  return { compaction, from, floor, line, lineIs, isConverted, growth, expectedCalls, nextAt };
}

function growthBetween({ simulation: { used }, takenAt }: Replayed, from: number, lastCall: number): Growth {
  const added: number[] = [];
  let taken = 0;
  for (let call = from + 1; call <= lastCall; call++) {
    const takenHere = takenAt.get(call) ?? 0;
    const size = (used[call] ?? 0) - (used[call - 1] ?? 0) + takenHere;
    // What the recording itself removed, by a rewind or, in a following replay, a compaction, says nothing about growth.
    if (size < 0) continue;
    added.push(size);
    taken += takenHere;
  }
  const tokens = added.reduce((sum, size) => sum + size, 0);
  const calls = added.length;
  return {
    calls,
    tokens,
    taken,
    average: calls === 0 ? undefined : (tokens - taken) / calls,
    median: added.length === 0 ? undefined : median(added),
  };
}

/** Displayed tokens per policy token, measured where both are known. */
function sizeOfCounted(
  { used, counted }: Simulation,
  compaction: SimulatedChange | undefined,
  lastCall: number,
): number {
  const size = compaction?.before ?? used[lastCall] ?? 0;
  const own = counted[compaction?.call ?? lastCall] ?? 0;
  return own > 0 ? size / own : 1;
}

function sentCalls({ calls, deadAt }: Simulation): number {
  return deadAt ?? calls;
}

function callsTo(line: number, size: number, { average }: Growth): number | undefined {
  if (size >= line) return 0;
  return average !== undefined && average > 0 ? Math.ceil((line - size) / average) : undefined;
}

function obstaclesTo(simulation: Simulation, newest: Refill): readonly Finding[] {
  const { thrash, deadAt } = simulation;
  const findings: Finding[] = [];
  if (thrash !== undefined) findings.push({ type: 'thrash', ...thrash });
  if (isStuck(newest)) findings.push({ type: 'stuck', refill: newest });
  if (deadAt !== undefined) findings.push({ type: 'dead', call: deadAt });
  const leftFull = findings.length === 0 ? leftFullFrom(simulation, newest) : undefined;
  if (leftFull !== undefined)
    findings.push({ type: 'left-full', call: leftFull, failures: failuresIn(simulation, newest) });
  return findings;
}

function leftFullFrom(simulation: Simulation, { compaction, from, lineIs }: Refill): number | undefined {
  if (lineIs === 'limit') return undefined;
  const { counted, threshold, thresholds } = simulation;
  for (let call = compaction === undefined ? from : from + 1; call < sentCalls(simulation); call++) {
    if (reachesAuto(counted[call] ?? 0, threshold[call] ?? 0, thresholds)) return call;
  }
  return undefined;
}

function failuresIn({ failures }: Simulation, { from }: Refill): number {
  return failures.filter(({ call, layer }) => call >= from && actors[layer].turn === 'gate').length;
}

function outlook(simulation: Simulation, newest: Refill): Finding {
  const { growth, line } = newest;
  if (growth.average === undefined) return { type: 'too-short' };
  if (growth.taken > growth.tokens / 2) return { type: 'held', refill: newest };
  const callsLeft = callsTo(line, simulation.used[sentCalls(simulation) - 1] ?? 0, growth);
  return callsLeft === undefined ? { type: 'no-growth', refill: newest } : { type: 'next', refill: newest, callsLeft };
}

function loopsOf(refills: readonly Refill[]): readonly Loop[] {
  const loops: Loop[] = [];
  for (const { compaction, from, nextAt } of refills) {
    if (compaction === undefined || nextAt === undefined || nextAt - from > FEW_CALLS) continue;
    const before = loops.at(-1)?.to === from ? loops.pop() : undefined;
    loops.push({ from: before?.from ?? from, to: nextAt, compactions: (before?.compactions ?? 1) + 1 });
  }
  return loops;
}
