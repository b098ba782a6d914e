import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';

/**
 * A record of Claude Code or Codex without what its tools returned: most of a file, and of no weight where usage is
 * recorded. Kept until a file is read, it would cost as much time as parsing it.
 */
export function withoutResults(record: JsonObject): JsonObject {
  if (record.type === 'user') return withoutToolResults(record);
  if (record.type === 'response_item') return withoutOutput(record);
  return record;
}

/**
 * Leaves out whole records of Claude Code that only answer tools in the main thread: no call, no boundary and no fact of
 * the session depends on them, but the time of the last one.
 */
export class LeftOutResults {
  lastMs = 0;
  /** False if a later record has the id of one that was left out: then it might be a copy of it. */
  isSure = true;
  private readonly ids = new Set<string>();
  private before: JsonObject | undefined;

  /** `isKnown`: a record with its id may have come before. */
  leavesOut(record: JsonObject, isKnown: boolean): boolean {
    const id = asText(record.uuid);
    if (id === undefined || isKnown) {
      if (id !== undefined && this.ids.has(id)) this.isSure = false;
      return false;
    }
    if (this.mayGo(record)) {
      this.ids.add(id);
      this.lastMs = Math.max(this.lastMs, asTimeMs(record.timestamp) ?? 0);
      return true;
    }
    // The first reply gives the session its time and its thread.
    const isReply =
      record.type === 'assistant' && isTimed(record) && asArray(asObject(record.message)?.content) !== undefined;
    if (isReply || this.before !== undefined) this.before = inMain(record) ? record : undefined;
    return false;
  }

  private mayGo(record: JsonObject): boolean {
    const { before } = this;
    if (before === undefined || record.type !== 'user' || !inMain(record) || record.isCompactSummary === true)
      return false;
    // Ids are compared with others, so all of one must have been read.
    if (!/^[\w-]+$/.test(asText(record.uuid) ?? '')) return false;
    const { sessionId, version, timestamp } = record;
    if (sessionId !== before.sessionId || version !== before.version) return false;
    if (![sessionId, version, timestamp].every(isPlain)) return false;
    const content = asArray(asObject(record.message)?.content);
    return content !== undefined && content.length > 0 && content.every(isToolResult);
  }
}

function inMain({ isSidechain }: JsonObject): boolean {
  return isSidechain === false || isSidechain === undefined;
}

/** Others may be equal only because their bytes were read as one character each. */
function isPlain(value: Json | undefined): boolean {
  return typeof value !== 'string' || /^[ -~]*$/.test(value);
}

function isTimed({ timestamp }: JsonObject): boolean {
  return asTimeMs(timestamp) !== undefined;
}

function isToolResult(block: Json): boolean {
  const { type, tool_use_id } = asObject(block) ?? {};
  return type === 'tool_result' && typeof tool_use_id === 'string';
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
  const { timestamp, type } = record;
  const payload = asObject(record.payload);
  const item = asText(payload?.type) ?? '';
  if (payload === undefined) return record;
  const { call_id, id, approval_request_id, name } = payload;
  if (item.endsWith('_output'))
    return { timestamp, type, payload: { type: item, call_id, id, approval_request_id, output: '' } };
  if (item === 'function_call') return { timestamp, type, payload: { type: item, call_id, id, name, arguments: '{}' } };
  return item === 'reasoning' ? { timestamp, type, payload: { type: item, id } } : record;
}
