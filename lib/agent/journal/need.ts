import type { Failure } from '../../base/failure';
import type { ToolCallPart } from '../../transcript/transcript';
import type { ModelRequest } from './chat-model';

/** What a run needs in order to continue. Its host provides it as an entry. */
export type Need =
  /** A prompt. */
  | { readonly type: 'prompt' }
  /** A reply of the model (`reply`, or `refused`). */
  | { readonly type: 'reply'; readonly request: ModelRequest }
  /** The answer to a layer's request (`forked`). */
  | { readonly type: 'fork'; readonly request: ModelRequest }
  /** Results of all these calls (`results`). */
  | { readonly type: 'results'; readonly calls: readonly ToolCallPart[] }
  /** The run cannot continue on its own. A prompt, a command or another policy may change that. */
  | { readonly type: 'help'; readonly why: StopReason };

export type StopReason =
  /** [X1] [X2] The context does not fit, and cannot be reduced. */
  | { readonly type: 'dead'; readonly size: number; readonly fits: number }
  /** [X3] */
  | { readonly type: 'blocked'; readonly used: number; readonly blocking: number }
  /** [G4] */
  | { readonly type: 'thrash'; readonly message: string; readonly tokens: number }
  | { readonly type: 'call-limit'; readonly calls: number }
  | { readonly type: 'money-limit'; readonly dollars: number }
  | ({ readonly type: 'problem' } & Failure)
  | { readonly type: 'stopped' };
