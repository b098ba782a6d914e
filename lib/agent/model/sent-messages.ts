import { CALL_SIGNATURE } from '../../api/openai/call-signature';
import type { JsonObject } from '../../base/json';
import { asText } from '../../base/json';
import type { ContextMessage, ContextPart } from '../../layers/shape/context';
import type { Message, Part, UnknownPart } from '../../transcript/transcript';
import type { ReplyBlock } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { RunFrame } from '../journal/run-frame';
import { clearingOf, compactsFrom } from './context-management';
import { doesThink } from './thinking-of';

export interface SentMessages {
  readonly messages: readonly Message[];
  readonly asCame: ReadonlyMap<Part, JsonObject>;
}

/** The messages of a context as sent to the model, including what only its provider understands, unchanged. */
export function sentMessages(context: readonly ContextMessage[], frame: RunFrame): SentMessages {
  const asCame = new Map<Part, JsonObject>();
  const isCleared = clearingOf(frame.policy, frame.model) === undefined;
  const messages: Message[] = [];
  for (const { message, parts } of context) {
    const written = frame.recorded.get(message.id);
    const reply = frame.replies.get(message.id);
    const isOwn = reply !== undefined && reply.model === modelIdOf(frame.model);
    const sent = parts.flatMap((held, index) => {
      // [M5] What the provider clears from the request must be in it.
      const part = isCleared || held.uneditedTokens === undefined ? held.part : (written?.parts[index] ?? held.part);
      const block = reply?.blocks[index];
      if (block === undefined || isGone(part, held, isCleared)) return [part];
      return sentPart(part, block, { isOwn, frame, asCame });
    });
    if (message.role === 'assistant' && !sent.some(isSaid)) continue;
    messages.push({ ...message, parts: sent });
  }
  return { messages, asCame };
}

/** Cleared thinking has no signature any more. */
function isGone(part: Part, { state }: ContextPart, isCleared: boolean): boolean {
  return part.kind === 'thinking' && isCleared && state === 'cleared';
}

interface Sending {
  readonly isOwn: boolean;
  readonly frame: RunFrame;
  readonly asCame: Map<Part, JsonObject>;
}

/** Thinking unchanged; thinking of another model or without a signature is omitted from requests. */
function sentPart(part: Part, block: ReplyBlock, { isOwn, frame, asCame }: Sending): readonly Part[] {
  if (block.type === 'thinking') {
    if (!isOwn || !doesThink(frame.model) || block.signature === '') return [part];
    const { text, signature } = block;
    return [standIn({ type: 'thinking', thinking: text, signature }, asCame)];
  }
  if (block.type !== 'opaque') return [part];
  const type = asText(block.block.type) ?? '';
  if (type === 'compaction' && (!isOwn || compactsFrom(frame.model) === undefined)) {
    return [{ kind: 'text', text: asText(block.block.content) ?? '' }];
  }
  if (isOwn) return [standIn(block.block, asCame)];
  return type === 'redacted_thinking' || type === CALL_SIGNATURE ? [] : [part];
}

function standIn(block: JsonObject, asCame: Map<Part, JsonObject>): UnknownPart {
  const part: UnknownPart = { kind: 'unknown', type: asText(block.type) ?? '', json: block };
  asCame.set(part, block);
  return part;
}

/** For the API, a reply with only thinking or blanks is empty. */
function isSaid(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() !== '';
  if (part.kind === 'unknown') return part.type !== 'thinking' && part.type !== 'redacted_thinking';
  return part.kind !== 'thinking';
}
