import type { ToolCallPart } from '../../transcript/transcript';
import type { EntryOf, ToolResult } from '../journal/entry';
import type { HookEvent, Need } from '../journal/need';
import type { Delegation } from './live-agents';
import type { LiveHooks } from './live-hooks';

/** What a round needs before it has its results. */
export type RoundNeed =
  | { readonly type: 'hooks'; readonly events: readonly HookEvent[] }
  | Extract<Need, { readonly type: 'permission' | 'agents' | 'results' }>;

const RETRY = 'You may try it again.';

/**
 * The tool calls of one reply, on their way to results. Some are answered before anything runs: those that a hook or the
 * user denies, and those that start an agent.
 *
 *   hooks ─▶ the user's answers ─▶ agents ─▶ everything else
 */
export class ToolRound {
  private readonly givenBy = new Map<string, ToolResult>();
  private readonly deniedBy = new Map<string, { readonly call: ToolCallPart; readonly why: string }>();
  private readonly answers = new Map<string, EntryOf<'permitted'>['answer']>();
  /** Hooks have had their say. */
  private isHooked = false;
  /** They have been told of what the user would be asked. */
  private isRequested = false;
  /** They have been told of what was denied. */
  private isDenialTold = false;
  /** What starts an agent has started it. */
  private hasBegun = false;

  constructor(readonly calls: readonly ToolCallPart[]) {}

  /** [H1] [O4] As far as it goes without the host. */
  next(hooks: LiveHooks, delegation: Delegation, timeMs: number): RoundNeed {
    const events = this.eventsNow(hooks);
    if (events.length > 0) return { type: 'hooks', events };
    if (!this.hasAsked(hooks)) {
      return {
        type: 'permission',
        calls: this.open.flatMap((call) => hooks.question(call, this.answerTo(call.id)) ?? []),
      };
    }
    const late = this.denialsNow(hooks);
    if (late.length > 0) return { type: 'hooks', events: late };
    for (const { call, why } of this.denied) {
      if (hooks.mayRetry(call) && !why.endsWith(RETRY)) this.deny(call, `${why} ${RETRY}`);
    }
    if (!this.hasBegun) {
      this.hasBegun = true;
      delegation.begin(this, timeMs);
    }
    const ids = delegation.awaited(this);
    if (ids.length > 0) return { type: 'agents', ids };
    const calls = this.calls.map((call) => ({ ...call, input: hooks.inputFor(call) }));
    return { type: 'results', calls, given: this.given };
  }

  /** Before the tools, and then before the user is asked: each once. */
  private eventsNow(hooks: LiveHooks): readonly HookEvent[] {
    if (!this.isHooked) {
      this.isHooked = true;
      const events = hooks.beforeTools(this.calls);
      if (events.length > 0) return events;
    }
    if (this.isRequested) return [];
    this.isRequested = true;
    return hooks.beforeAsking(this.open);
  }

  private hasAsked(hooks: LiveHooks): boolean {
    for (const call of this.open) {
      const why = hooks.whyDenied(call, this.answerTo(call.id));
      if (why !== undefined) this.deny(call, why);
    }
    return this.open.every((call) => hooks.question(call, this.answerTo(call.id)) === undefined);
  }

  private denialsNow(hooks: LiveHooks): readonly HookEvent[] {
    if (this.isDenialTold) return [];
    this.isDenialTold = true;
    return hooks.afterDenials(this.denied);
  }

  /** What is still to be run. */
  get open(): readonly ToolCallPart[] {
    return this.calls.filter(({ id }) => !this.givenBy.has(id));
  }

  get given(): readonly ToolResult[] {
    return [...this.givenBy.values()];
  }

  give(callId: string, text: string, isError = true, tookMs = 0): void {
    this.givenBy.set(callId, { callId, text, isError, tookMs });
  }

  /** By a hook, a rule or the user. */
  deny(call: ToolCallPart, why: string): void {
    this.deniedBy.set(call.id, { call, why });
    this.give(call.id, why);
  }

  get denied(): readonly { readonly call: ToolCallPart; readonly why: string }[] {
    return [...this.deniedBy.values()];
  }

  answer({ callId, answer }: EntryOf<'permitted'>): void {
    this.answers.set(callId, answer);
  }

  answerTo(callId: string): EntryOf<'permitted'>['answer'] | undefined {
    return this.answers.get(callId);
  }
}
