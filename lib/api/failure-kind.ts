import { APIConnectionError, type APIError } from '@anthropic-ai/sdk';
import type { ApiFailureKind, PromptTokens } from './api-failure';

const NO_CREDIT = /credit balance/i;
const PAYMENT_REQUIRED = 402;
const TOO_LONG = /prompt is too long(?:: (\d+) tokens > (\d+) maximum)?/i;
/** For models whose limit includes the output. */
const TOO_LONG_WITH_ANSWER = /exceed context limit: (\d+) \+ (\d+) > (\d+)/i;

/** An error of the SDK. Errors within a stream have a type but no status. */
export function kindOf(error: APIError, hasKey: boolean): ApiFailureKind {
  const { apiMessage }: { readonly apiMessage?: unknown } = error;
  const words = typeof apiMessage === 'string' ? apiMessage : '';
  if (TOO_LONG.test(words) || TOO_LONG_WITH_ANSWER.test(words)) return 'too-long';
  if (error instanceof APIConnectionError) return 'connection';
  if (error.status === undefined) return kindInStream(error);
  if (error.status === PAYMENT_REQUIRED || NO_CREDIT.test(words)) return 'credit';
  if (error.status === 401 || error.status === 403) {
    if (isFromApi(error)) return 'key';
    // Without a request id of the API it comes from our own server, which uses 401 for keys and 403 for pages.
    if (error.status === 403) return 'request';
    return hasKey ? 'key' : 'no-key';
  }
  // Of our own server, or of a gateway before the API.
  if (error.status === 502 && !isFromApi(error)) return 'unreachable';
  return kindOfStatus(error.status);
}

/** By the API's name for it alone. */
export function kindOfType(type: string, words: string): ApiFailureKind {
  if (TOO_LONG.test(words) || TOO_LONG_WITH_ANSWER.test(words)) return 'too-long';
  if (NO_CREDIT.test(words)) return 'credit';
  switch (type) {
    case 'authentication_error':
    case 'permission_error':
      return 'key';
    case 'billing_error':
      return 'credit';
    case 'request_too_large':
      return 'too-large';
    case 'rate_limit_error':
      return 'rate-limit';
    case 'overloaded_error':
      return 'overloaded';
    case 'invalid_request_error':
    case 'not_found_error':
      return 'request';
    default:
      return 'server';
  }
}

/** The numbers of the whole request, and of the model, if the API states them. */
export function promptTokensIn(words: string): PromptTokens | undefined {
  const alone = TOO_LONG.exec(words);
  if (alone?.[1] !== undefined) return { sent: Number(alone[1]), most: Number(alone[2]) };
  const [, prompt, answer, most] = TOO_LONG_WITH_ANSWER.exec(words) ?? [];
  return most === undefined ? undefined : { sent: Number(prompt) + Number(answer), most: Number(most) };
}

function isFromApi({ requestID }: APIError): boolean {
  return typeof requestID === 'string';
}

function kindInStream({ type }: APIError): ApiFailureKind {
  if (type === 'overloaded_error') return 'overloaded';
  return type === 'rate_limit_error' ? 'rate-limit' : 'broken-off';
}

function kindOfStatus(status: number): ApiFailureKind {
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limit';
  if (status === 529) return 'overloaded';
  if (status === 408 || status === 504) return 'connection';
  return status >= 500 ? 'server' : 'request';
}
