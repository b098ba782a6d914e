import type { Category } from '../../tokens/category';
import type { Message, MessageId, Part } from '../../transcript/transcript';
import type { Memory } from './memory';
import type { MessageShape } from './message-shape';

/** What a call sends after the system prompt and the tools. Layers return a new one; contexts are never modified. */
export interface Context {
  readonly messages: readonly ContextMessage[];
  readonly memory: Memory;
  /** Maintained from call to call if available; otherwise built when a layer needs it. */
  readonly index?: ResultIndex;
}

/** What layers would otherwise have to collect from all messages before each call. */
export interface ResultIndex {
  /** The tool results that still have their content, in order. */
  readonly whole: readonly PartPlace[];
  readonly wholeTokens: number;
  /** All tool results. */
  readonly results: number;
  /** Of their texts, and of placeholders. */
  readonly resultCharacters: number;
  /** [M5] Tokens in requests that the server clears: in total, and from tool uses alone. */
  readonly editedTokens: number;
  readonly editedToolTokens: number;
  /** What layers found out about the whole results, by what they asked: not to look at all of them before each call. */
  readonly findings: Map<string | object, ResultFindings>;
}

export interface ResultFindings {
  /** The whole results from this place in their list on are others now. Those that were added are behind them. */
  forgetFrom(place: number): void;
}

/** By position in the context. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

/** A replacement for one message. */
export interface Edit {
  readonly place: number;
  readonly message: ContextMessage;
}

/** At most one per position. */
export type Edits = readonly Edit[];

export interface ContextMessage {
  readonly message: Message;
  /** Its origin: the recording, or the layer that added it. */
  readonly origin: 'recorded' | 'made';
  /** In the order of the message's parts. */
  readonly parts: readonly ContextPart[];
  /** The names of its parts, made once because changes refer to them often. */
  readonly refs: readonly PartRef[];
  readonly tokens: number;
  readonly shape: MessageShape;
  /** Its tokens by category: pairs of an index in `categories` and a number. Adjacent numbers are fast to add. */
  readonly shares: readonly number[];
  /** [M5] What the server clears from it in each request. */
  readonly editedTokens: number;
  /** What its images and documents take in a request. */
  readonly mediaBytes: number;
  /** Total of the texts of its tool results. */
  readonly resultCharacters: number;
  readonly recordedAt: RecordedPlace | undefined;
}

/** The position of a message in the recording, and how far it reaches: to the last message it must not be separated from. */
export interface RecordedPlace {
  readonly at: number;
  readonly reach: number;
}

export interface ContextPart {
  readonly part: Part;
  readonly category: Category;
  readonly tokens: number;
  /** `cleared` and `stored`: a placeholder replaces the content, which is in the transcript under the same ids. */
  readonly state: 'whole' | 'cleared' | 'stored';
  /** [M5] What requests still contain of it, if the server clears it from each request. */
  readonly uneditedTokens?: number;
}

/** A part, identified by where its content is in the transcript. */
export interface PartRef {
  readonly message: MessageId;
  readonly part: number;
}

/**
 * What became of a part. `kept` is every part without a change. `unfolded`: a summary was replaced with its original
 * messages.
 */
export type Fate =
  | 'cleared'
  | 'stored-out'
  | 'summarised'
  | 'collapsed'
  | 'snipped'
  | 'unfolded'
  | 'restored'
  | 'injected';

export interface Change {
  readonly fate: Fate;
  readonly parts: readonly PartRef[];
  /** Tokens that left the context; negative if tokens were added. */
  readonly tokens: number;
  /** The server removes it from its cached prefix, which stays valid [M4]. */
  readonly keepsCache?: boolean;
}

export function tokensOf(messages: readonly ContextMessage[]): number {
  let sum = 0;
  for (const { tokens } of messages) sum += tokens;
  return sum;
}

export function partRefs(messages: readonly ContextMessage[]): PartRef[] {
  let parts = 0;
  for (const { shape } of messages) parts += shape.parts;
  // Allocated at full size, because a growing list is copied again and again.
  const all: PartRef[] = new Array(parts);
  let next = 0;
  for (const { refs } of messages) {
    for (const ref of refs) {
      all[next] = ref;
      next += 1;
    }
  }
  return all;
}
