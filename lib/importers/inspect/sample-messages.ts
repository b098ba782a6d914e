import { asArray, asCount, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import type { ImportEnv } from '../read/importer';

const ATTACHMENT = 'attachment://';

/** The messages of a sample, of which long texts and repeated messages are kept apart. */
export class SampleMessages {
  private readonly attachments: JsonObject;
  private readonly pool: readonly Json[] | undefined;
  private readonly read = new Map<Json, Json>();

  constructor(
    private readonly env: ImportEnv,
    sample: JsonObject,
  ) {
    this.attachments = asObject(sample.attachments) ?? asObject(asObject(sample.transcript)?.content) ?? {};
    this.pool = asArray(asObject(sample.events_data)?.messages) ?? asArray(sample.message_pool);
  }

  /** What a call was sent. */
  input(event: JsonObject, line: number): readonly Json[] {
    const own = asArray(event.input) ?? [];
    const refs = asArray(event.input_refs) ?? [];
    if (own.length > 0 || refs.length === 0) return own.map((message) => this.message(message, line));
    if (this.pool === undefined) {
      this.env.warn('skipped', line, 'The messages of a call are in a pool that is not in the file');
      return [];
    }
    return refs.flatMap((ref) => this.pooled(ref)).map((message) => this.message(message, line));
  }

  /** As other formats write it, with what is attached. A message of the pool is made once. */
  message(value: Json, line: number): Json {
    const known = this.read.get(value);
    if (known !== undefined) return known;
    const made = asOthersWrite(this.resolved(boundedDepth(value).value, line));
    if (typeof value === 'object') this.read.set(value, made);
    return made;
  }

  private pooled(ref: Json): readonly Json[] {
    const [start, end] = (asArray(ref) ?? [ref]).map(asCount);
    return start === undefined ? [] : (this.pool ?? []).slice(start, end ?? start + 1);
  }

  private resolved(value: Json, line: number): Json {
    if (typeof value === 'string') return this.attached(value, line);
    const list = asArray(value);
    if (list !== undefined) return list.map((item) => this.resolved(item, line));
    const object = asObject(value);
    if (object === undefined) return value;
    return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, this.resolved(item ?? null, line)]));
  }

  private attached(value: string, line: number): string {
    if (!value.startsWith(ATTACHMENT)) return value;
    const text = asText(this.attachments[value.slice(ATTACHMENT.length)]);
    if (text === undefined) this.env.warn('skipped', line, 'An attachment that is not in the file');
    return text ?? value;
  }
}

/** Calls name their function as a text; a result says in its error that it failed. */
function asOthersWrite(value: Json): Json {
  const message = asObject(value);
  if (message === undefined) return value;
  const parts = asArray(message.content);
  const calls = asArray(message.tool_calls);
  const isFailed = asObject(message.error) !== undefined;
  const said = asText(asObject(message.error)?.message);
  const content = parts === undefined ? message.content : parts.map(part);
  return {
    ...message,
    content: isFailed && (content === '' || content === undefined) ? (said ?? '') : (content ?? null),
    ...(calls === undefined ? {} : { tool_calls: calls.map(call) }),
    ...(message.function === undefined ? {} : { name: message.function }),
    ...(isFailed ? { status: 'error' } : {}),
  };
}

function call(value: Json): Json {
  const { function: name, ...rest } = asObject(value) ?? {};
  return typeof name === 'string' ? { ...rest, name, type: 'tool_call' } : value;
}

function part(value: Json): Json {
  const object = asObject(value);
  switch (asText(object?.type)) {
    case 'reasoning':
      return object?.redacted === true ? { type: 'reasoning', text: '', signature: object.reasoning ?? null } : value;
    case 'document':
    case 'audio':
    case 'video': {
      const data = object?.document ?? object?.audio ?? object?.video;
      return data === undefined ? value : { ...object, type: 'file', data, name: object?.filename ?? null };
    }
    default:
      return value;
  }
}
