import type { Failure } from '../base/failure';
/**
 *   no-key       neither the page nor the server has one
 *   key          the key is not taken, or may not do this
 *   credit       the account of the key has too little left
 *   too-long     more tokens than the model takes, by `promptTokens`
 *   too-large    more bytes than the API takes
 *   no-model     the server does not have the model
 *   request      refused for what it holds
 *   rate-limit   429
 *   overloaded   529, or the same in the middle of an answer
 *   server       any other fault of the API's or of a gateway's
 *   unreachable  the server of the page did not reach the API
 *   connection   the server of the page was not reached, or gave up waiting
 *   broken-off   the answer broke off in the middle
 *   damaged      the answer is not one of the API, or has no end
 *   aborted      by the user
 */
export type ApiFailureKind =
  | 'no-key'
  | 'key'
  | 'credit'
  | 'too-long'
  | 'too-large'
  | 'no-model'
  | 'request'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'unreachable'
  | 'connection'
  | 'broken-off'
  | 'damaged'
  | 'aborted';

/** Why there is no answer, as a text for the user. It never contains a key. */
export interface ApiFailure extends Failure {
  readonly kind: ApiFailureKind;
  /** Missing without a response, or if the answer had begun. */
  readonly status?: number;
  /** The API's name for it: `rate_limit_error`. */
  readonly type?: string;
  /** The wait that the API requests. */
  readonly retryAfterMs?: number;
  /** For a prompt that is too long, if the API states it. */
  readonly promptTokens?: PromptTokens;
}

export interface PromptTokens {
  readonly sent: number;
  readonly most: number;
}
