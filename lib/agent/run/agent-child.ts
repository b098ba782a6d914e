import type { AgentColor, AgentEffort, AgentPermissionMode } from '../../agents/agent-definition';
import { PROGRESS_EVERY_MS, progressRequest } from '../../agents/progress';
import { assertNever } from '../../base/assert-never';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { cheapestModel } from '../../economics/side-model';
import type { ContextMessage } from '../../layers/shape/context';
import type { ToolCallPart, Transcript, Usage } from '../../transcript/transcript';
import type { Worktree } from '../child/worktree';
import type { Entry, EntryOf, ModelChoice } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { BesideNeed, Need, StopReason } from '../journal/need';
import type { RunFrame } from '../journal/run-frame';
import { progressOf } from '../model/request-body';
import type { SentBeginning } from '../system/prompt-assembly';
import type { Delegation } from './live-agents';
import type { LiveConversation } from './live-conversation';
import type { BesideUsage } from './live-memory';

/** [O5] What a fork begins with: everything that its parent saw, and its reply. */
export interface Inherited {
  readonly context: readonly ContextMessage[];
  /** The calls of that reply: they are answered with placeholders. */
  readonly calls: readonly ToolCallPart[];
  /** How many messages were sent before: by the parent, or by another fork, which sent the placeholders, too. */
  readonly sent: number;
  readonly beginning: SentBeginning;
  readonly frame: RunFrame;
  /** When they were sent. */
  readonly timeMs: number;
}

/** What makes a conversation one of an agent that was started by another. */
export interface ChildParts {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  /** For hooks; a fork has none. */
  readonly agentType: string;
  /** [O2] Its own, besides those of the run. */
  readonly hooks?: JsonObject;
  readonly permissionMode?: AgentPermissionMode;
  /** [H2] It answers a hook, and runs none. */
  readonly isHook?: true;
  readonly effort?: AgentEffort;
  /** [O2] Its own files, if it does not work on those of the run. */
  readonly worktree?: Worktree;
  readonly delegation: Delegation;
  readonly inherited?: Inherited;
}

export interface AgentStart {
  readonly id: string;
  /** The call of the tool that started it; undefined if a hook did. */
  readonly callId: string | undefined;
  readonly hook?: StartedByHook;
  /** The parent's call whose reply that was. */
  readonly call: number;
  readonly timeMs: number;
  /** The type of the agent; undefined for a fork. */
  readonly type: string | undefined;
  readonly isFork: boolean;
  /** For messages. */
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly isBackground: boolean;
  readonly color: AgentColor | undefined;
}

/** [H2] */
export interface StartedByHook {
  /** The agent whose hook it is; undefined for one of the run. */
  readonly of: string | undefined;
  readonly untilMs: number;
}

export interface ProgressLine {
  readonly timeMs: number;
  readonly text: string;
  readonly model: string;
  readonly usage?: Usage;
}

/** Ids of what is asked about an agent begin with it. */
export const PROGRESS = 'progress-';

/** Entries of one agent. */
export type ChildEntry =
  | EntryOf<'task-reply'>
  | EntryOf<'task-results'>
  | EntryOf<'task-refused'>
  | EntryOf<'task-progress'>
  | EntryOf<'task-ended'>
  | EntryOf<'forked'>
  | EntryOf<'hooked'>
  | EntryOf<'permitted'>;

/** [O4] An agent that another one started: a conversation of its own, which ends with a reply without tool calls. */
export class AgentChild {
  state: 'running' | 'done' | 'failed' | 'stopped' = 'running';
  /** Its last words. */
  answer = '';
  /** Why it failed. */
  why = '';
  isAtLimit = false;
  /** [H3] */
  isLate = false;
  /** Nobody waits for its end, so its parent is told of it. */
  owesReport: boolean;
  endedMs: number | undefined;
  progress: readonly ProgressLine[] = [];
  /** Not read yet: it comes with the next results. */
  private mail: readonly string[] = [];
  /** Raised with everything that changes. */
  version = 0;

  constructor(
    readonly start: AgentStart,
    readonly run: LiveConversation,
    /** [O5] It waits until this fork was answered, to read what that one wrote to the cache. */
    private readonly after: AgentChild | undefined,
    /** [O9] Everything in its mailbox was read. */
    private readonly hasRead: () => void,
    /** [O2] */
    readonly worktree?: Worktree,
  ) {
    this.owesReport = start.isBackground;
    run.apply({ type: 'prompt', timeMs: start.timeMs, text: start.prompt });
    this.look(start.timeMs);
  }

  get isFork(): boolean {
    return this.start.isFork;
  }

  get tookMs(): number {
    return Math.max(0, (this.endedMs ?? this.start.timeMs) - this.start.timeMs);
  }

  get transcript(): Transcript {
    return this.run.transcript;
  }

  /** Undefined once it has ended. */
  get need(): BesideNeed | undefined {
    const need = this.ownNeed;
    const untilMs = this.start.hook?.untilMs;
    return need === undefined || untilMs === undefined ? need : { ...need, untilMs };
  }

  private get ownNeed(): BesideNeed | undefined {
    const { id, hook } = this.start;
    if (this.state !== 'running') return undefined;
    if (this.after?.isUnanswered === true) return { id, type: 'waits' };
    const { need, model } = this.run;
    switch (need.type) {
      case 'reply':
        return {
          id,
          type: 'task-reply',
          request: {
            purpose: hook === undefined ? 'agent' : 'hook',
            body: need.request.body,
            betas: need.request.betas,
          },
          model,
        };
      case 'fork':
        return { ...need, id, model };
      case 'results':
        return { id, type: 'task-results', calls: need.calls, given: need.given, tools: 'agent' };
      case 'hooks':
        return { ...need, id };
      case 'permission':
      case 'hook-agent':
        return { id, type: 'waits' };
      case 'prompt':
      case 'help':
      case 'recall':
      case 'agents':
        return undefined;
      default:
        return assertNever(need);
    }
  }

  private get isUnanswered(): boolean {
    return this.state === 'running' && this.run.calls.length === 0;
  }

  /** [O8] While it waits for its model, another one can say what it is doing. */
  progressNeed(nowMs: number): BesideNeed | undefined {
    const { need, model } = this.run;
    const latest = this.progress.at(-1);
    if (this.state !== 'running' || need.type !== 'reply' || this.need?.type !== 'task-reply') return undefined;
    if (nowMs - (latest?.timeMs ?? this.start.timeMs) < PROGRESS_EVERY_MS) return undefined;
    const { id } = this.start;
    const cheap: ModelChoice = model.type === 'scripted' ? model : { ...model, id: cheapestModel(model.id) };
    const request = progressOf(need.request, modelIdOf(cheap), progressRequest(latest?.text));
    return { id: `${PROGRESS}${id}`, type: 'task-progress', task: id, request, model: cheap };
  }

  /** [E2] Of its own requests, and of those of hooks and about its progress. */
  get usages(): readonly BesideUsage[] {
    const ofProgress = this.progress.flatMap(({ model, usage }) => {
      if (usage === undefined) return [];
      return [{ model, usage, ...optional('dollars', costOf(usage, modelFor(model))) }];
    });
    const own = [...this.run.calls, ...this.run.forks].flatMap(({ model, usage, dollars }) =>
      usage === undefined ? [] : [{ model, usage, ...optional('dollars', dollars) }],
    );
    return [...own, ...this.run.hooks.usages, ...ofProgress];
  }

  /** Of all of them with a known price. */
  get dollars(): number {
    return this.usages.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
  }

  /** [H1] Questions to the user. */
  get asked(): Extract<Need, { readonly type: 'permission' }>['calls'] {
    const { need } = this.run;
    return this.state === 'running' && need.type === 'permission' ? need.calls : [];
  }

  /** [O7] Read before its next round of tools. One that was done goes on with it. */
  tell(text: string, timeMs: number): void {
    this.version += 1;
    if (this.state === 'running') {
      this.mail = [...this.mail, text];
      return;
    }
    this.state = 'running';
    this.endedMs = undefined;
    this.owesReport = true;
    this.hasRead();
    this.run.apply({ type: 'prompt', timeMs, text });
    this.look(timeMs);
  }

  apply(entry: ChildEntry): void {
    this.version += 1;
    const { run } = this;
    const { timeMs } = entry;
    if (entry.type === 'task-progress') {
      this.progress = [...this.progress, entry];
      return;
    }
    if (entry.type === 'task-ended') {
      this.isLate = entry.isLate === true;
      this.end(entry.isStopped ? 'stopped' : 'failed', timeMs, entry.why);
      return;
    }
    if (entry.type === 'task-results') {
      for (const text of this.mail) run.tell(text);
      if (this.mail.length > 0) this.hasRead();
      this.mail = [];
    }
    if ('files' in entry) this.worktree?.take(entry.files, timeMs);
    const own = childEntry(entry);
    if (own !== undefined) run.apply(own);
    this.look(timeMs);
  }

  /** It has ended if it says something and calls no tool. */
  private look(timeMs: number): void {
    const { need } = this.run;
    if (need.type === 'prompt') this.end('done', timeMs);
    else if (need.type === 'help') {
      this.isAtLimit = need.why.type === 'call-limit';
      this.end('failed', timeMs, whyStopped(need.why));
    }
  }

  private end(state: AgentChild['state'], timeMs: number, why = ''): void {
    this.state = state;
    this.why = why;
    this.answer = this.run.lastWords;
    this.endedMs = timeMs;
  }
}

/** An entry of an agent, as its conversation takes it. Undefined: it is only about the agent. */
export function childEntry(entry: Entry): Entry | undefined {
  const { timeMs } = entry;
  switch (entry.type) {
    case 'task-reply':
      return { type: 'reply', timeMs, reply: entry.reply };
    case 'task-results': {
      const { results, files, desk } = entry;
      return { type: 'results', timeMs, results, files, desk };
    }
    case 'task-refused': {
      const { task: _, ...own } = entry;
      return { ...own, type: 'refused' };
    }
    case 'forked':
    case 'hooked':
    case 'permitted': {
      const { task: _, ...own } = entry;
      return own;
    }
    default:
      return undefined;
  }
}

function whyStopped(why: StopReason): string {
  switch (why.type) {
    case 'call-limit':
      return `It was stopped after ${why.calls} calls, which is its limit.`;
    case 'money-limit':
      return 'It was stopped at the limit of cost.';
    case 'run-call-limit':
    case 'run-money-limit':
      return 'It was stopped at the limit of the whole run.';
    case 'dead':
      return 'Its context no longer fits into the window, and cannot be made smaller.';
    case 'blocked':
      return 'Its context is too full to go on.';
    case 'thrash':
      return `Its context is full again after each compaction: one message has ${Math.round(why.tokens)} tokens.`;
    case 'problem':
      return `${why.what} ${why.advice}`;
    case 'stopped':
      return 'Stopped by the user.';
    default:
      return assertNever(why);
  }
}
