import type { LayerId } from '../../layers/index';
import type { Policy } from '../../policies/shape/policy';
import type { PlannedCall } from '../scripted/sight/move';

/** A run whose model answers from a list, whatever it is sent, so that one layer acts at known places. */
export interface Lesson {
  /** In its address. */
  readonly id: string;
  readonly title: string;
  /** What the reader learns, as a sentence. */
  readonly shows: string;
  /** What acts in it, and why the policy has it. */
  readonly layer: LayerId;
  readonly policy: Policy;
  readonly files: Readonly<Record<string, string>>;
  /** The first starts the run; each of the others follows when the agent has finished. */
  readonly prompts: readonly string[];
  /** One for each call. After the last, the agent only says that it has finished. */
  readonly replies: readonly LessonReply[];
  /** The provider of this lesson rejects larger requests. */
  readonly acceptsTokens?: number;
  readonly moments: readonly Moment[];
}

export interface LessonReply {
  readonly say: string;
  /** Without any, the turn ends. */
  readonly calls: readonly PlannedCall[];
}

/** Where a lesson pauses. */
export interface Moment {
  readonly at: MomentPlace;
  /** What to look at. */
  readonly look: 'chart' | 'chat' | 'messages';
  /**
   * With `{names}` of numbers, which come from the run. All have `call`, `used` (by that call), `window`, `threshold`,
   * `read` and `written` (by it, from and to the cache), and `accepted` (by the provider of the lesson). A change also has `before`, `after`, `freed`, `summary`, `since`
   * (calls since the last compaction), and what its reason has; a note `tokens`; both have `dollars` for their request.
   */
  readonly text: string;
}

export type MomentPlace =
  /** From 1; once it is answered. */
  | { readonly type: 'call'; readonly call: number }
  /** The first or a later change by a layer, once the call after it is answered. */
  | { readonly type: 'change'; readonly layer: LayerId; readonly nth?: number }
  | { readonly type: 'note' }
  | { readonly type: 'refused' }
  | { readonly type: 'thrash' };
