import type { Dream, DreamInput } from '../../memory/dreaming/consolidate-offline';
import type { DreamRule } from '../../memory/dreaming/dream-gates';
import type { Extraction, ExtractionInput } from '../../memory/extraction/extract-offline';
import type { IndexLimits } from '../../memory/files/memory-index';
import type { RecallBudget } from '../../memory/recall/recall-session';
import type { Chosen, SelectionAsk } from '../../memory/recall/selection';
import type { MessageCounter } from '../../tokens/counters';
import type { Message, MessageId, ToolCallId, Transcript } from '../../transcript/transcript';
import type { Change, Context, ContextMessage, Edits, ResultIndex } from './context';
import type { LayerMark } from './layer-mark';
import type { Memory } from './memory';
import type { OwnAsk, OwnReply } from './own';
import type { MemoryEvent, ProjectMemory, SessionEvent } from './project-memory';
import type { Reason } from './reason';
import type { SettingsSpec } from './setting';
import type { PromptWords } from './summary-instruction';

/**
 * When a layer runs. `prompt`: at a prompt of the user. `results`: when tool results arrive. `before-call`: before each call, in the order of the policy.
 * `gate`: when the gate has opened, one after another until one succeeds. `refused`: when the provider rejected the
 * request. `after-response`: with the reply. `turn-end`: after a reply without tool calls.
 */
export type Turn = 'prompt' | 'results' | 'before-call' | 'gate' | 'refused' | 'after-response' | 'turn-end';

/**
 * Layers never call a model: they yield requests as data, and are given replies as data. So the same code runs in a sweep
 * with assumed replies, in a replay, and live.
 */
export interface Layer<Settings, CommandType extends string = never> {
  readonly title: string;
  readonly explains: string;
  readonly mark: LayerMark;
  /** The command that runs it immediately. */
  readonly command?: LayerCommand<CommandType>;
  /** [C3] While it is on, there is no automatic compaction; [X2] for a rejected call it is tried first. */
  readonly takesGatesPlace?: boolean;
  /** [F9] Runs manual compactions under a policy with no compaction layer on. There is one such layer. */
  readonly compactsByHand?: boolean;
  /** [N1] Writes the session note. There is one such layer. */
  readonly writesNote?: boolean;
  /** Without these layers it has no effect. */
  readonly needs?: readonly LayerNeed[];
  /** [G1] Prefix of the names of agents that Claude Code runs for this layer: those are never compacted themselves. */
  readonly agent?: { readonly startsWith: string; readonly isFor: string };
  readonly turn: Turn;
  readonly settings: SettingsSpec<Settings>;
  /** The texts of its reasons and failures, by code. */
  readonly reasons: Readonly<Record<string, string>>;
  /**
   * Why it has nothing to do, decided from the statistics alone; undefined if it must look at the context. It runs before every
   * call of every replay of a sweep: without it, each call would walk the whole context.
   */
  idle(stats: ContextStats, settings: Settings, env: Env): Reason | undefined;
  run(context: Context, settings: Settings, env: Env): Generator<AnyAsk, Outcome, Reply>;
  /** Returns the outcome directly unless a model is needed, because it runs at every call of thousands of replays. */
  decide?(context: Context, settings: Settings, env: Env): Outcome | undefined;
  /** [F11] What stays if the whole conversation is compacted. */
  stays?(
    messages: readonly ContextMessage[],
    settings: Settings,
    pinned: Env['pinned'],
    sizes: Pick<Env, 'window' | 'threshold'>,
  ): readonly ContextMessage[];
  /** [C1] Restores what it removed: the span that contains this message, or whose summary it is. */
  unfold?(context: Context, message: MessageId): Outcome;
  /** Settings for testing the layer alone, with an answer of this many tokens. */
  alone?(settings: Settings, answerTokens: number): Settings;
  /** [M5] The rule by which the provider can do the same instead. */
  contextEditing?(settings: Settings): ContextEditing;
  /** [J4] [L6] At most so many bytes of text that it adds to the context, from the start or a compaction to the next. */
  budgetBytes?(settings: Settings): number;
  /** [A5] [A8] [R3] What it remembers of the project after this. In replays: a live run keeps its files itself. */
  follow?(
    memory: ProjectMemory,
    event: SessionEvent,
    settings: Settings,
    env: Pick<Env, 'counter' | 'transcript'>,
  ): ProjectMemory;
  /** [A7] How it saves memories, live as a task beside the turn. There is one such layer. */
  extraction?(settings: Settings): ExtractionRule;
  /** [R1] How it shows them, live beside the call. There is one such layer. */
  recalling?(settings: Settings): RecallRule;
  /** [P3] What it would clear of this context between two turns. There is one such layer. */
  prunes?(messages: readonly ContextMessage[], settings: Settings, env: Pick<Env, 'exemptTools' | 'pinned'>): Pruning;
  /** [D1] When it tidies them, live as a task beside the turn. There is one such layer. */
  dreams?(settings: Settings): DreamRule;
}

/** Another layer, by its id in the table. */
export interface LayerNeed<Id extends string = string> {
  readonly layer: Id;
  /** A sentence for the user. */
  readonly because: string;
}

export interface LayerCommand<Type extends string = string> {
  /** The name under which the command is stored. */
  readonly type: Type;
  /** As typed, after the slash. */
  readonly word: string;
  readonly explains?: string;
}

/** [M5] What a provider is asked to clear from each request. */
export interface ContextEditing {
  readonly triggerTokens: number;
  /** Used instead of tokens if above zero. */
  readonly triggerToolUses: number;
  readonly keep: number;
  readonly clearAtLeastTokens: number;
  readonly clearInputs: boolean;
  readonly onlyClearableTools: boolean;
  readonly keepThinkingTurns: number;
}

/** [A4] [A9] [A10] */
export interface ExtractionRule {
  readonly everyTurns: number;
  readonly mostRequests: number;
  readonly index: IndexLimits;
}

/** [R1] [R2] [R3] */
export interface RecallRule {
  readonly mostMemories: number;
  readonly candidates: number;
  readonly budget: RecallBudget;
  readonly waitMs: number;
}

/** [P3] */
export interface Pruning {
  /** Oldest first; none if too little would be freed. */
  readonly cleared: readonly ToolCallId[];
  /** Newest first: what was counted, and the total up to each. */
  readonly lookedAt: readonly { readonly callId: ToolCallId; readonly total: number }[];
  readonly protectedTokens: number;
}

/** What is known about a context without walking it. */
export interface ContextStats {
  /** Images and documents in the context, by their size in a request. */
  readonly mediaBytes: number;
  /** [M1] Results of clearable tools that still have their content. */
  readonly liveClearableResults: number;
  readonly clearableTokens: number;
  readonly index: Omit<ResultIndex, 'whole' | 'findings'>;
  readonly memory: Memory;
  /** Results added since the last call. */
  readonly freshResults: number;
}

/** What a layer may know beyond the context. */
export interface Env {
  readonly window: number;
  /** [W2] */
  readonly effective: number;
  /** [W3] */
  readonly threshold: number;
  /** Tokens of the context as the policy counts them, including the system part. */
  readonly used: number;
  /** Of these, the part before the messages. */
  readonly systemTokens: number;
  readonly trigger: Trigger;
  /** The focus that the user gave for the summary. */
  readonly focus: string | undefined;
  /** [F8] Compacts only a part of the conversation. */
  readonly partial: PartialSpan | undefined;
  /** [X2] By how many tokens the rejected request exceeded the limit. */
  readonly gapTokens: number | undefined;
  readonly hooks: CompactionHooks | undefined;
  /** [F3] The prompt for a summary. */
  readonly summaryPrompt: PromptWords;
  /** [N3] The prompt for a note. */
  readonly notePrompt: string;
  readonly counter: MessageCounter;
  readonly transcript: Transcript;
  /** The recording's messages by id, with all their content. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
  /** Prefix for ids of messages that a layer makes: the same run makes the same ids. */
  readonly call: number;
  /** Missing if the recording has no times. */
  readonly nowMs: number | undefined;
  readonly lastAssistantMs: number | undefined;
  readonly isMainThread: boolean;
  /** Messages that no layer may remove. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Whether anyone reads why layers did nothing. */
  readonly explainsIdle: boolean;
  /** [N2] [J2] A request beside the turn is still being answered. There is one at a time. */
  readonly hasOpenAsk: boolean;
  /** By name, since the start of the session. */
  readonly toolsCalled: Iterable<string>;
  /** Tools whose results are never cleared. */
  readonly exemptTools: ReadonlySet<string>;
  /** [R1] At a prompt: its message. */
  readonly prompt?: ContextMessage | undefined;
  /** [W11] So many messages at the end are of a turn that no call has carried yet. */
  readonly ofNewTurn: number;
  /** [W11] So many messages at the end, from the prompt of a new turn on, are not part of what is compacted. */
  readonly waiting?: number | undefined;
}

export type Trigger = 'auto' | 'manual' | 'reactive';

/** [F8] `from`: the pivot and everything after it is summarised. `up-to`: everything before it. */
export interface PartialSpan {
  readonly direction: 'from' | 'up-to';
  readonly pivot: MessageId;
}

/** [F1] Output of the user's hooks around a compaction. */
export interface CompactionHooks {
  /** [H4] Only around compactions with this trigger. */
  readonly when?: HookedTrigger;
  /** Instructions for the summary, after the user's. */
  readonly instructions?: string;
  /** Why the compaction is blocked. */
  readonly blocks?: string;
  /** [F6] Added after everything else. */
  readonly results?: readonly string[];
}

/** [H4] As hooks know it: what the user did not type is automatic. */
export type HookedTrigger = 'manual' | 'auto';

/** [H4] Answered by hooks: before a compaction, with the user's focus or an empty one, and after it. */
export type HookAsk = { readonly type: 'hooks'; readonly trigger: HookedTrigger } & (
  | { readonly when: 'before'; readonly focus: string }
  | { readonly when: 'after'; readonly summary: string }
);

/** [F14] How the messages are sent, without what precedes them. */
export type RequestForm = { readonly type: 'messages' } | { readonly type: 'text'; readonly resultCharacters: number };

interface AskText {
  readonly context: Pick<Context, 'messages'>;
  /** Everything after the messages in the request, including the focus. */
  readonly instruction: string;
  /** [E3] It starts like the conversation, and so reads its cache. */
  readonly sharesCache: boolean;
  /** [F14] Missing for the conversation itself, with its system prompt and tools. */
  readonly form?: RequestForm | undefined;
  readonly maxTokens: number;
}

/** A request to a model: summarise these messages, or update the session note with them. */
export interface Ask extends AskText {
  readonly type: 'summary' | 'note';
  readonly focus?: string;
  /** [N3] The current note, or the empty template. */
  readonly note?: string;
  /** Size of the note, as the layer counted it when it was written; missing for the template. */
  readonly noteTokens?: number | undefined;
  /** How many times the same request was interrupted before. */
  readonly retry?: number;
  /** [N2] [J2] The run goes on while it is answered, for this reason. It is the only request of its layer's turn. */
  readonly beside?: Reason;
}

/** [R2] Stands alone: its context has no messages, and it reads nothing from the cache. */
export interface RecallAsk extends AskText {
  readonly type: 'recall';
  readonly selection: SelectionAsk;
}

/** [A11] Everything that the call was sent, its reply, and the instruction. */
export interface MemoryAsk extends AskText {
  readonly type: 'memory';
  /** Missing once something was saved: then it only ends the work. */
  readonly extraction?: ExtractionInput;
}

/** [D3] Everything that the call was sent, its reply, and the instruction. */
export interface DreamAsk extends AskText {
  readonly type: 'dream';
  /** Missing where it only reads, or ends the work. */
  readonly dream?: DreamInput;
}

/** A request of a layer that keeps memory. */
export type ProjectAsk = RecallAsk | MemoryAsk | DreamAsk;
export type AnyAsk = Ask | ProjectAsk;
/** Of a pipeline, with what it asks for its layers. */
export type Asked = AnyAsk | HookAsk | OwnAsk;

/** To `Asked`. */
export type AnyReply = Reply | HookReply | OwnReply;

/** [H4] */
export interface HookReply {
  readonly type: 'hooks';
  readonly said: CompactionHooks;
}

export type Reply =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly tokens: number;
      /** [F3] The tag of its scratch part, if the prompt uses an unusual one. */
      readonly scratchTag?: string | undefined;
      /** [R2] What the text chooses, with the reasons, if it was chosen by rules. */
      readonly chosen?: readonly Chosen[];
      /** [A11] What was saved. */
      readonly extraction?: Extraction;
      /** [D3] What was tidied. */
      readonly dream?: Dream;
    }
  | { readonly type: 'too-long'; readonly gapTokens?: number }
  | { readonly type: 'error'; readonly what: string }
  | { readonly type: 'aborted' };

export type Outcome =
  | { readonly type: 'unchanged'; readonly reason: Reason }
  | {
      readonly type: 'changed';
      /** Including its memory. Messages that stay are the same objects. */
      readonly context: Context;
      /** If only these messages changed: whoever maintains sums of a context need not walk the rest. */
      readonly edits?: Edits;
      readonly changes: readonly Change[];
      readonly reason: Reason;
      readonly summaryTokens?: number;
      /** [N2] The session note was rewritten, and has this many tokens. */
      readonly noteTokens?: number | undefined;
      readonly boundary?: BoundaryData;
      /** [T3] Freed without a call, so the latest usage still counts it: the gate subtracts it. */
      readonly freedTokens?: number | undefined;
      /** [J4] */
      readonly happened?: readonly MemoryEvent[];
    }
  | { readonly type: 'failed'; readonly failure: Failure };

/** [F7] What a compaction records about itself. */
export interface BoundaryData {
  readonly trigger: Trigger;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly lastSummarised: MessageId;
  /** Tools called so far, by name, so that the model knows they exist. */
  readonly tools: readonly string[];
  /** First kept message, the message it now follows, and last kept message. */
  readonly kept?: { readonly head: MessageId; readonly anchor: MessageId; readonly tail: MessageId };
}

/** [F5] */
export type FailureKind =
  | 'empty'
  | 'too-long'
  | 'no-summary'
  | 'api-error'
  | 'aborted'
  | 'hook-blocked'
  | 'inflated'
  /** [G1] Run manually under a policy with compaction turned off. */
  | 'disabled'
  /** [Z2] Of a layer from outside: it did not answer, or not with a context that can be sent. */
  | 'no-answer'
  | 'invalid';

export interface Failure {
  readonly kind: FailureKind;
  readonly reason: Reason;
}
