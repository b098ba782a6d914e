import { asArray, asObject, asText, asTimeMs, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { ToolDefinition, Transcript, Usage } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { messagesIn, replyIn } from '../any-message/in-call';
import { readMessage } from '../any-message/read-message';
import { unwrappedJson } from '../any-message/unwrapped-json';
import { attributesOf, oneOf } from '../otel/attributes';
import { spanContent, spanSystem, spanTools } from '../otel/span-content';
import { spanUsage } from '../otel/span-usage';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { TracedCalls } from '../traced/traced-calls';
import { tracedUsage } from '../traced/traced-usage';

/**
 * Traces of Langfuse. A generation is a call with its whole context: see `traced`.
 *
 *   {trace, observations: […]}     an export of the page
 *   {id, name, observations: […]}  what its API returns
 *   {traceId, type, input, …}      observations, one a line or in an array
 */
export const langfuse: Importer = {
  format: 'langfuse',
  start: (env) => new LangfuseReading(env),
};

/** They say what the program did between its calls. */
const NO_CALLS: ReadonlySet<string> = new Set([
  'SPAN',
  'EVENT',
  'TOOL',
  'AGENT',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]);

class LangfuseReading implements Reading {
  private readonly calls: TracedCalls;

  constructor(private readonly env: ImportEnv) {
    this.calls = new TracedCalls(env, 'langfuse');
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const trace = asObject(record?.trace) ?? record;
    const observations = asArray(record?.observations) ?? asArray(trace?.observations) ?? asArray(value);
    if (observations === undefined) {
      this.addObservation(value, line, undefined);
      return;
    }
    const id = asText(trace?.id);
    if (id !== undefined) this.calls.about(id, given({ agent: asText(trace?.name) }));
    const sessionId = asText(trace?.sessionId);
    for (const [index, observation] of observations.entries()) this.addObservation(observation, index + 1, sessionId);
  }

  finish(): readonly Transcript[] {
    return this.calls.finish();
  }

  private addObservation(value: Json, line: number, sessionId: string | undefined): void {
    const observation = asObject(value);
    const type = asText(observation?.type);
    if (observation === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not an observation');
      return;
    }
    if (type !== 'GENERATION') {
      if (!NO_CALLS.has(type)) this.calls.passed(type);
      return;
    }
    const attributes = attributesOf(asObject(unwrappedJson(observation.metadata))?.attributes);
    const start = asText(observation.startTime) ?? asText(observation.start_time);
    const timeMs = asTimeMs(start);
    const reply = replyOf(observation, attributes);
    this.calls.add({
      line,
      order: timeMs === undefined ? '' : `${new Date(timeMs).toISOString()} ${start}`,
      id: asText(observation.id),
      parent: asText(observation.parentObservationId),
      trace: asText(observation.traceId) ?? '',
      sessionId,
      timeMs,
      messages: requestOf(observation, attributes),
      system: spanSystem(attributes, []),
      tools: toolsOf(observation, attributes),
      reply: reply?.parts,
      failure: reply === undefined && asText(observation.level) === 'ERROR' ? failureOf(observation) : undefined,
      call: given({
        model: asText(observation.model),
        usage: usageOf(observation) ?? spanUsage(attributes),
        stopReason:
          asText(reply?.fields.finish_reason) ?? asText(asArray(attributes['gen_ai.response.finish_reasons'])?.[0]),
      }),
    });
  }
}

function failureOf({ statusMessage }: JsonObject): string {
  return wellFormed(asText(statusMessage) ?? 'The generation ended with an error');
}

function requestOf({ input }: JsonObject, attributes: JsonObject): readonly Json[] {
  const own = messagesIn(input);
  return own.length > 0 ? own : spanContent(attributes, []).messages;
}

function replyOf({ output }: JsonObject, attributes: JsonObject) {
  const own = replyIn(output).message ?? asObject(unwrappedJson(output));
  const message = own ?? spanContent(attributes, []).output.at(-1);
  return message === undefined ? undefined : readMessage(asReply(message));
}

/** Some store only what was said, or only the calls. */
function asReply(message: Json): Json {
  const fields = asObject(message);
  if (fields === undefined || fields.role !== undefined || fields.kwargs !== undefined) return message;
  return fields.content === undefined && fields.tool_calls === undefined
    ? { role: 'assistant', content: JSON.stringify(boundedDepth(fields).value) }
    : { role: 'assistant', ...fields };
}

/** In the input, as the integration for OpenAI writes them, or among the attributes of a span. */
function toolsOf({ input }: JsonObject, attributes: JsonObject): readonly ToolDefinition[] | undefined {
  const listed = asArray(asObject(unwrappedJson(input))?.tools);
  return listed === undefined ? spanTools(attributes) : toolDefinitions(listed);
}

/** The names of the details are those of whoever counted: `input` is usually without them. */
function usageOf({ usageDetails, usage }: JsonObject): Usage | undefined {
  const details = asObject(unwrappedJson(usageDetails)) ?? {};
  const counted = Object.keys(details).length > 0 ? details : (asObject(unwrappedJson(usage)) ?? {});
  return tracedUsage({
    input: oneOf(counted, 'input', 'input_tokens', 'promptTokens', 'prompt_tokens'),
    output: oneOf(counted, 'output', 'output_tokens', 'completionTokens', 'completion_tokens'),
    total: oneOf(counted, 'total', 'total_tokens', 'totalTokens'),
    cacheRead: oneOf(counted, 'input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read', 'input_cached'),
    cacheWrite: oneOf(counted, 'cache_creation_input_tokens', 'input_cache_creation'),
    reasoning: oneOf(counted, 'output_reasoning_tokens', 'output_reasoning', 'reasoning_tokens'),
  });
}
