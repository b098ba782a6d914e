import { asArray, asCount, asNumber, asObject, asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { FormatId } from '../transcript/formats';
import { formats } from '../transcript/formats';
import {
  oneOf,
  parseAgent,
  parseBoundary,
  parseCall,
  parseEvent,
  parseFork,
  parseHook,
  parseMessage,
  parsePart,
  parseSystemChange,
  parseTool,
  parseWarning,
  texts,
} from '../transcript/parse-record';
import type {
  Boundary,
  Call,
  Message,
  Part,
  RecordedEvent,
  RecordedFork,
  RecordedHook,
  ToolDefinition,
  Transcript,
  Warning,
} from '../transcript/transcript';
import { type Upgrader, upgraderFrom } from '../transcript/upgrade-record';
import { RULES_RECORD } from '../transcript/write-transcript';
import { asTokens } from './read/as-tokens';
import { consistentTranscript } from './read/consistent-transcript';
import type { ImportEnv, Importer, Reading } from './read/importer';

/** Our own file format, written by `writeTranscripts`. */
export const highwater: Importer = { format: 'highwater', takesRecords: true, start };

interface Draft
  extends Omit<
    Transcript,
    'messages' | 'calls' | 'boundaries' | 'events' | 'forks' | 'hooks' | 'children' | 'warnings'
  > {
  readonly messages: Message[];
  readonly calls: Call[];
  readonly boundaries: Boundary[];
  readonly events: RecordedEvent[];
  readonly forks: RecordedFork[];
  readonly hooks: RecordedHook[];
  readonly children: Draft[];
  readonly warnings: Warning[];
}

/** Code that walks children recurses for each level: a malicious file with deeper nesting would overflow the stack. */
const DEEPEST = 100;

function start(env: ImportEnv): Reading {
  const roots: Draft[] = [];
  /** The transcript that is being read at each depth. */
  const open: Draft[] = [];
  let upgrade: Upgrader = (record) => record;
  let isUnreadable = false;

  const begin = (record: JsonObject, line: number) => {
    const wanted = Math.floor(asCount(record.depth) ?? 0);
    const depth = Math.min(wanted, open.length, DEEPEST);
    if (depth < wanted) env.warn('repaired', line, 'A sub-agent was nested too deeply and was moved up');
    const draft = parseHeader(record);
    open.length = depth;
    open.push(draft);
    (open[depth - 1]?.children ?? roots).push(draft);
  };

  return {
    add(value, line) {
      if (isUnreadable) return;
      const raw = asObject(value);
      if (raw !== undefined && asText(raw.type) === 'highwater') {
        const version = upgraderFrom(asNumber(raw.version) ?? 0);
        if (version.ok) upgrade = version.value;
        else {
          isUnreadable = true;
          env.warn('skipped', line, `The file could not be read: ${version.error}`);
        }
        return;
      }
      const record = raw === undefined ? undefined : upgrade(raw);
      const draft = open.at(-1);
      if (record !== undefined && draft !== undefined && asText(record.type) === RULES_RECORD) {
        env.attach?.(record);
        return;
      }
      if (record !== undefined && asText(record.type) === 'transcript') begin(record, line);
      else if (record === undefined || draft === undefined || !keep(draft, record)) {
        env.warn('skipped', line, 'Not a Highwater record');
      }
    },
    finish: () => roots.map((draft) => inRange(draft, env)),
  };
}

function keep(draft: Draft, record: JsonObject): boolean {
  switch (asText(record.type)) {
    case 'message':
      return push(draft.messages, parseMessage(record));
    case 'call':
      return push(draft.calls, parseCall(record));
    case 'boundary':
      return push(draft.boundaries, parseBoundary(record));
    case 'event':
      return push(draft.events, parseEvent(record));
    case 'fork':
      return push(draft.forks, parseFork(record));
    case 'hook':
      return push(draft.hooks, parseHook(record));
    case 'warning':
      return push(draft.warnings, parseWarning(record));
    default:
      return false;
  }
}

function push<Item>(list: Item[], item: Item | undefined): boolean {
  if (item === undefined) return false;
  list.push(item);
  return true;
}

function parseHeader(record: JsonObject): Draft {
  const list = <Item>(value: Json | undefined, parse: (item: Json) => Item | undefined): Item[] =>
    (asArray(value) ?? []).flatMap((item) => parse(item) ?? []);
  const format = asText(record.format);
  return {
    format: format !== undefined && Object.hasOwn(formats, format) ? (format as FormatId) : 'highwater',
    ...optional('formatVersion', asText(record.formatVersion)),
    ...optional('sessionId', asText(record.sessionId)),
    ...optional('parentSessionId', asText(record.parentSessionId)),
    ...optional('agentId', asText(record.agentId)),
    ...optional('title', asText(record.title)),
    ...optional('agent', parseAgent(record.agent)),
    ...optional('workingDirectory', asText(record.workingDirectory)),
    ...optional('contextWindow', asTokens(record.contextWindow)),
    models: texts(record.models) ?? [],
    system: list<Part>(record.system, parsePart),
    ...optional('staticParts', asCount(record.staticParts)),
    ...(record.systemChanges === undefined ? {} : { systemChanges: list(record.systemChanges, parseSystemChange) }),
    tools: list<ToolDefinition>(record.tools, parseTool),
    systemInFile: oneOf(record.systemInFile, ['all', 'some', 'none']) ?? 'none',
    ...optional('usageCountedBy', oneOf(record.usageCountedBy, ['highwater'])),
    ...(record.memoryIsRecorded === true ? { memoryIsRecorded: true } : {}),
    messages: [],
    calls: [],
    boundaries: [],
    events: [],
    forks: [],
    hooks: [],
    children: [],
    warnings: [],
  };
}

/** Positions beyond the messages would break every calculation: an edited file may contain some. */
function inRange(draft: Draft, env: ImportEnv): Transcript {
  const last = new Set(draft.messages.map(({ id }) => id)).size;
  const within = <Item extends { readonly at: number }>(items: readonly Item[], what: string): Item[] => {
    const good = items.filter((item) => item.at <= last && Number.isInteger(item.at));
    if (good.length < items.length)
      env.warn('skipped', 0, `${items.length - good.length} ${what} have an invalid position`);
    return good.sort((a, b) => a.at - b.at);
  };
  const { forks, hooks, ...others } = draft;
  const transcript = {
    ...others,
    ...(forks.length === 0 ? {} : { forks: forks.sort((a, b) => a.call - b.call) }),
    ...(hooks.length === 0 ? {} : { hooks: within(hooks, 'hooks') }),
    calls: within(draft.calls, 'calls'),
    boundaries: within(draft.boundaries, 'boundaries'),
    events: within(draft.events, 'events'),
    children: draft.children.map((child) => inRange(child, env)),
  };
  const consistent = consistentTranscript(transcript, (count, what) => {
    if (count > 0) env.warn('repaired', 0, `${count} ${what}`);
  });
  return { ...transcript, ...consistent };
}
