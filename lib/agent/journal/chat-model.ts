import type { AskModelOptions } from '../../api/ask-model';
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

export type ModelOptions = Pick<AskModelOptions, 'signal' | 'onEvent'>;

export type ModelOutcome =
  | { readonly type: 'answered'; readonly reply: ModelReply }
  /** The request does not fit the model's window: it has to be made smaller. */
  | { readonly type: 'too-long'; readonly gapTokens?: number; readonly what: string }
  | { readonly type: 'stopped' }
  /** With what the user can do about it; nothing of the reply counts. */
  | ({ readonly type: 'failed' } & Failure);
