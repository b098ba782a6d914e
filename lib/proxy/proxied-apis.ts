import type { Json } from '../base/json';
import { anthropicErrorBody } from './anthropic-error';
import { openaiErrorBody } from './openai-error';

/** A call that the proxy forwards. */
export interface ProxiedCall {
  /** In our own address, after that of the API. `{id}` is what `ids` may be. */
  readonly path: string;
  /** After the upstream address, with the same id. */
  readonly upstreamPath: string;
  readonly ids?: RegExp;
  readonly method: 'GET' | 'POST';
  /** A POST without a body. */
  readonly isBare?: true;
  /** The parameters that are accepted, and what they may be. */
  readonly query: Readonly<Record<string, RegExp>>;
  /** JSON, one value on each line; then the answer is nothing else. */
  readonly answersLines?: true;
}

/** An API that our pages may reach, by its rules alone: everything else in this folder is the same for all. */
export interface ProxiedApi {
  readonly address: '/api/anthropic' | '/api/openai';
  /** The upstream address of a call comes from here, never from the request. */
  readonly calls: readonly ProxiedCall[];
  readonly keyVariable: 'ANTHROPIC_API_KEY' | 'OPENAI_API_KEY';
  readonly addressVariable: 'ANTHROPIC_BASE_URL' | 'OPENAI_BASE_URL';
  readonly defaultAddress: string;
  /** Added to an address without a path. */
  readonly usualPath: string;
  /** Whether an upstream other than the default one is asked without a key if there is none. */
  readonly asksWithoutKey: boolean;
  /** Headers of the page that the API needs. */
  readonly passedOn: readonly string[];
  /** Headers of the response that the page needs, and what others may begin with. */
  readonly passedBack: readonly string[];
  readonly rateLimits: string;
  readonly requestIdHeader: string;
  /** The body for the page, if this is an error of the API's own. */
  errorBody(value: Json, status: number, requestId: string | null): string | undefined;
}

const BETA = { beta: /^true$/ };
/** Nothing that changes the path. The API says that the format of its ids may change. */
const BATCH_ID = /^[\w-]{1,128}$/;
const MODEL_ID = /^[\w.:-]{1,128}$/;

function batch(action: '' | '/cancel' | '/results'): Pick<ProxiedCall, 'path' | 'upstreamPath' | 'ids'> {
  const path = `/v1/messages/batches/{id}${action}`;
  return { path, upstreamPath: path, ids: BATCH_ID };
}

export const anthropicApi: ProxiedApi = {
  address: '/api/anthropic',
  calls: [
    { path: '/v1/messages', upstreamPath: '/v1/messages', method: 'POST', query: BETA },
    { path: '/v1/messages/count_tokens', upstreamPath: '/v1/messages/count_tokens', method: 'POST', query: BETA },
    { path: '/v1/messages/batches', upstreamPath: '/v1/messages/batches', method: 'POST', query: {} },
    { ...batch(''), method: 'GET', query: {} },
    { ...batch('/cancel'), method: 'POST', isBare: true, query: {} },
    { ...batch('/results'), method: 'GET', query: {}, answersLines: true },
    {
      path: '/v1/models',
      upstreamPath: '/v1/models',
      method: 'GET',
      query: { ...BETA, limit: /^\d{1,4}$/, before_id: MODEL_ID, after_id: MODEL_ID, 'lifecycle[]': /^[a-z]{1,16}$/ },
    },
  ],
  keyVariable: 'ANTHROPIC_API_KEY',
  addressVariable: 'ANTHROPIC_BASE_URL',
  defaultAddress: 'https://api.anthropic.com',
  usualPath: '',
  asksWithoutKey: false,
  passedOn: ['anthropic-version', 'anthropic-beta', 'accept'],
  passedBack: ['retry-after', 'request-id'],
  rateLimits: 'anthropic-ratelimit-',
  requestIdHeader: 'request-id',
  errorBody: anthropicErrorBody,
};

/** Chat Completions, of OpenAI or of any server that has it. Its address includes the version: `…/v1`, `…/v1beta/openai`. */
export const openaiApi: ProxiedApi = {
  address: '/api/openai',
  calls: [
    { path: '/v1/chat/completions', upstreamPath: '/chat/completions', method: 'POST', query: {} },
    { path: '/v1/models', upstreamPath: '/models', method: 'GET', query: {} },
  ],
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  defaultAddress: 'https://api.openai.com/v1',
  usualPath: '/v1',
  // Servers on one's own machine usually have none.
  asksWithoutKey: true,
  passedOn: ['accept'],
  passedBack: ['retry-after', 'retry-after-ms', 'x-request-id'],
  rateLimits: 'x-ratelimit-',
  requestIdHeader: 'x-request-id',
  errorBody: openaiErrorBody,
};
