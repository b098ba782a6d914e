/** Error types of the Messages API that the proxy itself uses. */
export type ApiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'timeout_error'
  | 'api_error'
  | 'overloaded_error';

export interface ApiFault {
  readonly status: number;
  readonly type: ApiErrorType;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** On every response of the proxy: prevents caching, transformation and content sniffing. */
export const ownHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
};

/** `requestId` is the API's. It is null if the API has not seen the request, which identifies our own errors. */
export function errorBody(error: Readonly<Record<string, unknown>>, requestId: string | null): string {
  return JSON.stringify({ type: 'error', error, request_id: requestId });
}

/** An error of the proxy in the shape of the API's, so that the SDK creates its own error classes. */
export function faultAnswer({ status, type, message, retryAfterSeconds }: ApiFault): Response {
  return new Response(errorBody({ type, message }, null), {
    status,
    headers: {
      ...ownHeaders,
      'content-type': 'application/json',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  });
}

const TYPES: Readonly<Record<number, ApiErrorType>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export function typeOfStatus(status: number): ApiErrorType {
  return TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}
