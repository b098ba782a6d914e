import type { AskModelOptions } from '../../api/ask-model';
import type { Failure } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import type { Ask } from '../../layers/shape/layer';
import type { ModelReply } from './entry';

/** Answers the requests of a run in the way of the Messages API: either the API itself or the scripted model. */
export interface ChatModel {
  ask(request: ModelRequest, options: ModelOptions): Promise<ModelOutcome>;
}

/**
 * A turn of the agent, or the request of a layer: a fork, which has the same prefix and its own instruction at the end.
 */
export type ModelRequest = {
  /** For the Messages API. */
  readonly body: JsonObject;
  readonly betas: readonly string[];
} & (
  | { readonly purpose: 'turn' }
  /** [R2] Alone: no request of the agent has the same prefix. [A11] A task: the parent's request, and its own messages. */
  | { readonly purpose: 'recall' }
  | { readonly purpose: 'memory' | 'dream' }
  /** [O4] The turn of an agent that the run started. [O8] What it is doing now. [H2] A hook. */
  | { readonly purpose: 'agent' | 'progress' | 'hook' }
  | { readonly purpose: 'summary' | 'note'; readonly ask: Ask }
);

export type ModelOptions = Pick<AskModelOptions, 'signal' | 'onEvent'>;

export type ModelOutcome =
  | { readonly type: 'answered'; readonly reply: ModelReply }
  /** The request exceeds the model's window and must be made smaller. */
  | { readonly type: 'too-long'; readonly gapTokens?: number; readonly what: string }
  | { readonly type: 'stopped' }
  /** With advice for the user; a partial reply is discarded. */
  | ({ readonly type: 'failed' } & Failure);
