import { categoryPlaces } from '../../tokens/category';
import type { Message } from '../../transcript/transcript';
import { isLiveClearable } from './clearable';
import type { ContextPart } from './context';
import { isMedia } from './media-bytes';
import { isPlanCall } from './plan-call';
import { textOfResult } from './stored-result';

/** The kind of a message and of its parts. Messages of the same shape share one object: there are few. */
export interface MessageShape {
  readonly isReply: boolean;
  readonly isInjected: boolean;
  readonly invokesSkill: boolean;
  readonly holdsPlan: boolean;
  readonly parts: number;
  /** Index in `categories`; undefined if its parts belong to several. */
  readonly category: number | undefined;
  readonly calls: number;
  readonly results: number;
  /** Results that still have their content. */
  readonly wholeResults: number;
  /** [M1] Of these, results of rerunnable tools. */
  readonly clearableResults: number;
  /** [B4] */
  readonly hasBlankResult: boolean;
  readonly holdsMedia: boolean;
  /** No part of it is a placeholder. */
  readonly isWhole: boolean;
}

const NO_TOOLS: ReadonlySet<string> = new Set();
/** Messages with more parts have an unshared shape, because each count takes four bits of the key. */
const MAX_SHARED = 15;

const shared = new Map<number, MessageShape>();

export function messageShapeOf(message: Message, parts: readonly ContextPart[]): MessageShape {
  const isReply = message.kind === 'reply';
  const isInjected = message.kind === 'injected';
  const isInvoking = invokesSkill(message);
  let holdsPlan = false;
  let category = parts[0] && categoryPlaces[parts[0].category];
  let calls = 0;
  let results = 0;
  let wholeResults = 0;
  let clearableResults = 0;
  let hasBlankResult = false;
  let holdsMedia = false;
  let isWhole = true;
  for (const held of parts) {
    const { part } = held;
    if (categoryPlaces[held.category] !== category) category = undefined;
    if (held.state !== 'whole') isWhole = false;
    if (part.kind === 'tool-call') calls += 1;
    if (isPlanCall(part)) holdsPlan = true;
    if (isMedia(part)) holdsMedia = true;
    if (part.kind !== 'tool-result') continue;
    results += 1;
    const isOfMedia = part.parts.some(isMedia);
    holdsMedia ||= isOfMedia;
    hasBlankResult ||= !isOfMedia && !/\S/.test(textOfResult(part));
    if (held.state !== 'whole') continue;
    wholeResults += 1;
    if (isLiveClearable(held, NO_TOOLS)) clearableResults += 1;
  }
  const isShared = parts.length <= MAX_SHARED;
  let key = (hasBlankResult ? 1 : 0) + (holdsMedia ? 2 : 0) + (isWhole ? 4 : 0) + (isReply ? 8 : 0);
  key += (isInjected ? 16 : 0) + (isInvoking ? 32 : 0) + (holdsPlan ? 64 : 0);
  key = (key << 4) | (category ?? MAX_SHARED);
  key = (key << 4) | calls;
  key = (key << 4) | results;
  key = (key << 4) | wholeResults;
  key = (key << 4) | clearableResults;
  key = (key << 4) | parts.length;
  const before = isShared ? shared.get(key) : undefined;
  if (before !== undefined) return before;
  const shape: MessageShape = {
    isReply,
    isInjected,
    invokesSkill: isInvoking,
    holdsPlan,
    parts: parts.length,
    category,
    calls,
    results,
    wholeResults,
    clearableResults,
    hasBlankResult,
    holdsMedia,
    isWhole,
  };
  if (isShared) shared.set(key, shape);
  return shape;
}

/** Whether the next message may contain the text of a skill. */
function invokesSkill({ kind, parts }: Message): boolean {
  return parts.some((part) => {
    if (part.kind === 'tool-result') return part.toolName?.toLowerCase() === 'skill' && !part.isError;
    return kind === 'command-echo' && part.kind === 'text' && part.text.includes('<command-name>');
  });
}
