import { asBoolean, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { Call, CallId, Message, MessageId, Part, Usage } from '../../transcript/transcript';
import { inputSide, isEmptyUsage } from '../../transcript/usage';
import { anthropicParts, anthropicUsage } from '../anthropic/anthropic-content';

/** A complete response has more tokens than this share of its characters; a stub of a stream has far fewer. */
const MIN_TOKENS_PER_CHARACTER = 1 / 6;

/**
 * One response of the model, assembled from its records: the agent writes one for each block, with results of early tools
 * between them. Each record repeats the usage, so adding them up would count it several times.
 */
export class ModelResponse {
  private readonly parts: Part[] = [];
  private readonly timeMs: number | undefined;
  private model: string | undefined;
  private usage: Usage | undefined;
  private stopReason: string | undefined;
  private isMadeUp = false;

  constructor(
    readonly id: MessageId,
    private readonly line: number,
    record: JsonObject,
  ) {
    this.timeMs = asTimeMs(record.timestamp);
  }

  add(record: JsonObject, message: JsonObject): void {
    for (const part of anthropicParts(message.content)) this.parts.push(part);
    this.model ??= asText(message.model);
    this.stopReason = asText(message.stop_reason) ?? this.stopReason;
    this.usage = wholeUsage(this.usage, anthropicUsage(message.usage));
    this.isMadeUp ||= message.model === '<synthetic>' || asBoolean(record.isApiErrorMessage) === true;
  }

  message(): Message {
    const isCall = this.isCall();
    return {
      id: this.id,
      role: 'assistant',
      kind: isCall || this.hasToolCall() ? 'reply' : 'error',
      ...optional('timeMs', this.timeMs),
      parts: this.parts,
      ...(isCall ? { callId: this.callId() } : {}),
      line: this.line,
    };
  }

  /** Undefined without a response: the agent wrote its own message, or the stream was cut before any token. */
  call(at: number): Call | undefined {
    if (!this.isCall()) return undefined;
    return {
      id: this.callId(),
      ...optional('model', this.model),
      ...optional('timeMs', this.timeMs),
      at,
      ...optional('usage', this.usage),
      ...(this.hasPartialOutput() ? { outputIsPartial: true } : {}),
      ...optional('stopReason', this.stopReason),
    };
  }

  private callId(): CallId {
    return this.id as string as CallId;
  }

  private isCall(): boolean {
    return !this.isMadeUp && (this.usage === undefined || !isEmptyUsage(this.usage));
  }

  /** Such a message cannot be dropped as an error: the results that follow answer it. */
  private hasToolCall(): boolean {
    return this.parts.some((part) => part.kind === 'tool-call');
  }

  private hasPartialOutput(): boolean {
    if (this.usage === undefined) return false;
    if (this.stopReason === undefined) return true;
    const characters = this.parts.reduce((sum, part) => sum + charactersOf(part), 0);
    return this.usage.output < characters * MIN_TOKENS_PER_CHARACTER;
  }
}

/** The input side is equal in all records of a response, but not all state the lifetime of its cache entries. */
function wholeUsage(known: Usage | undefined, next: Usage | undefined): Usage | undefined {
  if (known === undefined || next === undefined) return known ?? next;
  const more = inputSide(next) - inputSide(known);
  const better = more > 0 || (more === 0 && next.cacheWrite1h > known.cacheWrite1h) ? next : known;
  const extraPasses = next.extraPasses ?? known.extraPasses;
  return { ...better, output: Math.max(known.output, next.output), ...optional('extraPasses', extraPasses) };
}

function charactersOf(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return part.text.length;
    case 'tool-call':
      return part.name.length + charactersIn(part.input);
    default:
      return 0;
  }
}

function charactersIn(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item: Json) => sum + charactersIn(item), 0);
  let sum = 0;
  for (const [key, item] of Object.entries(asObject(value) ?? {})) sum += key.length + charactersIn(item ?? null);
  return sum;
}
