import { asObject, asText, type Json, parseJson } from '../base/json';
import { type ApiFault, errorBody, faultAnswer, ownHeaders, typeOfStatus } from './api-error';
import { type Passage, passedOn } from './forwarded-stream';
import type { KeyMask } from './key-mask';
import { readBounded } from './read-bounded';

const PASSED_BACK = ['retry-after', 'request-id'];
const RATE_LIMITS = 'anthropic-ratelimit-';
const LONGEST_ERROR_BYTES = 1_000_000;

type MediaType = 'application/json' | 'text/event-stream';

export type Exchange = Omit<Passage, 'isEventStream' | 'requestId'>;

/** The response for the page: the body as it arrives, errors in the API's shape, and few headers. */
export async function upstreamAnswer(answer: Response, exchange: Exchange): Promise<Response> {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    return refused(answer, exchange, `The upstream returned a redirect (${status}), which is not followed.`);
  }
  const { watch, mask, onChunk, onEnd } = exchange;
  const headers = headersBack(answer.headers, mask);
  const requestId = headers['request-id'] ?? null;
  if (!answer.ok) {
    const read = await readBounded(answer.body, LONGEST_ERROR_BYTES, watch);
    const text = read.ok ? new TextDecoder().decode(read.value) : '';
    const body = upstreamErrorBody(status, text, mask, requestId);
    onChunk(body.length);
    onEnd();
    return new Response(body, { status, headers: { ...headers, ...typed('application/json') } });
  }
  const mediaType = mediaTypeOf(answer.headers);
  if (mediaType === undefined || answer.body === null) {
    return refused(answer, exchange, 'The upstream response is neither JSON nor an event stream.');
  }
  const body = passedOn(answer.body, { ...exchange, isEventStream: mediaType === 'text/event-stream', requestId });
  return new Response(body, { status, headers: { ...headers, ...typed(mediaType) } });
}

async function refused(answer: Response, { onEnd }: Exchange, message: string): Promise<Response> {
  await answer.body?.cancel();
  onEnd();
  const fault: ApiFault = { status: 502, type: 'api_error', message: `${message} Is ANTHROPIC_BASE_URL right?` };
  return faultAnswer(fault);
}

function mediaTypeOf(headers: Headers): MediaType | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' || type === 'text/event-stream' ? type : undefined;
}

function headersBack(headers: Headers, mask: KeyMask): Record<string, string> {
  const passed = [...headers].filter(([name]) => PASSED_BACK.includes(name) || name.startsWith(RATE_LIMITS));
  return Object.fromEntries(passed.map(([name, value]) => [name, mask.inText(value)]));
}

function typed(mediaType: MediaType): Record<string, string> {
  return { ...ownHeaders, 'content-type': `${mediaType}; charset=utf-8` };
}

const LONGEST_TEXT = 300;

/**
 * The body of an upstream error in the API's shape: unchanged if it has that shape, else created from a gateway's
 * response. Some repeat the key, in JSON also with escaped characters.
 */
function upstreamErrorBody(status: number, text: string, mask: KeyMask, requestId: string | null): string {
  const read = parseJson(text);
  const safe = mask.inText(read.ok ? JSON.stringify(read.value) : text);
  const parsed = parseJson(safe);
  const body = parsed.ok ? asObject(parsed.value) : undefined;
  const error = asObject(body?.error);
  if (body?.type === 'error' && asText(error?.type) !== undefined && asText(error?.message) !== undefined) return safe;
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
