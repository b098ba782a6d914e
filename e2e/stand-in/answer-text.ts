import { asArray, asText, type JsonObject } from '../../lib/base/json';
import { readAnthropicMessage } from '../../lib/importers/anthropic/anthropic-body';
import { offlineSummary } from '../../lib/summarizers/offline/offline-summary';
import type { Message, MessageId } from '../../lib/transcript/transcript';
import { turnsOf } from './api-request';
import { roughTokens } from './count-tokens';

/**
 * Deterministic answers. A request for a summary gets what the offline writer extracts from the conversation. Its length
 * depends on the prompt, so that different prompts get different answers.
 */
export function answerText(body: JsonObject): string {
  const instruction = lastText(body);
  if (!/summar|compact|hand.?(off|over)|snapshot/i.test(instruction)) {
    return `The stand-in has read ${asArray(body.messages)?.length ?? 0} messages. The last begins: ${instruction.slice(0, 120)}`;
  }
  const summary = offlineSummary({
    messages: messagesOf(body),
    maxTokens: Math.min(Number(body.max_tokens), 600 + 150 * (roughTokens(instruction) % 7)),
    countTokens: roughTokens,
  });
  if (!instruction.includes('<analysis>')) return summary;
  return `<analysis>\nThe stand-in went through the conversation by rules.\n</analysis>\n<summary>\n${summary}\n</summary>`;
}

function lastText(body: JsonObject): string {
  const last = turnsOf(body)
    .at(-1)
    ?.blocks.findLast(({ type }) => type === 'text');
  return asText(last?.value.text) ?? '';
}

/** Without the instruction, which is the last text. */
function messagesOf(body: JsonObject): readonly Message[] {
  const messages = (asArray(body.messages) ?? []).flatMap((item, index) => {
    const message = readAnthropicMessage(item);
    return message === undefined ? [] : [{ ...message, id: `m${index}` as MessageId, line: index + 1 }];
  });
  const last = messages.at(-1);
  return last === undefined ? [] : [...messages.slice(0, -1), { ...last, parts: last.parts.slice(0, -1) }];
}
