import { SCRIPTED_MODEL } from '../../economics/own-models';
import { percentLeft } from '../../policies/shape/thresholds';
import { inputSide } from '../../transcript/usage';
import { countRereads } from '../run/count-rereads';
import type { LiveConversation } from '../run/live-conversation';
import type { BesideUsage } from '../run/live-memory';
import { type Spent, sideRequests, together } from '../run/whole-run';
import type { Meter } from './run-view';

/** With everything that goes on beside the turns. */
export function runMeter(run: LiveConversation): Meter {
  return meterOf(run, run.agents.usages);
}

/** [O4] Without the agents that it started. */
export function ownMeter(run: LiveConversation): Meter {
  return meterOf(run, []);
}

/** What was undone was paid all the same. The same meter if nothing was. */
export function withUndone(meter: Meter, undone: Spent): Meter {
  return undone.calls === 0 ? meter : { ...meter, unheard: together(meter.unheard, undone) };
}

function meterOf(run: LiveConversation, ofAgents: readonly BesideUsage[]): Meter {
  const { used, thresholds, calls, transcript } = run;
  const forks = [...sideRequests(run), ...ofAgents];
  let [sent, read, predicted] = [0, 0, 0];
  for (const { usage, predictedCacheRead } of calls) {
    sent += inputSide(usage);
    read += usage.cacheRead;
    predicted += predictedCacheRead;
  }
  return {
    used,
    window: thresholds.window,
    percentLeft: percentLeft(used, thresholds.auto),
    turnDollars: dollarsOf(calls.filter((call) => !isScripted(call))),
    forkDollars: dollarsOf(forks.filter((fork) => !isScripted(fork))),
    unheard: run.unheard,
    estimatedDollars: dollarsOf([...calls, ...forks].filter(isScripted)),
    isCostUnknown: [...calls, ...forks].some(({ usage, dollars }) => usage !== undefined && dollars === undefined),
    cacheShare: sent === 0 ? 0 : read / sent,
    predictedCacheShare: sent === 0 ? 0 : Math.min(1, predicted / sent),
    calls: calls.length,
    countedHere: calls.filter(({ isUsageEstimated }) => isUsageEstimated).length,
    forks: forks.length,
    rereads: countRereads(transcript),
  };
}

function isScripted({ model }: { readonly model?: string }): boolean {
  return model === SCRIPTED_MODEL;
}

function dollarsOf(requests: readonly { readonly dollars?: number }[]): number {
  return requests.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
}
