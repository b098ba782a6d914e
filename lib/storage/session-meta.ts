import type { Brand } from '../base/brand';
import { asArray, asBoolean, asCount, asObject, asText, type Json, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import type { TranscriptSummary } from '../transcript/summarise';
import type { Agent, FormatId } from '../transcript/transcript';

/** Hash of the content: the same recording has the same id wherever it is imported. */
export type SessionId = Brand<'SessionId'>;

export const META_VERSION = 1;

/** All that the list needs of a session. */
export interface SessionMeta extends TranscriptSummary {
  readonly id: SessionId;
  readonly fileName: string;
  readonly secretsMasked: number;
  readonly sourceBytes: number;
  readonly storedBytes: number;
  readonly importedAtMs: number;
  readonly metaVersion: typeof META_VERSION;
}

const FORMATS: Readonly<Record<FormatId, true>> = {
  highwater: true,
  'claude-code': true,
  'claude-stream-json': true,
  'claude-trace': true,
  'anthropic-messages': true,
  'openai-chat': true,
  'openai-responses': true,
  codex: true,
  'copilot-cli': true,
  pi: true,
  'factory-droid': true,
  'gemini-cli': true,
  'gemini-contents': true,
  openhands: true,
  cursor: true,
  'harbor-atif': true,
  inspect: true,
  opencode: true,
  'swe-agent': true,
  'mini-swe-agent': true,
  otel: true,
  langfuse: true,
  langchain: true,
  har: true,
  'ai-sdk': true,
  'claude-history': true,
  'entire-transcript': true,
};

/** What the store gives back was written by us, but perhaps by another version, and disks fail: it is looked at anew. */
export function parseSessionMeta(value: Json | undefined): Result<SessionMeta> {
  const object = asObject(value);
  if (object === undefined) return fail('it is not an object');
  if (object.metaVersion !== META_VERSION) return fail(`its version is ${JSON.stringify(object.metaVersion)}`);
  const format = asText(object.format);
  if (!isFormat(format)) return fail(`its format is ${JSON.stringify(object.format)}`);
  const models = asArray(object.models)?.map(asText);
  if (!models?.every((model) => model !== undefined)) return fail('"models" is not a list of texts');
  const agent = parseAgent(object.agent);
  if (!agent.ok) return agent;

  const reader = new FieldReader(object);
  const recordedAtMs = asCount(object.recordedAtMs);
  const meta: SessionMeta = {
    id: reader.text('id') as SessionId,
    title: reader.text('title'),
    fileName: reader.text('fileName'),
    format,
    ...(agent.value === undefined ? {} : { agent: agent.value }),
    models,
    window: reader.count('window'),
    messages: reader.count('messages'),
    calls: reader.count('calls'),
    peakTokens: reader.count('peakTokens'),
    peakIsEstimated: reader.flag('peakIsEstimated'),
    compactions: reader.count('compactions'),
    children: reader.count('children'),
    warnings: reader.count('warnings'),
    secretsMasked: reader.count('secretsMasked'),
    sourceBytes: reader.count('sourceBytes'),
    storedBytes: reader.count('storedBytes'),
    ...(recordedAtMs === undefined ? {} : { recordedAtMs }),
    importedAtMs: reader.count('importedAtMs'),
    metaVersion: META_VERSION,
  };
  return reader.wrong === undefined ? ok(meta) : fail(`"${reader.wrong}" is missing or of another kind`);
}

function isFormat(format: string | undefined): format is FormatId {
  return format !== undefined && Object.hasOwn(FORMATS, format);
}

function parseAgent(value: Json | undefined): Result<Agent | undefined> {
  if (value === undefined) return ok(undefined);
  const agent = asObject(value);
  const name = asText(agent?.name);
  if (name === undefined) return fail('"agent" has no name');
  const version = asText(agent?.version);
  return ok({ name, ...(version === undefined ? {} : { version }) });
}

/** Reads field after field and remembers the first that was wrong. */
class FieldReader {
  wrong: string | undefined;

  constructor(private readonly object: JsonObject) {}

  text(name: string): string {
    return this.checked(name, asText(this.object[name]), '');
  }

  count(name: string): number {
    return this.checked(name, asCount(this.object[name]), 0);
  }

  flag(name: string): boolean {
    return this.checked(name, asBoolean(this.object[name]), false);
  }

  private checked<Value>(name: string, value: Value | undefined, instead: Value): Value {
    if (value !== undefined) return value;
    this.wrong ??= name;
    return instead;
  }
}
