import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { RunLimits } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { LiveConversation } from './live-conversation';
import type { BesideUsage } from './live-memory';

type Requests = Pick<LiveConversation, 'calls' | 'forks' | 'memory' | 'hooks' | 'agents' | 'unheard' | 'version'>;

export interface Spent {
  /** Requests that were sent. */
  readonly calls: number;
  readonly dollars: number;
}

export const NOTHING_SPENT: Spent = { calls: 0, dollars: 0 };

/** Before it, the requests of a task counted as one: a run is opened with the count that it was made with. */
const COUNTS_EACH_OF_TASKS = 5;

/** Besides its own calls: of layers, memory and hooks. */
export function sideRequests({
  forks,
  memory,
  hooks,
}: Omit<Requests, 'calls' | 'agents'>): readonly Partial<BesideUsage>[] {
  return [...forks, ...memory.usages, ...hooks.usages];
}

/** What a run has asked for in all, of all turns, agents and tasks, answered or not, also if it was undone. The script is no cost. */
export function spentInAll(run: Requests): Spent {
  const all = [...run.calls, ...sideRequests(run), ...run.agents.usages];
  const dollars = all.reduce((sum, { model, dollars: paid = 0 }) => sum + (model === SCRIPTED_MODEL ? 0 : paid), 0);
  const ofTasks = run.version < COUNTS_EACH_OF_TASKS ? 0 : run.memory.furtherRequests;
  return together({ calls: all.length + ofTasks, dollars }, run.unheard);
}

export function together(a: Spent, b: Spent): Spent {
  return { calls: a.calls + b.calls, dollars: a.dollars + b.dollars };
}

/** What of it is not in the other. */
export function spentBeyond(all: Spent, part: Spent): Spent {
  return { calls: Math.max(0, all.calls - part.calls), dollars: Math.max(0, all.dollars - part.dollars) };
}

/** Of a run without such limits, as all were once, nothing is counted. */
export function reachedInAll(run: Requests, { runCalls, runDollars }: RunLimits): StopReason | undefined {
  if (runCalls === undefined && runDollars === undefined) return undefined;
  const { calls, dollars } = spentInAll(run);
  if (runCalls !== undefined && calls >= runCalls) return { type: 'run-call-limit', calls };
  return runDollars !== undefined && dollars >= runDollars ? { type: 'run-money-limit', dollars } : undefined;
}
