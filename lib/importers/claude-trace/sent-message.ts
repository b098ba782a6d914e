import { TextHash } from '../../base/hash';
import { asArray, asObject, asText, type Json } from '../../base/json';
import { isReminder } from '../../transcript/reminder';
import { readAnthropicMessage } from '../anthropic/anthropic-body';
import type { SentMessage } from '../traced/traced-call';

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
    // Replies are sent back without leading and trailing blanks.
    if (text !== undefined && !isReminder(text)) texts.push(role === 'assistant' ? text.trim() : text);
    textLength += text?.length ?? lengthOf(block?.content);
  }
  // Hashed: otherwise the keys of a long conversation would contain its whole text again.
  const key = ids.length > 0 ? `${role} ${ids.join(' ')}` : `${role} ${new TextHash().add(texts.join('\n')).digest()}`;
  return {
    read: () => readAnthropicMessage(json),
    role,
    isPrompt: role === 'user' && resultLengths.size === 0,
    key,
    textLength,
    resultLengths,
  };
}

function lengthOf(content: Json | undefined): number {
  if (typeof content === 'string') return content.length;
  return (asArray(content) ?? []).reduce<number>((sum, value) => {
    const block = asObject(value);
    return sum + (asText(block?.text) ?? asText(asObject(block?.source)?.data) ?? '').length;
  }, 0);
}
