import { randomUUID } from 'node:crypto';
import { asArray, asObject, asText, type JsonObject } from '../../lib/base/json';

const CHAINED: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment']);
/** The fields that all records of a session share. */
const COMMON = ['isSidechain', 'userType', 'cwd', 'sessionId', 'version', 'gitBranch'] as const;

/**
 * Adds missing fields to a handwritten record, with the common fields of the previous record, and links each record to
 * the previous one.
 */
export function completeRecords(records: readonly JsonObject[]): readonly JsonObject[] {
  let common: JsonObject = {};
  let model: string | undefined;
  let timestamp: string | undefined;
  let last: string | null = null;
  return records.map((record) => {
    common = { ...common, ...picked(record, COMMON) };
    if (!CHAINED.has(record.type)) return record;
    const message = asObject(record.message);
    model = asText(message?.model) ?? model;
    timestamp = asText(record.timestamp) ?? timestamp;
    const uuid = asText(record.uuid) ?? randomUUID();
    const isBoundary = record.subtype === 'compact_boundary';
    const whole = {
      ...withDefaults(record, { ...common, uuid, timestamp }),
      parentUuid: isBoundary ? null : last,
      ...(isBoundary && { logicalParentUuid: last }),
      ...(message !== undefined && { message: record.type === 'user' ? userMessage(message) : reply(message, model) }),
    };
    last = uuid;
    return whole;
  });
}

function userMessage(message: JsonObject): JsonObject {
  return withDefaults(message, { role: 'user' });
}

function reply(message: JsonObject, model: string | undefined): JsonObject {
  const calls = (asArray(message.content) ?? []).some((block) => asObject(block)?.type === 'tool_use');
  return withDefaults(message, {
    model,
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    stop_reason: calls ? 'tool_use' : 'end_turn',
    stop_sequence: null,
  });
}

/** Fields keep their order, so a complete record is written unchanged. */
function withDefaults(record: JsonObject, defaults: JsonObject): JsonObject {
  return { ...record, ...defaults, ...record };
}

function picked(record: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]));
}
