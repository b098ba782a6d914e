import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { Boundary, ToolCallId } from '../../transcript/transcript';
import { asTokens } from '../read/as-tokens';

/** The details in a compaction record, and the records it refers to. */
export interface Compaction {
  readonly boundary: Boundary;
  readonly keptRecords: readonly string[];
}

export function isCompaction(record: JsonObject): boolean {
  return record.subtype === 'compact_boundary' || record.subtype === 'microcompact_boundary';
}

/**
 * A `compact_boundary` or `microcompact_boundary`. Details are camelCase in session files, snake_case in streams and the
 * SDK, and may be missing in imitations.
 */
export function compaction(record: JsonObject, at: number, line: number): Compaction {
  const isMicro = record.subtype === 'microcompact_boundary';
  const details = isMicro
    ? asObject(record.microcompactMetadata ?? record.microcompact_metadata)
    : asObject(record.compactMetadata ?? record.compact_metadata);
  const field = (camel: string, snake: string) => details?.[camel] ?? details?.[snake];
  const preTokens = asTokens(field('preTokens', 'pre_tokens'));
  const cleared = field('compactedToolIds', 'compacted_tool_ids');
  const kept = asObject(field('preservedMessages', 'preserved_messages'));
  return {
    boundary: {
      kind: isMicro ? 'micro' : 'full',
      at,
      ...optional('timeMs', asTimeMs(record.timestamp)),
      trigger: triggerOf(details?.trigger),
      // A microcompact reports the size of what it can clear; the context was at least twice that size.
      ...(preTokens === undefined ? {} : { preTokens, preTokensMeans: isMicro ? 'clearable' : 'context' }),
      ...optional('postTokens', asTokens(field('postTokens', 'post_tokens'))),
      ...optional('tokensSaved', asTokens(field('tokensSaved', 'tokens_saved'))),
      ...optional('durationMs', asTokens(field('durationMs', 'duration_ms'))),
      ...optional('agentVersion', asText(record.version)),
      ...(isMicro ? { clearedToolCallIds: strings(cleared) as ToolCallId[] } : {}),
      line,
    },
    keptRecords: strings(kept?.uuids ?? kept?.allUuids ?? kept?.all_uuids),
  };
}

/** A summary without a boundary: older versions wrote none, and a new file can start with one. */
export function unannouncedCompaction(record: JsonObject, at: number, line: number): Boundary {
  return {
    kind: 'full',
    at,
    ...optional('timeMs', asTimeMs(record.timestamp)),
    trigger: 'unknown',
    ...optional('agentVersion', asText(record.version)),
    line,
  };
}

function triggerOf(value: Json | undefined): Boundary['trigger'] {
  return value === 'auto' || value === 'manual' ? value : 'unknown';
}

function strings(value: Json | undefined): string[] {
  return (asArray(value) ?? []).filter((item) => typeof item === 'string');
}
