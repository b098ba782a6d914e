import type { MessageId, MessageKind, Part, Role } from '../../transcript/transcript';
import type { Context } from './context';
import type { Env } from './layer';

/** [Z1] A layer that is no part of the table: a replay is given it, and what it answers comes from outside. */
export interface OwnLayer {
  /** In reports. Different for each of a replay. */
  readonly name: string;
  /** `threshold`: when the gate opens, as a compaction. `always`: before each call. */
  readonly when: 'threshold' | 'always';
  /** The id of the policy's layer before which it stands; else it is the first of its turn. */
  readonly before?: string;
}

/** [Z1] What it is asked: all that it may know, as data. */
export interface OwnAsk {
  readonly type: 'own';
  readonly layer: string;
  readonly context: Pick<Context, 'messages'>;
  readonly facts: OwnFacts;
  readonly pinned: ReadonlySet<MessageId>;
}

export type OwnFacts = Pick<
  Env,
  'call' | 'window' | 'effective' | 'threshold' | 'used' | 'systemTokens' | 'trigger' | 'focus' | 'gapTokens' | 'nowMs'
>;

export interface OwnReply {
  readonly type: 'own';
  readonly answer: OwnAnswer;
}

/** [Z2] As parsed at the door. `keep`: it leaves the context alone. */
export type OwnAnswer =
  | { readonly type: 'keep' }
  | {
      readonly type: 'messages';
      readonly items: readonly OwnItem[];
      readonly spent?: OwnSpent;
      readonly note?: string;
    }
  | { readonly type: 'failed'; readonly kind: 'no-answer' | 'invalid'; readonly what: string };

/** One message of the new context. In `parts`, undefined is a part that stays as it is. */
export type OwnItem =
  | { readonly type: 'same'; readonly id: MessageId }
  | { readonly type: 'changed'; readonly id: MessageId; readonly parts: readonly (Part | undefined)[] }
  | { readonly type: 'new'; readonly role: Role; readonly kind: MessageKind; readonly parts: readonly Part[] };

/** [Z3] Tokens of the layer's own requests to a model. */
export interface OwnSpent {
  readonly model?: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}
