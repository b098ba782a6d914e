import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry } from '../journal/entry';
import type { RunSurroundings } from '../run/live-context';
import { LiveConversation } from '../run/live-conversation';
import type { AgentRun } from './agent-run';
import type { HostedRun } from './run-host';

/** Looks up any call of a run, or of one of its agents. What is no longer in memory is rebuilt from the entries. */
export class RunLookup {
  private kept: { readonly state: AgentRun; readonly run: LiveConversation; next: number } | undefined;

  constructor(
    private readonly surroundings: RunSurroundings,
    /** [O4] The agent; undefined for the run itself. */
    private readonly agent?: string,
  ) {}

  /** Undefined if the call was never prepared. */
  step({ state }: Pick<HostedRun, 'state'>, call: number): ReplayedCall | undefined {
    const known = this.agent === undefined ? state.steps.get(call) : this.in(state.run)?.lastStep;
    if (known?.call === call) return known;
    const step = this.beforeReply(state, call)?.lastStep;
    return step?.call === call ? step : undefined;
  }

  /** Undefined if the call was never sent. */
  request({ state, requests }: Pick<HostedRun, 'state' | 'requests'>, call: number): ModelRequest | undefined {
    const known = this.agent === undefined ? requests.get(call) : undefined;
    if (known !== undefined) return known;
    const need = this.beforeReply(state, call)?.need;
    return need?.type === 'reply' ? need.request : undefined;
  }

  private in(run: LiveConversation): LiveConversation | undefined {
    return this.agent === undefined ? run : run.agents.named(this.agent)?.run;
  }

  /** The conversation when only the reply to that call was missing; without such a call, at its end. */
  private beforeReply(state: AgentRun, call: number): LiveConversation | undefined {
    const known = this.kept?.state === state ? this.kept : undefined;
    const isAhead = known !== undefined && (this.in(known.run)?.calls.length ?? 0) <= call;
    const kept = isAhead ? known : this.atBeginning(state);
    for (; kept.next < state.entries.length; kept.next++) {
      const entry = state.entries[kept.next];
      if (entry === undefined || (this.isReply(entry) && this.in(kept.run)?.calls.length === call)) break;
      kept.run.apply(entry);
    }
    return this.in(kept.run);
  }

  private isReply(entry: Entry): boolean {
    if (this.agent === undefined) return entry.type === 'reply';
    return entry.type === 'task-reply' && entry.task === this.agent;
  }

  private atBeginning(state: AgentRun) {
    this.kept = { state, run: new LiveConversation(state.begun, this.surroundings), next: 1 };
    return this.kept;
  }
}
