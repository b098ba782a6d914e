import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { unwrappedJson } from './unwrapped-json';

/** The messages among the inputs of a call: a list, an object that has one, or a prompt as text. */
export function messagesIn(inputs: Json | undefined): readonly Json[] {
  const value = unwrappedJson(inputs);
  const all = asObject(value);
  const list = [value, all?.messages, all?.prompts, all?.input].map((each) => asArray(unwrappedJson(each)));
  const found = list.find((each) => each !== undefined);
  const [first, ...others] = found ?? [];
  const batched = asArray(first);
  if (batched !== undefined && isBatch(batched, others)) return batched;
  if (found !== undefined) return found;
  if (all?.role !== undefined) return [all];
  const text = asText(value) ?? asText(all?.prompt) ?? asText(all?.input);
  return text === undefined ? [] : [text];
}

/** LangChain sends one list of messages, or several that do not belong together. Not a pair, nor a damaged message before others. */
function isBatch(first: readonly Json[], others: readonly Json[]): boolean {
  const isPair = first.length === 2 && typeof first[0] === 'string';
  const isMessage = (value: Json) => asObject(value) !== undefined;
  return !isPair && (first.some(isMessage) || !others.some(isMessage));
}

/** The reply among the outputs of a call, and the response it is in. */
export function replyIn(outputs: Json | undefined): {
  readonly message: Json | undefined;
  readonly response: JsonObject;
} {
  const value = unwrappedJson(outputs);
  const response = asObject(value) ?? {};
  const generated = asObject(firstOf(firstOf(response.generations)) ?? firstOf(response.generations));
  const choice = asObject(firstOf(response.choices));
  const list = asArray(value) ?? asArray(response.messages);
  const isMessage = response.role !== undefined || response.type !== undefined || response.kwargs !== undefined;
  return {
    response,
    message:
      generated?.message ??
      asReply(generated?.text) ??
      choice?.message ??
      asReply(response.message) ??
      list?.at(-1) ??
      (isMessage ? response : asReply(response.output ?? response.text ?? response.content ?? asText(value))),
  };
}

function firstOf(value: Json | undefined): Json | undefined {
  return asArray(value)?.[0];
}

function asReply(value: Json | undefined): Json | undefined {
  const text = asText(value);
  if (text !== undefined) return { role: 'assistant', content: text };
  return value === null ? undefined : (asArray(value)?.at(-1) ?? value);
}
