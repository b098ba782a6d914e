import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Transcript } from '../../transcript/transcript';
import { MessageList } from '../any-message/message-list';
import { attributesOf } from '../otel/attributes';
import { kindOf, readSpan, spanCall } from '../otel/span';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { TracedCalls } from '../traced/traced-calls';

/**
 * Spans of OpenTelemetry. Those of a call to a model have its whole context: see `traced`.
 *
 *   {resourceSpans: [{scopeSpans: [{spans}]}]}   OTLP, also one such object a line
 *   [{name, attributes, spanContext}, …]         exported from memory
 *   [{role, parts}, …]                           the messages of one call: one transcript
 */
export const otel: Importer = {
  format: 'otel',
  start: (env) => new OtelReading(env),
};

class OtelReading implements Reading {
  private readonly calls: TracedCalls;
  private readonly lists: MessageList[] = [];

  constructor(private readonly env: ImportEnv) {
    this.calls = new TracedCalls(env, 'otel');
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const messages = asArray(record?.messages) ?? asArray(value);
    const resources = asArray(record?.resourceSpans);
    if (resources !== undefined) for (const resource of resources) this.addResource(asObject(resource) ?? {}, line);
    else if (messages?.some((item) => readSpan(item) !== undefined)) {
      for (const [index, item] of messages.entries()) this.addSpan(item, index + 1, {});
    } else if (messages !== undefined) this.lists.push(new MessageList(this.env, messages, factsOf));
    else this.addSpan(value, line, {});
  }

  finish(): readonly Transcript[] {
    return [...this.lists.flatMap((list) => list.transcript('otel')), ...this.calls.finish()];
  }

  private addResource(resource: JsonObject, line: number): void {
    const attributes = attributesOf(asObject(resource.resource)?.attributes);
    for (const scope of asArray(resource.scopeSpans) ?? asArray(resource.instrumentationLibrarySpans) ?? []) {
      for (const span of asArray(asObject(scope)?.spans) ?? []) this.addSpan(span, line, attributes);
    }
  }

  private addSpan(value: Json, line: number, resource: JsonObject): void {
    const span = readSpan(value);
    if (span === undefined) {
      this.env.warn('skipped', line, 'Not a span');
      return;
    }
    const agent = asText(span.attributes['gen_ai.agent.name']);
    const service = asText(resource['service.name']);
    if (agent !== undefined) this.calls.about(span.trace, { agent });
    else if (span.parent === undefined && service !== undefined && !service.startsWith('unknown_service')) {
      this.calls.about(span.trace, { agent: service, ...given({ version: asText(resource['service.version']) }) });
    }
    const kind = kindOf(span);
    if (kind === 'call') this.calls.add(spanCall(span, line));
    else if (kind === 'other') this.calls.passed(span.name);
  }
}

function factsOf(message: JsonObject) {
  return given({ stopReason: asText(message.finish_reason) });
}
