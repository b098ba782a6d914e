import {
  asArray,
  asBoolean,
  asCount,
  asNumber,
  asObject,
  asText,
  boundedDepth,
  type Json,
  type JsonObject,
} from '../base/json';
import { optional } from '../base/optional';
import type {
  Agent,
  Base64,
  Boundary,
  Call,
  CallId,
  DocumentPart,
  ImagePart,
  Message,
  MessageId,
  Origin,
  Part,
  RecordedEvent,
  RecordedFork,
  RecordedHook,
  ResultPart,
  SystemChange,
  ToolCallId,
  ToolDefinition,
  Usage,
  Warning,
} from './transcript';
import { originKinds } from './transcript';

/** Validates the records of our own file format one by one. `undefined`: not such a record. */

export function parseMessage(record: JsonObject): Message | undefined {
  const id = asText(record.id);
  const role = oneOf(record.role, ['system', 'user', 'assistant', 'tool']);
  const kind = oneOf(record.kind, ['prompt', 'tool-results', 'reply', 'injected', 'summary', 'command-echo', 'error']);
  const parts = asArray(record.parts);
  if (id === undefined || role === undefined || kind === undefined || parts === undefined) return undefined;
  return {
    id: id as MessageId,
    role,
    kind,
    parts: parts.map(parsePart),
    line: asCount(record.line) ?? 0,
    ...optional('timeMs', timeOf(record)),
    ...optional('callId', asText(record.callId) as CallId | undefined),
    ...optional('origin', parseOrigin(record.origin)),
  };
}

const LATEST_TIME = 8.64e15;

/** A `Date` can hold it. */
function timeOf(record: JsonObject): number | undefined {
  const timeMs = asNumber(record.timeMs);
  return timeMs === undefined || Math.abs(timeMs) > LATEST_TIME ? undefined : timeMs;
}

function parseOrigin(value: Json | undefined): Origin | undefined {
  const origin = asObject(value);
  const kind = oneOf(origin?.kind, originKinds);
  if (kind === undefined) return undefined;
  return { kind, ...optional('name', asText(origin?.name)), ...optional('paths', texts(origin?.paths)) };
}

export function parsePart(value: Json): Part {
  const part = asObject(value);
  switch (asText(part?.kind)) {
    case 'thinking':
      return {
        kind: 'thinking',
        text: asText(part?.text) ?? '',
        ...optional('opaqueLength', asCount(part?.opaqueLength)),
      };
    case 'tool-call':
      return {
        kind: 'tool-call',
        id: (asText(part?.id) ?? '') as ToolCallId,
        name: asText(part?.name) ?? 'unknown',
        input: boundedDepth(part?.input ?? null).value,
      };
    case 'tool-result':
      return {
        kind: 'tool-result',
        callId: (asText(part?.callId) ?? '') as ToolCallId,
        ...optional('toolName', asText(part?.toolName)),
        parts: (asArray(part?.parts) ?? []).map(parseResultPart),
        isError: asBoolean(part?.isError) ?? false,
      };
    default:
      return parseResultPart(value);
  }
}

function parseResultPart(value: Json): ResultPart {
  const part = asObject(value);
  switch (asText(part?.kind)) {
    case 'text':
      return { kind: 'text', text: asText(part?.text) ?? '' };
    case 'image':
      return parseImage(part ?? {});
    case 'document':
      return parseDocument(part ?? {});
    case 'unknown':
      return { kind: 'unknown', type: asText(part?.type) ?? 'untyped', json: boundedDepth(part?.json ?? null).value };
    default:
      return { kind: 'unknown', type: asText(part?.kind) ?? 'untyped', json: boundedDepth(value).value };
  }
}

function parseImage(part: JsonObject): ImagePart {
  return {
    kind: 'image',
    mediaType: asText(part.mediaType) ?? 'image/unknown',
    ...optional('bytes', asCount(part.bytes)),
    ...optional('width', asCount(part.width)),
    ...optional('height', asCount(part.height)),
    ...optional('data', asText(part.data) as Base64 | undefined),
    ...optional('url', asText(part.url)),
  };
}

function parseDocument(part: JsonObject): DocumentPart {
  return {
    kind: 'document',
    mediaType: asText(part.mediaType) ?? 'application/octet-stream',
    ...optional('title', asText(part.title)),
    ...optional('bytes', asCount(part.bytes)),
    ...optional('data', asText(part.data) as Base64 | undefined),
    ...optional('url', asText(part.url)),
    ...optional('text', asText(part.text)),
  };
}

export function parseCall(record: JsonObject): Call | undefined {
  const id = asText(record.id);
  const at = asCount(record.at);
  if (id === undefined || at === undefined) return undefined;
  return {
    id: id as CallId,
    at,
    ...optional('model', asText(record.model)),
    ...optional('timeMs', timeOf(record)),
    ...optional('usage', parseUsage(record.usage)),
    ...optional('outputIsPartial', asBoolean(record.outputIsPartial)),
    ...optional('stopReason', asText(record.stopReason)),
  };
}

function parseUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const extraPasses = asArray(usage.extraPasses)?.flatMap((pass) => parseUsage(pass) ?? []);
  return {
    input: asNumber(usage.input) ?? 0,
    cacheRead: asNumber(usage.cacheRead) ?? 0,
    cacheWrite5m: asNumber(usage.cacheWrite5m) ?? 0,
    cacheWrite1h: asNumber(usage.cacheWrite1h) ?? 0,
    output: asNumber(usage.output) ?? 0,
    ...optional('reasoning', asNumber(usage.reasoning)),
    ...optional('extraPasses', extraPasses),
  };
}

export function parseBoundary(record: JsonObject): Boundary | undefined {
  const kind = oneOf(record.kind, ['full', 'micro', 'prune', 'rewind']);
  const at = asCount(record.at);
  if (kind === undefined || at === undefined) return undefined;
  return {
    kind,
    at,
    trigger: oneOf(record.trigger, ['auto', 'manual', 'unknown']) ?? 'unknown',
    line: asCount(record.line) ?? 0,
    ...optional('timeMs', timeOf(record)),
    ...optional('preTokens', asNumber(record.preTokens)),
    ...optional('preTokensMeans', oneOf(record.preTokensMeans, ['context', 'clearable', 'unknown'])),
    ...optional('postTokens', asNumber(record.postTokens)),
    ...optional('tokensSaved', asNumber(record.tokensSaved)),
    ...optional('durationMs', asNumber(record.durationMs)),
    ...optional('agentVersion', asText(record.agentVersion)),
    ...optional('isGuess', asBoolean(record.isGuess)),
    ...optional('summaryMessageId', asText(record.summaryMessageId) as MessageId | undefined),
    ...optional('keptMessageIds', texts(record.keptMessageIds) as MessageId[] | undefined),
    ...optional('keptPosition', oneOf(record.keptPosition, ['before-summary', 'after-summary'])),
    ...optional('clearedToolCallIds', texts(record.clearedToolCallIds) as ToolCallId[] | undefined),
    ...optional('clearedToTokens', counts(record.clearedToTokens)),
    ...optional('droppedMessageIds', texts(record.droppedMessageIds) as MessageId[] | undefined),
    ...optional('contextMessageIds', texts(record.contextMessageIds) as MessageId[] | undefined),
  };
}

export function parseEvent(record: JsonObject): RecordedEvent | undefined {
  const kind = oneOf(record.kind, ['api-error', 'interrupt', 'notice']);
  const at = asCount(record.at);
  if (kind === undefined || at === undefined) return undefined;
  return {
    kind,
    at,
    text: asText(record.text) ?? '',
    line: asCount(record.line) ?? 0,
    ...optional('timeMs', timeOf(record)),
  };
}

export function parseHook(record: JsonObject): RecordedHook | undefined {
  const event = asText(record.event);
  const at = asCount(record.at);
  if (event === undefined || at === undefined) return undefined;
  return {
    event,
    at,
    line: asCount(record.line) ?? 0,
    ...optional('name', asText(record.name)),
    ...optional('command', asText(record.command)),
    ...optional('timeMs', timeOf(record)),
    ...optional('tookMs', asNumber(record.tookMs)),
    ...optional('exit', asNumber(record.exit)),
    ...optional('blocks', asText(record.blocks)),
    ...optional('summary', asText(record.summary)),
    ...optional('messageId', asText(record.messageId) as MessageId | undefined),
  };
}

export function parseFork(record: JsonObject): RecordedFork | undefined {
  const call = asCount(record.call);
  const purpose = oneOf(record.purpose, ['summary', 'note']);
  const [first, last] = [asText(record.firstMessageId), asText(record.lastMessageId)];
  if (call === undefined || purpose === undefined || first === undefined || last === undefined) return undefined;
  return {
    call,
    purpose,
    firstMessageId: first as MessageId,
    lastMessageId: last as MessageId,
    ...optional('model', asText(record.model)),
    ...optional('timeMs', timeOf(record)),
    ...optional('tookMs', asNumber(record.tookMs)),
    ...optional('usage', parseUsage(record.usage)),
    ...optional('text', asText(record.text)),
    ...optional('tokens', asNumber(record.tokens)),
    ...optional('failure', asText(record.failure)),
    ...optional('isTooLong', asBoolean(record.isTooLong)),
    ...optional('gapTokens', asNumber(record.gapTokens)),
    ...optional('arrivedAt', asCount(record.arrivedAt)),
  };
}

export function parseSystemChange(value: Json): SystemChange | undefined {
  const change = asObject(value);
  const from = asCount(change?.from);
  const system = asArray(change?.system);
  if (from === undefined || system === undefined) return undefined;
  return {
    from,
    system: system.map(parsePart),
    ...optional('isAfterWork', asBoolean(change?.isAfterWork)),
    ...optional('staticParts', asCount(change?.staticParts)),
    ...optional(
      'tools',
      asArray(change?.tools)?.flatMap((tool) => parseTool(tool) ?? []),
    ),
  };
}

export function parseWarning(record: JsonObject): Warning | undefined {
  const kind = oneOf(record.kind, ['skipped', 'repaired', 'guessed', 'noticed']);
  const what = asText(record.what);
  return kind === undefined || what === undefined ? undefined : { kind, what, line: asCount(record.line) ?? 0 };
}

export function parseAgent(value: Json | undefined): Agent | undefined {
  const agent = asObject(value);
  const name = asText(agent?.name);
  return name === undefined ? undefined : { name, ...optional('version', asText(agent?.version)) };
}

export function parseTool(value: Json): ToolDefinition | undefined {
  const tool = asObject(value);
  const name = asText(tool?.name);
  return name === undefined ? undefined : { name, schemaText: asText(tool?.schemaText) ?? '' };
}

export function texts(value: Json | undefined): string[] | undefined {
  return asArray(value)?.flatMap((item) => asText(item) ?? []);
}

function counts(value: Json | undefined): number[] | undefined {
  return asArray(value)?.map((item) => asCount(item) ?? 0);
}

export function oneOf<const Word extends string>(value: Json | undefined, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}
