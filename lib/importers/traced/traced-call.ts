import type { Message, Part, ToolDefinition } from '../../transcript/transcript';
import type { AppliedEdit } from '../anthropic/anthropic-body';
import type { NewCall } from '../read/transcript-draft';

/** A call to a model with all of its context: what a trace records. */
export interface TracedCall {
  /** Empty if the file does not have it. */
  readonly system: readonly Part[];
  /** Missing if the file does not have them. */
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly messages: readonly SentMessage[];
  readonly timeMs?: number | undefined;
  readonly answer: Answer;
}

export type Answer =
  | {
      readonly kind: 'reply';
      readonly call: NewCall & { readonly id?: string | undefined };
      readonly parts: readonly Part[];
      readonly seen: SeenMessage;
      /** What the server cleared from the request. */
      readonly edits: readonly AppliedEdit[];
    }
  /** A call was made, but its reply is not in the file. */
  | { readonly kind: 'unseen'; readonly call: NewCall }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'none' };

/** What identifies a message when a later request repeats it. */
export interface SeenMessage {
  readonly role: string;
  readonly isPrompt: boolean;
  /** Equal for the same message, even if its reminders or the content of its results have changed. */
  readonly key: string;
  readonly textLength: number;
  /** Characters of each tool result, by the id of its call. */
  readonly resultLengths: ReadonlyMap<string, number>;
}

/** A message of a request. */
export interface SentMessage extends SeenMessage {
  /** Undefined if it is none. */
  read(): Pick<Message, 'role' | 'kind' | 'parts'> | undefined;
}

export function seenOf({ role, isPrompt, key, textLength, resultLengths }: SeenMessage): SeenMessage {
  return { role, isPrompt, key, textLength, resultLengths };
}
