import { optional } from '../../base/optional';
import type { ApiFailure, ApiFailureKind, PromptTokens } from '../api-failure';
import { type Attempt, failureFrom, safeWords, worded } from '../failure-from';
import { ChatRefusal } from './chat-refusal';

const TOO_LONG_CODES = ['context_length_exceeded', 'exceed_context_size_error'];
const NO_CREDIT_CODES = ['insufficient_quota', 'billing_hard_limit_reached'];
/** Of OpenAI and vLLM; Gemini; llama.cpp. Some only say it in words. */
const TOO_LONG =
  /maximum context length|exceeds the (?:available context size|maximum number of tokens)|context (?:length|window) exceeded/i;
const TOO_LONG_NUMBERS: readonly { readonly pattern: RegExp; readonly sent: number; readonly most: number }[] = [
  {
    pattern: /maximum context length is (\d+) tokens.{0,1000}?(?:resulted in|requested) (\d+) tokens/is,
    most: 1,
    sent: 2,
  },
  { pattern: /token count \(?(\d+)\)? exceeds the maximum number of tokens allowed \(?(\d+)/i, sent: 1, most: 2 },
  { pattern: /request \((\d+) tokens\) exceeds the available context size \((\d+) tokens/i, sent: 1, most: 2 },
];
const BAD_KEY = /api[ _-]?key (?:not valid|expired)|(?:incorrect|invalid|missing) api[ _-]?key/i;

/** Why a request to an OpenAI-compatible server failed. */
export function chatFailure(error: unknown, given: Attempt): ApiFailure {
  const attempt: Attempt = { ...given, provider: 'openai' };
  if (attempt.signal?.aborted === true || !(error instanceof ChatRefusal)) return failureFrom(error, attempt);
  const { refused } = error;
  const kind = kindOf(error, attempt);
  const said = safeWords(refused.message, attempt.key);
  const canWait = kind === 'rate-limit' || kind === 'overloaded' || kind === 'server';
  return {
    ...worded(kind, attempt, said),
    ...optional('status', refused.status),
    ...optional('type', refused.type),
    ...(canWait ? optional('retryAfterMs', retryAfterMs(error)) : {}),
    ...optional('promptTokens', promptTokensIn(refused.message)),
  };
}

function kindOf({ refused }: ChatRefusal, { key, hasBegun }: Attempt): ApiFailureKind {
  const { status, message, code = '', isOfApi } = refused;
  if (TOO_LONG_CODES.includes(code) || TOO_LONG.test(message)) return 'too-long';
  if (status === undefined) return kindInStream(code, hasBegun === true);
  if (!isOfApi) return ownKind(status, key !== undefined);
  if (status === 402 || NO_CREDIT_CODES.includes(code)) return 'credit';
  if (status === 401 || status === 403) return 'key';
  if (status === 400 && BAD_KEY.test(message)) return 'key';
  if (status === 404 || code === 'model_not_found') return 'no-model';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limit';
  // Also while a server on one's own machine loads its model.
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 408 || status === 504) return 'connection';
  return status >= 500 ? 'server' : 'request';
}

/** Of our own server, which uses 401 for keys and 403 for pages. */
function ownKind(status: number, hasKey: boolean): ApiFailureKind {
  if (status === 401) return hasKey ? 'key' : 'no-key';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limit';
  if (status === 504) return 'connection';
  return status >= 500 ? 'unreachable' : 'request';
}

function kindInStream(code: string, hasBegun: boolean): ApiFailureKind {
  if (/rate_limit|^429$/.test(code)) return 'rate-limit';
  if (/overloaded|^503$/.test(code)) return 'overloaded';
  return hasBegun ? 'broken-off' : 'server';
}

function promptTokensIn(message: string): PromptTokens | undefined {
  for (const { pattern, sent, most } of TOO_LONG_NUMBERS) {
    const found = pattern.exec(message);
    if (found !== null) return { sent: Number(found[sent]), most: Number(found[most]) };
  }
  return undefined;
}

const SECONDS = /^\d+(?:\.\d+)?$/;
/** OpenAI and Gemini also say it in words: "try again in 1m2.5s", "retry in 34.07s". */
const IN_WORDS = /(?:try again|retry) in (?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s)?)?/i;

function retryAfterMs({ refused: { headers, message } }: ChatRefusal): number | undefined {
  const ms = headers?.get('retry-after-ms')?.trim() ?? '';
  if (SECONDS.test(ms)) return Math.round(Number(ms));
  const seconds = headers?.get('retry-after')?.trim() ?? '';
  if (SECONDS.test(seconds)) return Math.round(Number(seconds) * 1_000);
  const [, minutes, rest, unit] = IN_WORDS.exec(message) ?? [];
  if (minutes === undefined && unit === undefined) return undefined;
  return Number(minutes ?? 0) * 60_000 + Math.ceil(Number(rest ?? 0) * (unit === 'ms' ? 1 : 1_000));
}
