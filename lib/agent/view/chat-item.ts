import type { Failure } from '../../base/failure';
import type { Json } from '../../base/json';
import type { Command } from '../../simulator/pipeline/command';
import type { SimulatedChange, SimulatedFailure } from '../../simulator/pipeline/simulation';
import type { Usage } from '../../transcript/transcript';
import type { ModelChoice, RunLimits } from '../journal/entry';
import type { StopReason } from '../journal/need';

/** One thing in the chat, in the order in which it happened. Plain data; all texts are shown as texts. */
export type ChatItem = { readonly timeMs: number } & (
  | { readonly type: 'prompt'; readonly text: string }
  | ({ readonly type: 'reply' } & ShownReply)
  /** A layer changed the context, before `change.call` or with the reply to it. */
  | {
      readonly type: 'work';
      readonly change: Omit<SimulatedChange, 'changes' | 'boundary'>;
      readonly isCompaction: boolean;
      /** What stands in the place of what was compacted. */
      readonly summary?: string;
    }
  | { readonly type: 'layer-failed'; readonly failure: SimulatedFailure }
  | ({ readonly type: 'fork' } & ShownFork)
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'policy'; readonly title: string }
  | { readonly type: 'model'; readonly model: ModelChoice }
  | { readonly type: 'limits'; readonly limits: RunLimits }
  /** Changed by the user's own hand. */
  | { readonly type: 'files'; readonly paths: readonly string[] }
  /** The provider would not take a call: too long. */
  | { readonly type: 'refused'; readonly what: string }
  | ({ readonly type: 'problem' } & Failure)
  | { readonly type: 'stopped' }
  /** The run came to rest, and needs the user. */
  | { readonly type: 'help'; readonly why: StopReason }
);

export type ChatItemOf<Type extends ChatItem['type']> = Extract<ChatItem, { readonly type: Type }>;

export interface ShownReply {
  /** From 0: the place in every column of the simulation. */
  readonly call: number;
  readonly text: string;
  readonly thinking: string;
  readonly tools: readonly ShownTool[];
  /** As the model reports it, or as we count it for one that reports none. */
  readonly usage?: Usage;
  /** Missing where prices are not known. */
  readonly dollars?: number;
  /** [E1] What we thought that it would read from the cache. */
  readonly predictedCacheRead: number;
  readonly tookMs?: number;
  readonly firstTokenMs?: number;
  readonly stopReason: string;
  /** What the provider says it has cleared from the request by itself. */
  readonly serverEdits?: Json;
  /** What it has put in the place of the context by itself; null where it tried and could not. */
  readonly serverSummary?: string | null;
}

export interface ShownTool {
  readonly callId: string;
  readonly name: string;
  readonly input: Json;
  /** Missing while it runs. What became of it in the context: `RunView.resultStates`. */
  readonly result?: ShownResult;
}

export interface ShownResult {
  /** Its beginning: the whole is asked for by the id of the call. */
  readonly text: string;
  readonly characters: number;
  readonly isError: boolean;
  readonly tookMs: number;
}

/** A request that a layer had made beside the turns: the same prefix, its own instruction. */
export interface ShownFork {
  readonly call: number;
  readonly purpose: 'summary' | 'note';
  readonly usage?: Usage;
  readonly dollars?: number;
  readonly tookMs: number;
  readonly failed?: string;
}
