import { APIError } from '@anthropic-ai/sdk';
import { optional } from '../base/optional';
import type { Provider } from '../transcript/validate-request';
import type { ApiFailure, ApiFailureKind } from './api-failure';
import { kindOf, kindOfType, promptTokensIn } from './failure-kind';
import { failureWords } from './failure-words';

/** What is known about a request when it fails. */
export interface Attempt {
  /** Starts a sentence: `Asking claude-opus-5`. */
  readonly tried: string;
  readonly key: string | undefined;
  /** Anthropic unless stated. */
  readonly provider?: Provider;
  readonly signal?: AbortSignal | undefined;
  /** A part of the answer had arrived. */
  readonly hasBegun?: boolean;
}

const SENDABLE = /^[\x21-\x7e]+$/;
const LONGEST_WORDS = 300;

export function failureFrom(error: unknown, attempt: Attempt): ApiFailure {
  const { key, signal, hasBegun } = attempt;
  if (signal?.aborted === true) return worded('aborted', attempt);
  if (error instanceof APIError) return ofApi(error, attempt);
  // The SDK passes on errors of `fetch`, which repeat an invalid header: their text is not shown.
  if (key !== undefined && !SENDABLE.test(key))
    return worded('key', attempt, 'It contains characters that are not valid in a key.');
  return worded(hasBegun === true ? 'broken-off' : 'connection', attempt);
}

/** A stream that ends without an error but also without its last event. */
export function endedEarly(attempt: Attempt): ApiFailure {
  return failureFrom(undefined, { ...attempt, hasBegun: true });
}

/** An error that is part of an answer, such as that of one request of a batch: without a status. */
export function failureOfType(type: string, words: string, attempt: Attempt): ApiFailure {
  const said = safeWords(words, attempt.key);
  return {
    ...worded(kindOfType(type, said), attempt, said),
    ...(type === '' ? {} : { type }),
    ...optional('promptTokens', promptTokensIn(said)),
  };
}

function ofApi(error: APIError, attempt: Attempt): ApiFailure {
  // The SDK types what a server sends, and does not look at it.
  const { apiMessage, type }: { readonly apiMessage?: unknown; readonly type?: unknown } = error;
  const said = safeWords(typeof apiMessage === 'string' ? apiMessage : '', attempt.key);
  return {
    ...worded(kindOf(error, attempt.key !== undefined), attempt, said),
    ...optional('status', error.status),
    ...optional('type', typeof type === 'string' ? type : undefined),
    ...optional('retryAfterMs', retryAfterMs(error.headers)),
    ...optional('promptTokens', promptTokensIn(said)),
  };
}

export function worded(kind: ApiFailureKind, { tried, key, provider }: Attempt, said = ''): ApiFailure {
  return { kind, ...failureWords(kind, { tried, said, hasKey: key !== undefined, provider: provider ?? 'anthropic' }) };
}

/** API-compatible servers may repeat the key they were sent. */
export function safeWords(words: string, key: string | undefined): string {
  const safe = key === undefined || key === '' ? words : words.replaceAll(key, '[key]');
  return safe.trim().slice(0, LONGEST_WORDS);
}

function retryAfterMs(headers: Headers | undefined): number | undefined {
  const seconds = headers?.get('retry-after')?.trim();
  return seconds !== undefined && /^\d+(\.\d+)?$/.test(seconds) ? Math.round(Number(seconds) * 1_000) : undefined;
}
