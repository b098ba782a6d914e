import { type CompactionCosts, type CostOfCompaction, TRIED_PERCENT } from './cost-figures';
import type { JoinedSession } from './joined-sessions';
import { type AgentFigures, peakTokens, recordedBillOf, windowTokens } from './session-figures';

const WORST = 10;
/** Nothing changes for a session that never came near what is tried. */
const NEAR_SHARE = (TRIED_PERCENT - 10) / 100;

/** A sum in $, and how many of its parts have no known price. */
export interface Sum {
  readonly dollars: number;
  readonly unknown: number;
}

export interface CompactionSums {
  readonly compactions: number;
  readonly sessions: number;
  readonly summaries: Sum & { readonly sentTokens: number; readonly writtenTokens: number; readonly recorded: number };
  readonly resent: Sum & { readonly tokens: number };
  readonly neededLater: number;
}

export interface WorstSession {
  readonly path: string;
  readonly agent: string | null;
  readonly lastMs: number | null;
  readonly compactions: number;
  readonly compactionCost: number;
  readonly neededLater: number;
  /** With sub-agents. */
  readonly cost: number | null;
}

/** Of replays of the same sessions: what they would have cost either way. */
export interface TriedSums {
  readonly percent: number;
  readonly sessions: number;
  /** Left out: the rules of their agent or a price are not known, or a context no longer fitted. */
  readonly leftOut: number;
  readonly asItIs: { readonly cost: number; readonly compactions: number; readonly neededLater: number };
  readonly tried: { readonly cost: number; readonly compactions: number; readonly neededLater: number };
}

export interface CompactionReport {
  readonly sums: CompactionSums;
  readonly worst: readonly WorstSession[];
  readonly tried: TriedSums;
}

/** [E2] With sub-agents; null if one has no known price. */
export function costOfSession({ main, subAgents }: Pick<JoinedSession, 'main' | 'subAgents'>): number | null {
  let cost = 0;
  for (const figures of [main, ...subAgents]) {
    if (figures.tally.calls === 0) continue;
    const own = recordedBillOf(figures)?.cost ?? null;
    if (own === null) return null;
    cost += own;
  }
  return cost;
}

export function billSum(sessions: readonly JoinedSession[]): Sum {
  return sumOf(sessions.map(costOfSession));
}

/** It compacted, or would have at the share that is tried. */
export function needsReplay({ main }: Pick<JoinedSession, 'main'>): boolean {
  return main.compactions > 0 || peakTokens(main) >= NEAR_SHARE * windowTokens(main);
}

export interface CountedSession {
  readonly session: JoinedSession;
  readonly costs: CompactionCosts;
}

export function compactionReport(counted: readonly CountedSession[], sinceMs: number): CompactionReport {
  const seen = new Set<string>();
  const recent = counted.map(({ session, costs }) => ({
    session,
    costs,
    compactions: costs.compactions.filter((each) => isSince(each, sinceMs) && isFirst(each, seen)),
  }));
  const compacted = recent.filter(({ compactions }) => compactions.length > 0);
  const all = compacted.flatMap(({ compactions }) => compactions);
  const worst = compacted
    .map(({ session, costs, compactions }): WorstSession => {
      const { path, main } = session;
      return {
        path,
        agent: main.agent,
        lastMs: main.lastMs,
        compactions: compactions.length,
        compactionCost: total(compactions.map(costOf)),
        neededLater: costs.neededLater,
        cost: costOfSession(session),
      };
    })
    .sort((a, b) => b.compactionCost - a.compactionCost || b.neededLater - a.neededLater);
  return {
    sums: {
      compactions: all.length,
      sessions: compacted.length,
      summaries: {
        ...sumOf(all.map(({ summaryCost }) => summaryCost)),
        sentTokens: total(all.map(({ sentTokens }) => sentTokens)),
        writtenTokens: total(all.map(({ summaryTokens }) => summaryTokens)),
        recorded: all.filter(({ isRecorded }) => isRecorded).length,
      },
      resent: {
        ...sumOf(all.map(({ resentCost }) => resentCost)),
        tokens: total(all.map((each) => each.resentTokens)),
      },
      neededLater: total(compacted.map(({ costs }) => costs.neededLater)),
    },
    worst: worst.slice(0, WORST),
    tried: triedSums(counted),
  };
}

function isSince({ timeMs }: CostOfCompaction, sinceMs: number): boolean {
  return timeMs === null || timeMs >= sinceMs;
}

/** A session that was resumed or forked may begin with a copy of another. */
function isFirst({ timeMs, sentTokens }: CostOfCompaction, seen: Set<string>): boolean {
  const key = `${timeMs} ${sentTokens}`;
  if (timeMs === null || !seen.has(key)) {
    seen.add(key);
    return true;
  }
  return false;
}

function triedSums(counted: readonly CountedSession[]): TriedSums {
  const pairs = counted.flatMap(({ costs: { replays } }) => {
    if (replays === null || replays.asItIs.isDead || replays.tried.isDead) return [];
    const { asItIs, tried } = replays;
    if (asItIs.cost === null || tried.cost === null) return [];
    return [{ asItIs: { ...asItIs, cost: asItIs.cost }, tried: { ...tried, cost: tried.cost } }];
  });
  const summed = (of: 'asItIs' | 'tried') => ({
    cost: total(pairs.map((pair) => pair[of].cost)),
    compactions: total(pairs.map((pair) => pair[of].compactions)),
    neededLater: total(pairs.map((pair) => pair[of].neededLater)),
  });
  return {
    percent: TRIED_PERCENT,
    sessions: pairs.length,
    leftOut: counted.length - pairs.length,
    asItIs: summed('asItIs'),
    tried: summed('tried'),
  };
}

/** The window that most calls of these sessions had; undefined without any. */
export function usualWindow(sessions: readonly { readonly main: AgentFigures }[]): number | undefined {
  const calls = new Map<number, number>();
  for (const { main } of sessions) {
    const window = windowTokens(main);
    calls.set(window, (calls.get(window) ?? 0) + main.tally.calls);
  }
  return [...calls].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function costOf({ summaryCost, resentCost }: CostOfCompaction): number {
  return (summaryCost ?? 0) + (resentCost ?? 0);
}

function sumOf(costs: readonly (number | null)[]): Sum {
  return { dollars: total(costs.map((cost) => cost ?? 0)), unknown: costs.filter((cost) => cost === null).length };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
