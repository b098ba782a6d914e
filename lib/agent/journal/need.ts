import type { Failure } from '../../base/failure';
import type { ToolCallPart } from '../../transcript/transcript';
import type { ModelRequest } from './chat-model';

/** What a run needs before it can go on. Whoever drives it does it, and gives it the entry. */
export type Need =
  /** A prompt. */
  | { readonly type: 'prompt' }
  /** A reply of the model's (`reply`, or `refused`). */
  | { readonly type: 'reply'; readonly request: ModelRequest }
  /** An answer to what a layer asks (`forked`). */
  | { readonly type: 'fork'; readonly request: ModelRequest }
  /** Results of all these calls (`results`). */
  | { readonly type: 'results'; readonly calls: readonly ToolCallPart[] }
  /** Nothing can go on by itself. A prompt, a command or another policy may change that. */
  | { readonly type: 'help'; readonly why: StopReason };

export type StopReason =
  /** [X1] [X2] The context does not fit, and nothing makes it smaller. */
  | { readonly type: 'dead'; readonly size: number; readonly fits: number }
  /** [X3] */
  | { readonly type: 'blocked'; readonly used: number; readonly blocking: number }
  /** [G4] */
  | { readonly type: 'thrash'; readonly message: string; readonly tokens: number }
  | { readonly type: 'call-limit'; readonly calls: number }
  | { readonly type: 'money-limit'; readonly dollars: number }
  | ({ readonly type: 'problem' } & Failure)
  | { readonly type: 'stopped' };
