import { TextHash } from '../../base/hash';
import { asArray, asObject, asText, type Json } from '../../base/json';
import { isReminder } from '../read/user-kind';

/** A message of a request, and what is needed to know it again when a later request repeats it. */
export interface SentMessage {
  readonly json: Json;
  readonly role: string;
  readonly isPrompt: boolean;
  /** Equal for the same message, though its reminders or the content of its results may have changed since. */
  readonly key: string;
  readonly textLength: number;
  /** Characters of each tool result, by the id of its call. */
  readonly resultLengths: ReadonlyMap<string, number>;
}

export function readSent(json: Json): SentMessage {
  const message = asObject(json);
  const role = asText(message?.role) ?? '';
  const blocks = asArray(message?.content) ?? [{ type: 'text', text: message?.content ?? null }];
  const ids: string[] = [];
  const texts: string[] = [];
  const resultLengths = new Map<string, number>();
  let textLength = 0;
  for (const value of blocks) {
    const block = asObject(value);
    const id = asText(block?.tool_use_id) ?? (block?.input === undefined ? undefined : asText(block.id));
    if (id !== undefined) ids.push(id);
    if (block?.tool_use_id !== undefined && id !== undefined) resultLengths.set(id, lengthOf(block.content));
    const text = asText(block?.text);
    // A reply is sent back without the blanks it began or ended with.
    if (text !== undefined && !isReminder(text)) texts.push(role === 'assistant' ? text.trim() : text);
    textLength += text?.length ?? lengthOf(block?.content);
  }
  // As a hash: the keys of a long conversation would otherwise hold its whole text a second time.
  const key = ids.length > 0 ? `${role} ${ids.join(' ')}` : `${role} ${new TextHash().add(texts.join('\n')).digest()}`;
  return { json, role, isPrompt: role === 'user' && resultLengths.size === 0, key, textLength, resultLengths };
}

function lengthOf(content: Json | undefined): number {
  if (typeof content === 'string') return content.length;
  return (asArray(content) ?? []).reduce<number>((sum, value) => {
    const block = asObject(value);
    return sum + (asText(block?.text) ?? asText(asObject(block?.source)?.data) ?? '').length;
  }, 0);
}
