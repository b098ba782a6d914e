import type { Failure } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import type { Ask } from '../../layers/shape/layer';
import type { ModelReply } from './entry';

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

export interface ModelOptions {
  readonly signal: AbortSignal;
  /** Pieces, as they come. */
  readonly onEvent?: (event: ModelEvent) => void;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** A tool call has begun: its input comes with the reply. */
  | { readonly type: 'tool-call'; readonly name: string }
  /** The API wants a wait, which is shown and can be stopped. */
  | { readonly type: 'waiting'; readonly leftMs: number; readonly what: string };

export type ModelOutcome =
  | { readonly type: 'answered'; readonly reply: ModelReply }
  /** The request does not fit the model's window: it has to be made smaller. */
  | { readonly type: 'too-long'; readonly gapTokens?: number; readonly what: string }
  | { readonly type: 'stopped' }
  /** With what the user can do about it; nothing of the reply counts. */
  | ({ readonly type: 'failed' } & Failure);
