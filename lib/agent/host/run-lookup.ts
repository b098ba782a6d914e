import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import type { ModelRequest } from '../journal/chat-model';
import type { RunSurroundings } from '../run/live-context';
import { LiveConversation } from '../run/live-conversation';
import type { AgentRun } from './agent-run';
import type { HostedRun } from './run-host';

/** Looks up any call of a run. What is no longer in memory is rebuilt from the entries. */
export class RunLookup {
  private kept: { readonly state: AgentRun; readonly run: LiveConversation; next: number } | undefined;

  constructor(private readonly surroundings: RunSurroundings) {}

  /** Undefined if the call was never prepared. */
  step({ state }: Pick<HostedRun, 'state'>, call: number): ReplayedCall | undefined {
    const known = state.steps.get(call);
    if (known !== undefined) return known;
    const step = this.beforeReply(state, call).lastStep;
    return step?.call === call ? step : undefined;
  }

  /** Undefined if the call was never sent. */
  request({ state, requests }: Pick<HostedRun, 'state' | 'requests'>, call: number): ModelRequest | undefined {
    const known = requests.get(call);
    if (known !== undefined) return known;
    const { need } = this.beforeReply(state, call);
    return need.type === 'reply' ? need.request : undefined;
  }

  /** The run when only the reply to that call was missing; without such a call, at its end. */
  private beforeReply(state: AgentRun, call: number): LiveConversation {
    const isAhead = this.kept?.state === state && this.kept.run.calls.length <= call;
    const kept = isAhead && this.kept !== undefined ? this.kept : this.atBeginning(state);
    for (; kept.next < state.entries.length; kept.next++) {
      const entry = state.entries[kept.next];
      if (entry === undefined || (entry.type === 'reply' && kept.run.calls.length === call)) break;
      kept.run.apply(entry);
    }
    return kept.run;
  }

  private atBeginning(state: AgentRun) {
    this.kept = { state, run: new LiveConversation(state.begun, this.surroundings), next: 1 };
    return this.kept;
  }
}
