import type { SeenRequest } from '../seen-requests';

const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'];

/** The betas of the API that the stand-in knows. */
const BETAS: readonly string[] = [
  'context-management-2025-06-27',
  'compact-2026-01-12',
  'compact-2026-09-04',
  'token-counting-2024-11-01',
  'prompt-caching-2024-07-31',
  'extended-cache-ttl-2025-04-11',
  'interleaved-thinking-2025-05-14',
  'model-context-window-exceeded-2025-08-26',
  'context-1m-2025-08-07',
];
/** All others are invalid. */
const KEY = /^stand-in-/;

export interface HeaderProblem {
  readonly status: 400 | 401;
  readonly message?: string;
}

/** `hasBody`: a few calls are sent without one. */
export function headerProblemOf({ headers, key, method }: SeenRequest, hasBody = true): HeaderProblem | undefined {
  if (key === '') return { status: 401, message: 'x-api-key header is required' };
  if (!KEY.test(key)) return { status: 401 };
  const version = headers['anthropic-version'];
  if (version === undefined) return { status: 400, message: 'anthropic-version: header is required' };
  if (!VERSIONS.includes(version)) {
    return { status: 400, message: `anthropic-version: "${version}" is not a valid version` };
  }
  const unknown = betasOf(headers).find((beta) => !BETAS.includes(beta));
  if (unknown !== undefined) {
    return { status: 400, message: `Unexpected value(s) \`${unknown}\` for the \`anthropic-beta\` header` };
  }
  if (method === 'POST' && hasBody && !headers['content-type']?.startsWith('application/json')) {
    return { status: 400, message: 'content-type: must be application/json' };
  }
  return undefined;
}

export function betasOf(headers: SeenRequest['headers']): readonly string[] {
  return (headers['anthropic-beta'] ?? '').split(',').flatMap((beta) => beta.trim() || []);
}
