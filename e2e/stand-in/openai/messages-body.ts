import { asArray, asObject, asText, type Json, type JsonObject, parseJson } from '../../../lib/base/json';

/** The same request in the way of the Messages API, for those who make up answers: only what they look at. */
export function messagesBodyOf(body: JsonObject): JsonObject {
  const messages = objectsIn(body.messages);
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const turns: { role: 'user' | 'assistant'; content: JsonObject[] }[] = [];
  for (const message of messages) {
    if (system.includes(message)) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(message));
    else turns.push({ role, content: blocksOf(message) });
  }
  const tools = objectsIn(objectsIn(body.tools).map((tool) => tool.function ?? null));
  return {
    model: body.model ?? '',
    max_tokens: body.max_completion_tokens ?? body.max_tokens ?? 4_096,
    system: system.flatMap(({ content }) => textsOf(content)),
    messages: turns,
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })) }),
    ...(body.tool_choice === undefined || body.tool_choice === 'auto' ? {} : { tool_choice: { type: 'none' } }),
  };
}

function blocksOf(message: JsonObject): JsonObject[] {
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: textsOf(message.content) }];
  }
  const calls = objectsIn(message.tool_calls);
  return [
    ...textsOf(message.content),
    ...calls.map(({ id, function: called }) => {
      const { name, arguments: given } = asObject(called) ?? {};
      const input = parseJson(asText(given) ?? '');
      return { type: 'tool_use', id, name, input: input.ok ? input.value : {} };
    }),
  ];
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return (asArray(list) ?? []).map(asObject).filter((item) => item !== undefined);
}

function textsOf(content: Json | undefined): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (asArray(content) ?? []).flatMap((item) => {
    const part = asObject(item);
    return part?.type === 'text' ? [{ type: 'text', text: part.text }] : [];
  });
}
