import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';

/**
 * A record of Claude Code or Codex without what its tools returned: most of a file, and of no weight where usage is
 * recorded. Kept until a file is read, it would cost as much time as parsing it.
 */
export function withoutResults(record: JsonObject): JsonObject {
  if (record.type === 'user') return withoutToolResults(record);
  if (record.type === 'response_item') return withoutOutput(record);
  return record;
}

function withoutToolResults(record: JsonObject): JsonObject {
  const message = asObject(record.message);
  const content = asArray(message?.content);
  if (content === undefined) return record;
  // Only the name: what the screen shows is in no context.
  return { ...record, toolUseResult: null, message: { ...message, content: content.map(withoutContent) } };
}

function withoutContent(block: Json): Json {
  const result = asObject(block);
  return asText(result?.tool_use_id) === undefined ? block : { ...result, content: '' };
}

function withoutOutput(record: JsonObject): JsonObject {
  const payload = asObject(record.payload);
  const type = asText(payload?.type) ?? '';
  if (type.endsWith('_output')) return { ...record, payload: { ...payload, output: '', tools: [] } };
  if (type === 'function_call') return { ...record, payload: { ...payload, arguments: '{}' } };
  return type === 'reasoning' ? { ...record, payload: { ...payload, encrypted_content: '' } } : record;
}
