import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { wrappedMessages } from '../anthropic/wrapped-messages';
import { all, has, isOneOf, most, type Rule, typeOf } from './rule';

const CLAUDE_CODE_TYPES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'attachment',
  'system',
  'progress',
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'custom-title',
  'ai-title',
  'agent-name',
  'pr-link',
  'frame-link',
]);

/** Comes before every other rule: our messages would match other formats. */
export const ownFormat: Rule<readonly JsonObject[]> = {
  rule: 'R-H1',
  format: 'highwater',
  because: 'it starts with a Highwater header',
  matches: (records) =>
    records.some(
      (record) =>
        (typeOf(record) === 'highwater' && has(record, 'version')) ||
        (typeOf(record) === 'transcript' && has(record, 'depth', 'systemInFile')),
    ),
};

/** What `highwater replay --json` prints: its header, or its rows alone. */
export const ownRows: Rule<readonly JsonObject[]> = {
  rule: 'R-H2',
  format: 'highwater-rows',
  because: 'its lines are rows of highwater replay',
  matches: ([first, ...others]) =>
    first !== undefined && (isRowsHeader(first) || (isRow(first) && others.every(isRow))),
};

function isRowsHeader({ highwater, rows }: JsonObject): boolean {
  const about = asObject(rows);
  return typeof highwater === 'number' && about !== undefined && has(about, 'version', 'engine', 'policies');
}

function isRow(record: JsonObject): boolean {
  const [session, policy] = [asObject(record.session), asObject(record.policy)];
  return (
    has(record, 'engine', 'key', 'figures') &&
    session !== undefined &&
    policy !== undefined &&
    has(session, 'hash', 'place') &&
    has(policy, 'id', 'hash')
  );
}

/** For consecutive records that no importer says are its own: the lines of a file, or the items of an array. */
export const lineRules: readonly Rule<readonly JsonObject[]>[] = [
  {
    rule: 'R-L3',
    format: 'copilot-cli',
    because: 'its records are events with a dotted type, data and a parentId',
    matches: (records) =>
      records.some((record) => typeOf(record) === 'session.start' && asObject(record.data) !== undefined) ||
      most(
        records,
        (record) =>
          asObject(record.data) !== undefined && typeOf(record)?.includes('.') === true && has(record, 'parentId'),
      ),
  },
  {
    rule: 'R-L4',
    format: 'pi',
    because: 'it starts with a session record with an id and a working directory',
    matches: ([first]) => typeOf(first) === 'session' && first !== undefined && isPiHeader(first),
  },
  {
    rule: 'R-L5',
    format: 'factory-droid',
    because: 'it starts with a session_start record, followed by message records',
    matches: (records) =>
      typeOf(records[0]) === 'session_start' &&
      asText(records[0]?.id) !== undefined &&
      records.some((record) => typeOf(record) === 'message'),
  },
  {
    rule: 'R-L6',
    format: 'gemini-cli',
    because: 'a record has a sessionId and a projectHash',
    matches: (records) =>
      records.some(
        (record) =>
          asText(record.sessionId) !== undefined && asText(record.projectHash) !== undefined && !has(record, 'uuid'),
      ),
  },
  {
    rule: 'R-L7',
    format: 'openhands',
    because: 'its records are events with a kind and a source',
    matches: (records) =>
      records.some((record) => /Event$|^Condensation/.test(asText(record.kind) ?? '') && has(record, 'source')),
  },
  {
    rule: 'R-L8',
    format: 'openhands',
    because: 'its records are runs with a history and metrics',
    matches: (records) => records.some((record) => asArray(record.history) !== undefined && has(record, 'metrics')),
  },
  {
    rule: 'R-L9',
    format: 'claude-code',
    because: 'it has session records with uuid, parentUuid and message',
    matches: (records) => records.some(isClaudeCodeRecord),
  },
  {
    rule: 'R-L10',
    format: 'claude-stream-json',
    because: 'it has the init or result record of a Claude Code stream',
    matches: (records) => records.some((record) => isStreamStart(record) || isStreamResult(record)),
  },
  {
    rule: 'R-L11',
    format: 'claude-code',
    because: "it has Claude Code's bookkeeping records, but no messages",
    matches: (records) =>
      all(
        records,
        (record) =>
          isOneOf(typeOf(record), CLAUDE_CODE_TYPES) &&
          (has(record, 'sessionId') || has(record, 'leafUuid') || has(record, 'snapshot')),
      ),
  },
  {
    rule: 'R-L15',
    format: 'entire-transcript',
    because: 'its records have a version number v and the name of an agent',
    matches: (records) => all(records, (record) => typeof record.v === 'number' && asText(record.agent) !== undefined),
  },
  {
    rule: 'R-L16',
    format: 'claude-history',
    because: 'its records are prompts with their project',
    matches: (records) => all(records, (record) => has(record, 'display', 'project') && !has(record, 'message')),
  },
  {
    rule: 'R-L12',
    format: 'cursor',
    because: 'its records have a role, and content inside a message',
    matches: (records) =>
      all(records, (record) => {
        const message = asObject(record.message);
        return has(record, 'role') && message !== undefined && has(message, 'content') && !has(record, 'type');
      }),
  },
  {
    rule: 'R-L18',
    format: 'langchain',
    because: 'its records are LangSmith runs with a run_type',
    matches: (records) => most(records, (record) => has(record, 'run_type')),
  },
  {
    rule: 'R-L19',
    format: 'otel',
    because: 'its records have resourceSpans, or are spans with attributes',
    matches: (records) => records.some((record) => has(record, 'resourceSpans') || isSpan(record)),
  },
  {
    rule: 'R-L20',
    format: 'langfuse',
    because: 'its records are observations of a trace',
    matches: (records) =>
      most(
        records,
        (record) =>
          asText(record.traceId) !== undefined &&
          /^(?:GENERATION|SPAN|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/.test(
            typeOf(record) ?? '',
          ),
      ),
  },
  { rule: 'R-L13', messages: (records) => (isSeveralConversations(records) ? firstConversation(records) : undefined) },
  {
    rule: 'R-L13',
    format: 'openai-chat',
    because: 'each record is a separate conversation',
    matches: isSeveralConversations,
  },
  {
    rule: 'R-L14',
    messages: (records) =>
      records.length > 1 && most(records, isMessage) ? records.filter((record) => isMessage(record)) : undefined,
  },
];

/** Most, not all: these are the last rules, and one damaged record would reject all the others. */
function isSeveralConversations(records: readonly JsonObject[]): boolean {
  return records.length > 1 && most(records, (record) => wrappedMessages(record) !== undefined);
}

function firstConversation(records: readonly JsonObject[]): readonly Json[] | undefined {
  return wrappedMessages(records.find((record) => wrappedMessages(record) !== undefined));
}

/** A message with only calls may omit its content. */
function isMessage(record: JsonObject): boolean {
  return has(record, 'role') && (has(record, 'content') || has(record, 'tool_calls'));
}

export function isStreamStart(record: JsonObject): boolean {
  return typeOf(record) === 'system' && asText(record.subtype) === 'init' && has(record, 'session_id');
}

function isStreamResult(record: JsonObject): boolean {
  return typeOf(record) === 'result' && has(record, 'session_id');
}

function isPiHeader(record: JsonObject): boolean {
  return has(record, 'id', 'cwd') && !has(record, 'sessionId');
}

/** Records of a stream are similar, but have no uuid. */
function isClaudeCodeRecord(record: JsonObject): boolean {
  if (!has(record, 'uuid')) return false;
  const type = typeOf(record);
  if (type === 'system') return has(record, 'parentUuid');
  if (type === 'attachment') return has(record, 'parentUuid') && asObject(record.attachment) !== undefined;
  return (
    (type === 'user' || type === 'assistant') &&
    asObject(record.message) !== undefined &&
    (has(record, 'parentUuid') || has(record, 'isSidechain'))
  );
}

export function isSpan(item: JsonObject): boolean {
  if (!has(item, 'attributes')) return false;
  const context = asObject(item.spanContext) ?? asObject(item.context) ?? {};
  return [item, context].some((object) => has(object, 'spanId') || has(object, 'span_id'));
}
