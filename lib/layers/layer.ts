import type { MessageCounter } from '../tokens/counters';
import type { Message, MessageId, Transcript } from '../transcript/transcript';
import type { Change, Context } from './context';
import type { Memory } from './memory';
import type { Reason } from './reason';
import type { SettingsSpec } from './setting';

export type LayerId =
  | 'result-budget'
  | 'snip'
  | 'microcompact-time'
  | 'microcompact-cached'
  | 'microcompact-declarative'
  | 'microcompact-counting'
  | 'collapse'
  | 'session-memory'
  | 'full-compact'
  | 'note-extraction';

/**
 * When a layer has its turn. `results`: when tool results enter. `before-call`: before each call, in the order of the
 * policy. `gate`: when the gate has opened, one after another until one succeeds. `after-response`: with the reply.
 */
export type Turn = 'results' | 'before-call' | 'gate' | 'after-response';

/**
 * A layer asks, it does not call: it yields what it wants asked of a model, as data, and is given the reply as data. So the
 * same code runs in a sweep, where replies are assumed, in a replay, and live.
 */
export interface Layer<Settings> {
  readonly id: LayerId;
  readonly title: string;
  readonly explains: string;
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
}

/** What is known of a context without going through it. */
export interface Glance {
  /** [M1] Results of clearable tools that still have their content. */
  readonly liveClearableResults: number;
  readonly clearableTokens: number;
  readonly messages: number;
  /** Tool calls of the session so far, whatever became of them. */
  readonly toolCalls: number;
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
  readonly focus?: string;
  readonly counter: MessageCounter;
  readonly transcript: Transcript;
  /** The recording's messages by their ids, with all their content. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
  /** For the ids of what a layer makes: the same run makes the same ids. */
  readonly call: number;
  /** Missing where the recording has no times. */
  readonly nowMs?: number;
  readonly lastAssistantMs?: number;
  readonly isMainThread: boolean;
  /** Messages that no layer may take. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Tools whose results are never cleared. */
  readonly exemptTools: ReadonlySet<string>;
}

export type Trigger = 'auto' | 'manual' | 'reactive';

/** A request to a model: the summary of these messages, or the running note brought up to date with them. */
export interface Ask {
  readonly type: 'summary' | 'note';
  readonly context: Pick<Context, 'messages'>;
  readonly focus?: string;
  /** [N3] The note as it stands, or its empty template. */
  readonly note?: string;
  readonly maxTokens: number;
}

export type Reply =
  | { readonly type: 'text'; readonly text: string; readonly tokens: number }
  | { readonly type: 'too-long'; readonly gapTokens?: number }
  | { readonly type: 'error'; readonly what: string }
  | { readonly type: 'aborted' };

export type Outcome =
  | { readonly type: 'unchanged'; readonly reason: Reason }
  | {
      readonly type: 'changed';
      /** Its memory too. Messages that stay are the same objects. */
      readonly context: Context;
      readonly changes: readonly Change[];
      readonly reason: Reason;
      readonly summaryTokens?: number;
      /** [T3] Freed without a call of its own, so that the newest usage still counts it: the gate takes it off. */
      readonly freedTokens?: number;
    }
  | { readonly type: 'failed'; readonly failure: Failure };

/** [F5] */
export type FailureKind = 'empty' | 'too-long' | 'no-summary' | 'api-error' | 'aborted' | 'hook-blocked' | 'inflated';

export interface Failure {
  readonly kind: FailureKind;
  readonly reason: Reason;
}
