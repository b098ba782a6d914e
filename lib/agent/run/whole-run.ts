import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { RunLimits } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { LiveConversation } from './live-conversation';
import type { BesideUsage } from './live-memory';

type Requests = Pick<LiveConversation, 'calls' | 'forks' | 'memory' | 'hooks' | 'agents'>;

/** Besides its own calls: of layers, memory and hooks. */
export function sideRequests({ forks, memory, hooks }: Requests): readonly Partial<BesideUsage>[] {
  return [...forks, ...memory.usages, ...hooks.usages];
}

/** What a run has asked for in all, of all turns, agents and tasks. The script is no cost. */
export function spentInAll(run: Requests): { readonly calls: number; readonly dollars: number } {
  const all = [...run.calls, ...sideRequests(run), ...run.agents.usages];
  const dollars = all.reduce((sum, { model, dollars: paid = 0 }) => sum + (model === SCRIPTED_MODEL ? 0 : paid), 0);
  return { calls: all.length, dollars };
}

/** Of a run without such limits, as all were once, nothing is counted. */
export function reachedInAll(run: Requests, { runCalls, runDollars }: RunLimits): StopReason | undefined {
  if (runCalls === undefined && runDollars === undefined) return undefined;
  const { calls, dollars } = spentInAll(run);
  if (runCalls !== undefined && calls >= runCalls) return { type: 'run-call-limit', calls };
  return runDollars !== undefined && dollars >= runDollars ? { type: 'run-money-limit', dollars } : undefined;
}
