import { fail, ok, type Result } from '../base/result';
import type { ApiFault } from './api-error';
import type { ProxiedApi, ProxiedCall } from './proxied-apis';

export interface ApiCall extends Pick<ProxiedCall, 'path' | 'upstreamPath' | 'method' | 'isBare' | 'answersLines'> {
  /** Including its question mark, or empty. */
  readonly search: string;
}

export function apiCallOf(request: Request, { address, calls }: ProxiedApi): Result<ApiCall, ApiFault> {
  const { pathname, searchParams } = new URL(request.url);
  const at = calls.flatMap((call) => {
    const id = idIn(call, pathname, address);
    return id === undefined ? [] : [{ call, id }];
  });
  // Two calls may differ in their method alone.
  const found = at.find(({ call }) => call.method === request.method) ?? at[0];
  if (found === undefined) {
    const known = calls.map(({ path }) => path).join(', ');
    return fail({ status: 404, type: 'not_found_error', message: `The proxy only forwards ${known}.` });
  }
  const { path, method, upstreamPath: pattern, query, ...kind } = found.call;
  if (request.method !== method) {
    return fail({ status: 405, type: 'invalid_request_error', message: `${path} requires ${method}.` });
  }
  if (!isKnownQuery(searchParams, query)) {
    // The query itself is not repeated: it may contain a key.
    const message = `The query string contains a parameter that ${path} does not accept. Send keys in a header.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  const needsJson = method === 'POST' && kind.isBare !== true;
  if (needsJson && !/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    const message = `${path} only accepts application/json bodies.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  const upstreamPath = pattern.replace('{id}', found.id);
  return ok({ ...kind, path, upstreamPath, method, search: searchParams.size === 0 ? '' : `?${searchParams}` });
}

/** Empty for a path without one; undefined if it is another path. */
function idIn({ path, ids }: ProxiedCall, pathname: string, address: string): string | undefined {
  const [before = '', after] = (address + path).split('{id}');
  if (after === undefined) return pathname === before ? '' : undefined;
  const id = pathname.slice(before.length, pathname.length - after.length);
  return pathname === before + id + after && ids?.test(id) ? id : undefined;
}

function isKnownQuery(query: URLSearchParams, known: Readonly<Record<string, RegExp>>): boolean {
  return [...query].every(([name, value]) => Object.hasOwn(known, name) && known[name]?.test(value));
}
