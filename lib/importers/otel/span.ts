import { asArray, asNumber, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part } from '../../transcript/transcript';
import { readMessage } from '../any-message/read-message';
import { given } from '../read/given';
import type { RecordedCall } from '../traced/traced-calls';
import { attributesOf, oneOf } from './attributes';
import { spanContent, spanSystem, spanTools } from './span-content';
import { spanUsage } from './span-usage';

export interface Span {
  readonly name: string;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  readonly trace: string;
  readonly attributes: JsonObject;
  readonly events: readonly JsonObject[];
  readonly timeMs: number | undefined;
  readonly order: string;
  readonly failure: string | undefined;
}

/** Undefined if it is none. */
export function readSpan(value: Json): Span | undefined {
  const span = asObject(value);
  if (span === undefined || span.attributes === undefined) return undefined;
  const context = asObject(span.spanContext) ?? asObject(span.context) ?? {};
  const parent = asObject(span.parentSpanContext);
  const start = oneOf(span, 'startTimeUnixNano', 'startTime', 'start_time', 'start_time_unix_nano');
  const nanoseconds = nanosecondsOf(start);
  return {
    name: asText(span.name) ?? '',
    id: asText(oneOf({ ...context, ...span }, 'spanId', 'span_id')),
    parent: asText(oneOf(span, 'parentSpanId', 'parent_span_id', 'parent_id')) ?? asText(parent?.spanId),
    trace: asText(oneOf({ ...context, ...span }, 'traceId', 'trace_id')) ?? '',
    attributes: attributesOf(span.attributes),
    events: (asArray(span.events) ?? []).map((event) => asObject(event) ?? {}),
    timeMs: nanoseconds === undefined ? undefined : Number(nanoseconds / 1_000_000n),
    order: nanoseconds === undefined ? '' : String(nanoseconds).padStart(24, '0'),
    failure: failureOf(asObject(span.status)),
  };
}

/** A text of nanoseconds, `[seconds, nanoseconds]`, or any other time. */
function nanosecondsOf(value: Json | undefined): bigint | undefined {
  const pair = asArray(value)?.map(asNumber);
  if (pair !== undefined) {
    const [seconds, rest] = pair;
    if (seconds === undefined || rest === undefined || !(seconds >= 0 && rest >= 0)) return undefined;
    return BigInt(Math.floor(seconds)) * 1_000_000_000n + BigInt(Math.floor(rest));
  }
  const text = asText(value);
  if (text !== undefined && /^\d{18,20}$/.test(text)) return BigInt(text);
  const timeMs = asTimeMs(value);
  return timeMs === undefined || timeMs < 0 ? undefined : BigInt(Math.round(timeMs)) * 1_000_000n;
}

function failureOf(status: JsonObject | undefined): string | undefined {
  const code = status?.code ?? status?.status_code;
  const isError = code === 2 || /ERROR$/.test(asText(code) ?? '');
  if (!isError) return undefined;
  return wellFormed(asText(status?.message) || asText(status?.description) || 'The span ended with an error');
}

/** `around`: an agent, a tool, or what a library records around its own call. `other`: nothing about a model. */
export function kindOf({ attributes }: Pick<Span, 'attributes'>): 'call' | 'around' | 'other' {
  const inAiSdk = asText(attributes['ai.operationId']);
  if (inAiSdk !== undefined) return /\.do(?:Generate|Stream)$/.test(inAiSdk) ? 'call' : 'around';
  const kind = asText(oneOf(attributes, 'gen_ai.operation.name', 'openinference.span.kind', 'llm.request.type')) ?? '';
  if (/^(?:chat|completion|text_completion|generate_content|llm)$/i.test(kind)) return 'call';
  if (attributes['gen_ai.prompt.0.role'] !== undefined) return 'call';
  const isAbout = Object.keys(attributes).some((key) => /^(?:gen_ai|traceloop|ai|agent|tool)[._]/.test(key));
  return kind !== '' || isAbout ? 'around' : 'other';
}

/** The call that a span records. */
export function spanCall(span: Span, line: number): RecordedCall {
  const { attributes, events, failure, id, parent, trace, order, timeMs } = span;
  const { messages, output } = spanContent(attributes, events);
  const replies = output.flatMap((message) => readMessage(message) ?? []);
  const parts = replies.flatMap((message): readonly Part[] => message.parts);
  const stopReason =
    asText(asArray(attributes['gen_ai.response.finish_reasons'])?.[0]) ??
    asText(attributes['ai.response.finishReason']) ??
    asText(replies[0]?.fields.finish_reason);
  return {
    line,
    id,
    parent,
    trace,
    order,
    timeMs,
    messages,
    system: spanSystem(attributes, events),
    tools: spanTools(attributes),
    reply: replies.length === 0 ? undefined : parts,
    failure: replies.length === 0 ? failure : undefined,
    sessionId: asText(oneOf(attributes, 'session.id', 'gen_ai.conversation.id', 'langfuse.session.id')),
    call: given({
      model: asText(
        oneOf(
          attributes,
          'gen_ai.response.model',
          'gen_ai.request.model',
          'ai.response.model',
          'ai.model.id',
          'llm.model_name',
        ),
      ),
      usage: spanUsage(attributes),
      stopReason,
    }),
  };
}
