import type { AskModelOptions } from '../../api/ask-model';
import type { Failure } from '../../base/failure';
import type { Json, JsonObject } from '../../base/json';
import type { Ask } from '../../layers/shape/layer';
import type { Usage } from '../../transcript/transcript';

/** Who answers the requests of a run, as the Messages API does: the API itself is one, the scripted model another. */
export interface ChatModel {
  ask(request: ModelRequest, options: ModelOptions): Promise<ModelOutcome>;
}

/** A turn of the agent's, or what a layer wants asked: a fork, which has the same prefix and its own instruction at the end. */
export type ModelRequest = {
  /** For the Messages API. */
  readonly body: JsonObject;
  readonly betas: readonly string[];
} & ({ readonly purpose: 'turn' } | { readonly purpose: 'summary' | 'note'; readonly ask: Ask });

export type ModelOptions = Pick<AskModelOptions, 'signal' | 'onEvent'>;

/** One part of a reply, as it is kept and sent back. Plain data. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: Json }
  /** Of a kind that only the provider understands, such as a compaction of its own: sent back as it came. */
  | { readonly type: 'opaque'; readonly block: JsonObject };

export interface ModelReply {
  readonly blocks: readonly ReplyBlock[];
  /** As the API names it. */
  readonly stopReason: string;
  /** Missing from the scripted model, which has no tokens of its own: then it is what we count. */
  readonly usage?: Usage;
  readonly timeMs: number;
  readonly firstTokenMs?: number;
  /** What the server says it has cleared from the request. */
  readonly serverEdits?: Json;
}

export type ModelOutcome =
  | { readonly type: 'answered'; readonly reply: ModelReply }
  /** The request does not fit the model's window: it has to be made smaller. */
  | { readonly type: 'too-long'; readonly gapTokens?: number; readonly what: string }
  | { readonly type: 'stopped' }
  /** With what the user can do about it; nothing of the reply counts. */
  | ({ readonly type: 'failed' } & Failure);
