import { fail, ok, type Result } from '../base/result';
import type { ApiFault } from './api-error';

const PROXY_PATH = '/api/anthropic';

const BETA = { beta: /^true$/ };
const MODEL_ID = /^[\w.:-]{1,128}$/;

/** The calls that the proxy forwards. The upstream path comes from here, never from the request. */
const CALLS = [
  { path: '/v1/messages', method: 'POST', query: BETA },
  { path: '/v1/messages/count_tokens', method: 'POST', query: BETA },
  {
    path: '/v1/models',
    method: 'GET',
    query: { ...BETA, limit: /^\d{1,4}$/, before_id: MODEL_ID, after_id: MODEL_ID, 'lifecycle[]': /^[a-z]{1,16}$/ },
  },
] as const;

export interface ApiCall {
  readonly path: (typeof CALLS)[number]['path'];
  readonly method: 'GET' | 'POST';
  /** Including its question mark, or empty. */
  readonly search: string;
}

export function apiCallOf(request: Request): Result<ApiCall, ApiFault> {
  const { pathname, searchParams } = new URL(request.url);
  const call = CALLS.find(({ path }) => pathname === PROXY_PATH + path);
  if (call === undefined) {
    const known = CALLS.map(({ path }) => path).join(', ');
    return fail({ status: 404, type: 'not_found_error', message: `The proxy only forwards ${known}.` });
  }
  const { path, method } = call;
  if (request.method !== method) {
    return fail({ status: 405, type: 'invalid_request_error', message: `${path} requires ${method}.` });
  }
  if (!isKnownQuery(searchParams, call.query)) {
    // The query itself is not repeated: it may contain a key.
    const message = `The query string contains a parameter that ${path} does not accept. Send keys in a header.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    const message = `${path} only accepts application/json bodies.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  return ok({ path, method, search: searchParams.size === 0 ? '' : `?${searchParams}` });
}

function isKnownQuery(query: URLSearchParams, known: Readonly<Record<string, RegExp>>): boolean {
  return [...query].every(([name, value]) => Object.hasOwn(known, name) && known[name]?.test(value));
}
