import type { Failure } from '../../base/failure';
import type { SelectionAsk } from '../../memory/recall/selection';
import type { MessageId, ToolCallPart } from '../../transcript/transcript';
import type { ModelRequest } from './chat-model';
import type { FileChange, HookedEvent, ModelChoice, ToolResult } from './entry';

/** What a run needs in order to continue. Its host provides it as an entry. */
export type Need =
  /** A prompt. */
  | { readonly type: 'prompt' }
  /** A reply of the model (`reply`, or `refused`). */
  | { readonly type: 'reply'; readonly request: ModelRequest }
  /** [R1] The choice of memories for the latest prompt (`recalled`); after `waitMs`, the run goes on without it (`recall-late`). */
  | {
      readonly type: 'recall';
      readonly request: ModelRequest;
      /** The message of the prompt. */
      readonly prompt: MessageId;
      readonly ask: SelectionAsk;
      readonly waitMs: number;
    }
  /** The answer to a layer's request (`forked`). */
  | { readonly type: 'fork'; readonly request: ModelRequest }
  /** [H1] What hooks have to say about these events (`hooked`). */
  | {
      readonly type: 'hooks';
      readonly events: readonly HookEvent[];
      /** [H4] A layer compacts: a command of the user is not done before. */
      readonly isOfLayer: boolean;
      /** Nothing waits for what they say: they are told at once, whatever else is to be done. */
      readonly isTold?: true;
      /** What was said already, of the first of them. */
      readonly heard?: readonly HookedEvent[];
    }
  /** [H1] The user's answer, call by call (`permitted`). */
  | { readonly type: 'permission'; readonly calls: readonly AskedCall[] }
  /** [H2] The end of the agent that answers a hook; then its hooks go on. */
  | { readonly type: 'hook-agent'; readonly id: string; readonly isOfLayer: boolean; readonly isTold?: true }
  /** [O4] The end of these agents: each is driven beside the turn. */
  | { readonly type: 'agents'; readonly ids: readonly string[] }
  /** Results of all these calls (`results`). `given`: known already, and not to be run. */
  | {
      readonly type: 'results';
      readonly calls: readonly ToolCallPart[];
      readonly given: readonly ToolResult[];
    }
  /** The run cannot continue on its own. A prompt, a command or another policy may change that. */
  | { readonly type: 'help'; readonly why: StopReason };

/** [J2] What goes on beside the turns needs in order to continue. `id`: of its task, of the selection, or of the note. */
export type BesideNeed = {
  readonly id: string;
  /** [H3] It is ended then. */
  readonly untilMs?: number;
} & (
  | Extract<Need, { readonly type: 'recall' }>
  /** Of the model that its parent had. */
  | { readonly type: 'task-reply'; readonly request: ModelRequest; readonly model: ModelChoice }
  | {
      readonly type: 'task-results';
      readonly calls: readonly ToolCallPart[];
      readonly given: readonly ToolResult[];
      /** [A10] What writes memories may do less than an agent, and starts with what its parent has seen. */
      readonly tools: 'memory' | 'dream' | 'agent';
    }
  /** [O8] */
  | {
      readonly type: 'task-progress';
      readonly task: string;
      readonly request: ModelRequest;
      readonly model: ModelChoice;
    }
  /** [H1] Of an agent. */
  | Extract<Need, { readonly type: 'hooks' }>
  /** [D1] [D2] What the project says (`dream-looked`): of its sessions and its lock, or of what was
   * written into that from a place on. */
  | { readonly type: 'dream-look'; readonly from: number | undefined }
  /** [D2] The lock (`dream-wrote`). */
  | { readonly type: 'dream-write'; readonly files: readonly FileChange[]; readonly isTakenBack?: true }
  /** Something else comes first: the user's answer, or another agent. */
  | { readonly type: 'waits' }
  /** [N2] Of the model that was asked when it began. */
  | (Extract<Need, { readonly type: 'fork' }> & { readonly model: ModelChoice })
);

/** [H1] */
export type HookEvent = Omit<HookedEvent, 'firings'>;

export interface AskedCall {
  readonly call: ToolCallPart;
  /** The rule that asks. */
  readonly because: string;
}

/** [H1] Of the run, or of an agent that it started. */
export interface Question extends AskedCall {
  readonly task?: string;
}

export type StopReason =
  /** [X1] [X2] The context does not fit, and cannot be reduced. */
  | { readonly type: 'dead'; readonly size: number; readonly fits: number }
  /** [X3] */
  | { readonly type: 'blocked'; readonly used: number; readonly blocking: number }
  /** [G4] */
  | { readonly type: 'thrash'; readonly message: string; readonly tokens: number }
  | { readonly type: 'call-limit'; readonly calls: number }
  | { readonly type: 'money-limit'; readonly dollars: number }
  /** Of all turns, agents and tasks of the run: only the user raises it. */
  | { readonly type: 'run-call-limit'; readonly calls: number }
  | { readonly type: 'run-money-limit'; readonly dollars: number }
  | ({ readonly type: 'problem' } & Failure)
  | { readonly type: 'stopped' };
