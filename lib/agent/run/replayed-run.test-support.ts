import type { Simulation } from '../../simulator/pipeline/simulation';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { replay } from '../../simulator/replay/replay';
import { recorded } from '../../summarizers/recorded';
import { scripted } from '../../summarizers/scripted';
import type { LiveConversation } from './live-conversation';

/** The record of a run, replayed freely under its own policy, with its recorded replies to layers. */
export function replayOf(run: LiveConversation): Simulation {
  const material = replayMaterial(structuredClone(run.transcript));
  const replies = recorded(material.transcript, material.counter, scripted({ type: 'aborted' }));
  return replay(material, run.policy, replies, { earlier: run.earlier });
}

/** Only calls that were made: a run may stop before the next one, after layers have run. */
export function decisionsOf({ changes, notes, failures, used, counted, cost, calls }: Simulation) {
  return {
    changes: changes
      .filter(({ call }) => call < calls)
      .map(({ changes: parts, ...change }) => ({ ...change, parts: parts.map(({ fate, tokens }) => [fate, tokens]) })),
    notes,
    failures: failures.filter(({ call }) => call < calls),
    used: [...used],
    counted: [...counted],
    // [E1] In hundredths of a cent: sums are made in another order.
    cost: Array.from(cost, (dollars) => Math.round(dollars * 1e4)),
  };
}
