import { asObject, asText, type Json, parseJson } from '../base/json';
import { type ApiFault, errorBody, faultAnswer, ownHeaders, typeOfStatus } from './api-error';
import { begunBody, type Passage, passedOn } from './forwarded-stream';
import type { ProxiedApi } from './proxied-apis';
import { readBounded } from './read-bounded';

const LONGEST_ERROR_BYTES = 1_000_000;

type MediaType = 'application/json' | 'text/event-stream' | typeof LINES;

const LINES = 'application/x-jsonl';
/** How servers name it. */
const LINE_TYPES: readonly (string | undefined)[] = [
  LINES,
  'application/jsonl',
  'application/x-ndjson',
  'application/binary',
  'application/octet-stream',
];

export interface Exchange extends Omit<Passage, 'isEventStream' | 'requestId'> {
  readonly api: ProxiedApi;
  readonly answersLines: boolean;
}

/** The response for the page: the body as it arrives, once it has begun (what is broken before that throws), errors in the API's shape, and few headers. */
export async function upstreamAnswer(answer: Response, exchange: Exchange): Promise<Response> {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    return refused(answer, exchange, `The upstream returned a redirect (${status}), which is not followed.`);
  }
  const { api, watch, onChunk, onEnd } = exchange;
  const headers = headersBack(answer.headers, exchange);
  const requestId = headers[api.requestIdHeader] ?? null;
  if (!answer.ok) {
    const read = await readBounded(answer.body, LONGEST_ERROR_BYTES, watch);
    const text = read.ok ? new TextDecoder().decode(read.value) : '';
    const body = upstreamErrorBody(status, text, { ...exchange, requestId });
    onChunk(body.length);
    onEnd();
    return new Response(body, { status, headers: { ...headers, ...typed('application/json') } });
  }
  const mediaType = mediaTypeOf(answer.headers, exchange.answersLines);
  if (mediaType === undefined || answer.body === null) {
    const wanted = exchange.answersLines ? 'not lines of JSON' : 'neither JSON nor an event stream';
    return refused(answer, exchange, `The upstream response is ${wanted}.`);
  }
  const body = passedOn(await begunBody(answer.body, watch), {
    ...exchange,
    isEventStream: mediaType === 'text/event-stream',
    requestId,
  });
  return new Response(body, { status, headers: { ...headers, ...typed(mediaType) } });
}

async function refused(answer: Response, { api, onEnd }: Exchange, message: string): Promise<Response> {
  await answer.body?.cancel();
  onEnd();
  const fault: ApiFault = { status: 502, type: 'api_error', message: `${message} Is ${api.addressVariable} right?` };
  return faultAnswer(fault);
}

function mediaTypeOf(headers: Headers, answersLines: boolean): MediaType | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (answersLines) return LINE_TYPES.includes(type) ? LINES : undefined;
  return type === 'application/json' || type === 'text/event-stream' ? type : undefined;
}

function headersBack(headers: Headers, { api, mask }: Exchange): Record<string, string> {
  const { passedBack, rateLimits } = api;
  const passed = [...headers].filter(([name]) => passedBack.includes(name) || name.startsWith(rateLimits));
  return Object.fromEntries(passed.map(([name, value]) => [name, mask.inText(value)]));
}

function typed(mediaType: MediaType): Record<string, string> {
  return { ...ownHeaders, 'content-type': `${mediaType}; charset=utf-8` };
}

const LONGEST_TEXT = 300;

interface FailedExchange extends Pick<Exchange, 'api' | 'mask'> {
  readonly requestId: string | null;
}

/**
 * The body of an upstream error in the shape that the page reads: the API's own, else created from a gateway's response.
 * Some repeat the key, in JSON also with escaped characters.
 */
function upstreamErrorBody(status: number, text: string, { api, mask, requestId }: FailedExchange): string {
  const read = parseJson(text);
  const safe = mask.inText(read.ok ? JSON.stringify(read.value) : text);
  const parsed = parseJson(safe);
  const own = parsed.ok ? api.errorBody(parsed.value, status, requestId) : undefined;
  if (own !== undefined) return own;
  const words = parsed.ok ? messageIn(parsed.value) : plainText(safe);
  const message = `Status ${status}, and no error of the API's own${words === undefined ? '' : `: ${words}`}`;
  return errorBody({ type: typeOfStatus(status), message }, requestId);
}

function messageIn(value: Json): string | undefined {
  const body = asObject(value);
  const inner = asText(asObject(body?.error)?.message) ?? asText(body?.error);
  return (inner ?? asText(body?.message) ?? asText(body?.detail))?.slice(0, LONGEST_TEXT);
}

/** HTML pages are made for people in a browser: none of their text is repeated. */
function plainText(text: string): string | undefined {
  return text.trim() === '' || text.includes('<') ? undefined : text.trim().slice(0, LONGEST_TEXT);
}
