import { asArray, asNumber, asObject, asText, asTimeMs, type Json, type JsonObject, parseJson } from '../../base/json';
import { appliedEdits, readAnthropicResponse } from '../anthropic/anthropic-body';
import { anthropicParts } from '../anthropic/anthropic-content';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { seenOf, type TracedCall } from '../traced/traced-call';
import { rebuiltMessage } from './rebuilt-message';
import { readSent } from './sent-message';

/** A request to the Messages API and its response. Headers are not read: they contain live credentials. */
export interface Exchange {
  readonly body: JsonObject;
  readonly messages: readonly Json[];
  readonly timeMs: number | undefined;
  readonly answer: Answer;
}

type Answer =
  | { readonly kind: 'message'; readonly message: JsonObject; readonly isComplete: boolean }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'none' };

export function readExchange(value: Json): Exchange | undefined {
  const pair = asObject(value);
  const request = asObject(pair?.request);
  if (request === undefined || !isMessagesCall(request)) return undefined;
  const body = bodyOf(request.body);
  const messages = asArray(body?.messages);
  if (body === undefined || messages === undefined) return undefined;
  return { body, messages, timeMs: asTimeMs(request.timestamp), answer: readAnswer(asObject(pair?.response)) };
}

export function tracedExchange({ body, messages, timeMs, answer }: Exchange): TracedCall {
  return {
    system: anthropicParts(body.system),
    tools: Array.isArray(body.tools) ? toolDefinitions(body.tools) : undefined,
    messages: messages.map(readSent),
    timeMs,
    answer: answer.kind === 'message' ? reply(answer.message, answer.isComplete) : answer,
  };
}

function reply(message: JsonObject, isComplete: boolean): TracedCall['answer'] {
  const { parts, ...call } = readAnthropicResponse(message);
  return {
    kind: 'reply',
    call: { ...call, ...(isComplete ? {} : { outputIsPartial: true }) },
    parts,
    seen: seenOf(readSent({ role: 'assistant', content: message.content ?? [] })),
    edits: appliedEdits(message),
  };
}

function isMessagesCall(request: JsonObject): boolean {
  const method = asText(request.method) ?? 'POST';
  const path = asText(request.url)?.split(/[?#]/, 1)[0];
  return method.toUpperCase() === 'POST' && (path === undefined || /\/v1\/messages\/?$/.test(path));
}

/** Some versions store the body as text. */
function bodyOf(value: Json | undefined): JsonObject | undefined {
  if (typeof value !== 'string') return asObject(value);
  const parsed = parseJson(value);
  return parsed.ok ? asObject(parsed.value) : undefined;
}

function readAnswer(response: JsonObject | undefined): Answer {
  if (response === undefined) return { kind: 'none' };
  const raw = asText(response.body_raw);
  const rebuilt = raw === undefined ? undefined : rebuiltMessage(raw);
  if (rebuilt !== undefined) return { kind: 'message', ...rebuilt };
  const body = bodyOf(response.body) ?? bodyOf(raw);
  if (body !== undefined && Array.isArray(body.content)) return { kind: 'message', message: body, isComplete: true };
  const status = asNumber(response.status_code);
  const error = asText(asObject(body?.error)?.message);
  if (error === undefined && (status === undefined || status < 400)) return { kind: 'none' };
  return { kind: 'failure', text: [status, error].filter((word) => word !== undefined).join(' ') };
}
