import { wellFormed } from '../../base/well-formed';
import type { MessageCounter } from '../../tokens/counters';
import type { TextPart } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import type { Env } from '../shape/layer';
import { madeMessage } from '../shape/made-message';

const KINDS = ['file', 'files', 'plan', 'skill'] as const;
export type PutBack = (typeof KINDS)[number];

export interface CountedText {
  readonly part: TextPart;
  readonly tokens: number;
}

export function countedText(text: string, counter: MessageCounter): CountedText {
  const part: TextPart = { kind: 'text', text };
  return { part, tokens: counter.partTokens(part) };
}

/** A message after the summary, with content that the summary cannot replace. */
export function putBack(name: string, { part, tokens }: CountedText, { call, counter }: Env): ContextMessage {
  return madeMessage(`made-${call}-${name}`, 'injected', [part], { ...counter, partTokens: () => tokens });
}

/** Whether a compaction made it. Content that is missing from the file is not recorded either, but belongs to its call. */
export function wasPutThere({ message, origin }: ContextMessage): boolean {
  return origin === 'made' && message.id.startsWith('made-');
}

/** What an earlier compaction restored, recognised by its id: the original call or command is gone by then. */
export function putBackAs({ message, origin }: ContextMessage): PutBack | undefined {
  if (origin !== 'made') return undefined;
  const [, name] = /^made-\d+-([a-z]+)/.exec(message.id) ?? [];
  return KINDS.find((kind) => kind === name);
}

/** The text of a restored message. */
export function textPutBack({ parts }: ContextMessage): CountedText | undefined {
  const [first] = parts;
  return first?.part.kind === 'text' ? { part: first.part, tokens: first.tokens } : undefined;
}

interface Room {
  readonly each: number;
  readonly all: number;
}

/** [F6] One after another, each truncated to its share, while there is room. */
export function putBackWithin(
  { each, all }: Room,
  what: PutBack,
  texts: readonly CountedText[],
  env: Env,
): ContextMessage[] {
  const messages: ContextMessage[] = [];
  let room = all;
  for (const text of texts) {
    const shown = cutTo(Math.min(each, room), text);
    if (shown.part.text.trim() === '') continue;
    messages.push(putBack(`${what}-${messages.length + 1}`, shown, env));
    room -= shown.tokens;
  }
  return messages;
}

function cutTo(most: number, { part, tokens }: CountedText): CountedText {
  if (tokens <= most) return { part, tokens };
  const text = wellFormed(part.text.slice(0, Math.floor((part.text.length * most) / tokens)));
  return { part: { kind: 'text', text }, tokens: most };
}
