import type { ServerResponse } from 'node:http';
import type { KnownStatus } from '../send';
import { sendJson } from '../send';

/** Why a request is rejected, in the API's words. */
export interface ChatProblem {
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
  readonly status?: 400 | 404;
}

interface Usual {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

/** The API's usual error for each status that a test asks for. It has no 529. */
const USUAL: Readonly<Record<KnownStatus, Usual>> = {
  400: { status: 400, type: 'invalid_request_error', code: null, message: 'Invalid request.' },
  401: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message: 'Incorrect API key provided. You can find your API key in your account.',
  },
  403: {
    status: 403,
    type: 'invalid_request_error',
    code: 'unsupported_country_region_territory',
    message: 'Country, region, or territory not supported',
  },
  404: { status: 404, type: 'invalid_request_error', code: 'model_not_found', message: 'The model does not exist.' },
  413: { status: 413, type: 'invalid_request_error', code: null, message: 'Request too large' },
  429: {
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for requests per min.',
  },
  500: {
    status: 500,
    type: 'server_error',
    code: null,
    message: 'The server had an error while processing your request.',
  },
  529: { status: 503, type: 'server_error', code: null, message: 'The engine is currently overloaded.' },
};

export function sendChatFault(response: ServerResponse, status: KnownStatus, message?: string, code?: string): void {
  const usual = USUAL[status];
  const error = { message: message ?? usual.message, type: usual.type, param: null, code: code ?? usual.code };
  sendJson(response, { error }, usual.status);
}

export function sendChatProblem(response: ServerResponse, { message, param, code, status }: ChatProblem): void {
  const error = { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null };
  sendJson(response, { error }, status ?? 400);
}
