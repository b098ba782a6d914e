import type { Category } from '../../tokens/category';
import type { Message, MessageId, Part } from '../../transcript/transcript';
import type { Makeup } from './makeup';
import type { Memory } from './memory';

/** What a call would send after the system prompt and the tools. Layers make a new one; none is ever changed. */
export interface Context {
  readonly messages: readonly ContextMessage[];
  readonly memory: Memory;
  /** Where the context is kept from call to call. Else it is made when a layer needs it. */
  readonly index?: ResultIndex;
}

/** What layers would else have to go through all messages for, before each of many calls. */
export interface ResultIndex {
  /** The tool results that still have their content, in their order. */
  readonly whole: readonly PartPlace[];
  readonly wholeTokens: number;
  /** All tool results. */
  readonly results: number;
  /** [M5] Tokens that requests hold and the server clears from them: of everything, and of tool uses alone. */
  readonly editedTokens: number;
  readonly editedToolTokens: number;
}

/** By where it stands in the context. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

/** Another message in the place of one. */
export interface Edit {
  readonly place: number;
  readonly message: ContextMessage;
}

/** One for a place at most. */
export type Edits = readonly Edit[];

export interface ContextMessage {
  readonly message: Message;
  /** Where it comes from: the recording, or a layer, which put it there. */
  readonly origin: 'recorded' | 'made';
  /** In the order of the message's parts. */
  readonly parts: readonly ContextPart[];
  /** The names of its parts, made once: changes tell of them again and again. */
  readonly refs: readonly PartRef[];
  readonly tokens: number;
  readonly makeup: Makeup;
  /** Of the tokens, by turns: the place of a category in `categories`, and what belongs to it. Numbers side by side are soon added. */
  readonly shares: readonly number[];
  /** [M5] What the server clears of it from each request anew. */
  readonly editedTokens: number;
  /** What its images and documents take in a request. */
  readonly mediaBytes: number;
  /** Of the texts of all its tool results. */
  readonly resultCharacters: number;
  readonly recordedAt: RecordedPlace | undefined;
}

/** Where a message stands in the recording, and how far it reaches: to the last one that must not be parted from it. */
export interface RecordedPlace {
  readonly at: number;
  readonly reach: number;
}

export interface ContextPart {
  readonly part: Part;
  readonly category: Category;
  readonly tokens: number;
  /** `cleared` and `stored`: a placeholder stands for the content, which is in the transcript under the same ids. */
  readonly state: 'whole' | 'cleared' | 'stored';
  /** [M5] What the request still holds of it, where the server clears it from each request anew. */
  readonly uneditedTokens?: number;
}

/** A part by where its content stands in the transcript. */
export interface PartRef {
  readonly message: MessageId;
  readonly part: number;
}

/** What became of a part. `kept` is what no change names. `unfolded`: a summary gave way to what it stood for. */
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
  /** Tokens that left the context (below zero: that came into it). */
  readonly tokens: number;
  /** The server takes it out of its cached prefix, which stays valid [M4]. */
  readonly keepsCache?: boolean;
}

export function tokensOf(messages: readonly ContextMessage[]): number {
  let sum = 0;
  for (const { tokens } of messages) sum += tokens;
  return sum;
}

export function partRefs(messages: readonly ContextMessage[]): PartRef[] {
  let parts = 0;
  for (const { makeup } of messages) parts += makeup.parts;
  // Of its full size at once: a list that grows is copied again and again.
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
