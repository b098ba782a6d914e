import type { MessageCounter } from '../../tokens/counters';
import type { Message, MessageId, Transcript } from '../../transcript/transcript';
import type { Change, Context, Edits, ResultIndex } from './context';
import type { LayerMark } from './layer-mark';
import type { Memory } from './memory';
import type { Reason } from './reason';
import type { SettingsSpec } from './setting';
import type { PromptWords } from './summary-instruction';

/**
 * When a layer has its turn. `results`: when tool results enter. `before-call`: before each call, in the order of the
 * policy. `gate`: when the gate has opened, one after another until one succeeds. `refused`: when the provider would not take the request. `after-response`: with the reply.
 */
export type Turn = 'results' | 'before-call' | 'gate' | 'refused' | 'after-response';

/**
 * A layer asks, it does not call: it yields what it wants asked of a model, as data, and is given the reply as data. So the
 * same code runs in a sweep, where replies are assumed, in a replay, and live.
 */
export interface Layer<Settings, CommandType extends string = never> {
  readonly title: string;
  readonly explains: string;
  readonly mark: LayerMark;
  /** What a user types to give it its turn at once. */
  readonly command?: LayerCommand<CommandType>;
  /** [C3] While it is on there is no automatic compaction; [X2] for a call that is refused it is tried first. */
  readonly takesGatesPlace?: boolean;
  /** [F9] A compaction by hand is its work where the policy has no compaction on. There is one such layer. */
  readonly compactsByHand?: boolean;
  /** [N1] The session's note is its work. There is one such layer. */
  readonly writesNote?: boolean;
  /** [G1] The agent that Claude Code runs for it, by how the names of such agents begin: never compacted itself. */
  readonly agent?: { readonly startsWith: string; readonly isFor: string };
  readonly turn: Turn;
  readonly settings: SettingsSpec<Settings>;
  /** The words for its reasons and failures, by code. */
  readonly reasons: Readonly<Record<string, string>>;
  /**
   * Why it has nothing to do, told from a glance alone, or nothing if it must look at the context. It stands before every
   * call of every replay of a sweep: without it each of them would go through the whole context.
   */
  idle(glance: Glance, settings: Settings, env: Env): Reason | undefined;
  run(context: Context, settings: Settings, env: Env): Generator<Ask, Outcome, Reply>;
  /** The outcome at once, unless a model has to be asked: to be run at every call of thousands of replays. */
  decide?(context: Context, settings: Settings, env: Env): Outcome | undefined;
  /** [C1] What it took is put back: the span that holds this message, or whose summary it is. */
  unfold?(context: Context, message: MessageId): Outcome;
  /** Its settings where it alone is tried out, with an answer of so many tokens. */
  alone?(settings: Settings, answerTokens: number): Settings;
  /** [M5] The rule by which the provider can do the same in its place. */
  contextEditing?(settings: Settings): ContextEditing;
}

export interface LayerCommand<Type extends string = string> {
  /** As commands are kept. */
  readonly type: Type;
  /** As it is typed, behind the slash. */
  readonly word: string;
  readonly explains?: string;
}

/** [M5] What a provider is asked to clear from each request. */
export interface ContextEditing {
  readonly triggerTokens: number;
  /** Instead of tokens, where it is above zero. */
  readonly triggerToolUses: number;
  readonly keep: number;
  readonly clearAtLeastTokens: number;
  readonly clearInputs: boolean;
  readonly onlyClearableTools: boolean;
  readonly keepThinkingTurns: number;
}

/** What is known of a context without going through it. */
export interface Glance {
  /** Images and documents in the context, as they take up room in a request. */
  readonly mediaBytes: number;
  /** [M1] Results of clearable tools that still have their content. */
  readonly liveClearableResults: number;
  readonly clearableTokens: number;
  readonly index: Omit<ResultIndex, 'whole'>;
  readonly memory: Memory;
  /** Results that entered since the last call. */
  readonly freshResults: number;
}

/** What a layer may know beyond the context. */
export interface Env {
  readonly window: number;
  /** [W2] */
  readonly effective: number;
  /** [W3] */
  readonly threshold: number;
  /** Tokens of the context as the policy counts them, the system included. */
  readonly used: number;
  /** Of these, what stands before the messages. */
  readonly systemTokens: number;
  readonly trigger: Trigger;
  /** What the user wants kept in mind by a summary. */
  readonly focus: string | undefined;
  /** [F8] Only a part of the conversation is to be compacted. */
  readonly partial: PartialSpan | undefined;
  /** [X2] By so much the provider has refused the request that is compacted for. */
  readonly gapTokens: number | undefined;
  readonly hooks: CompactionHooks | undefined;
  /** [F3] What a summary is asked for with. */
  readonly summaryPrompt: PromptWords;
  readonly counter: MessageCounter;
  readonly transcript: Transcript;
  /** The recording's messages by their ids, with all their content. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
  /** For the ids of what a layer makes: the same run makes the same ids. */
  readonly call: number;
  /** Missing where the recording has no times. */
  readonly nowMs: number | undefined;
  readonly lastAssistantMs: number | undefined;
  readonly isMainThread: boolean;
  /** Messages that no layer may take. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Someone reads why layers do nothing. */
  readonly explainsIdle: boolean;
  /** By name, since the session began. */
  readonly toolsCalled: Iterable<string>;
  /** Tools whose results are never cleared. */
  readonly exemptTools: ReadonlySet<string>;
}

export type Trigger = 'auto' | 'manual' | 'reactive';

/** [F8] `from`: the pivot and what is after it is summarised. `up-to`: what is before it. */
export interface PartialSpan {
  readonly direction: 'from' | 'up-to';
  readonly pivot: MessageId;
}

/** [F1] What the user's hooks said when they were run around a compaction. */
export interface CompactionHooks {
  /** Instructions for the summary, behind those of the user. */
  readonly instructions?: string;
  /** Why the compaction may not be. */
  readonly blocks?: string;
  /** [F6] Put behind everything else. */
  readonly results?: readonly string[];
}

/** A request to a model: the summary of these messages, or the running note brought up to date with them. */
export interface Ask {
  readonly type: 'summary' | 'note';
  readonly context: Pick<Context, 'messages'>;
  /** All that stands behind the messages in the request, the focus included. */
  readonly instruction: string;
  /** [E3] It begins like the conversation, and reads what is cached of that. */
  readonly sharesCache: boolean;
  readonly focus?: string;
  /** [N3] The note as it stands, or its empty template. */
  readonly note?: string;
  /** Of the note, as the layer counted it when it was written; missing for the template. */
  readonly noteTokens?: number | undefined;
  readonly maxTokens: number;
  /** How many times the same was asked before, and its answer broke off. */
  readonly retry?: number;
}

export type Reply =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly tokens: number;
      /** [F3] Of its scratch part, where whoever was asked was told to name it otherwise than usual. */
      readonly scratchTag?: string | undefined;
    }
  | { readonly type: 'too-long'; readonly gapTokens?: number }
  | { readonly type: 'error'; readonly what: string }
  | { readonly type: 'aborted' };

export type Outcome =
  | { readonly type: 'unchanged'; readonly reason: Reason }
  | {
      readonly type: 'changed';
      /** Its memory too. Messages that stay are the same objects. */
      readonly context: Context;
      /** Where only these messages are others: who keeps sums of a context need not go through the rest. */
      readonly edits?: Edits;
      readonly changes: readonly Change[];
      readonly reason: Reason;
      readonly summaryTokens?: number;
      /** [N2] The session's note was written anew, and has so many. */
      readonly noteTokens?: number | undefined;
      readonly boundary?: BoundaryData;
      /** [T3] Freed without a call of its own, so that the newest usage still counts it: the gate takes it off. */
      readonly freedTokens?: number | undefined;
    }
  | { readonly type: 'failed'; readonly failure: Failure };

/** [F7] What a compaction writes down about itself. */
export interface BoundaryData {
  readonly trigger: Trigger;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly lastSummarised: MessageId;
  /** Tools that were called so far, by name: who goes on knows that they are there. */
  readonly tools: readonly string[];
  /** First message of what was kept, the one that it stands behind now, and the last. */
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
  /** [G1] Asked for by hand under a policy that switches compaction off. */
  | 'disabled';

export interface Failure {
  readonly kind: FailureKind;
  readonly reason: Reason;
}
