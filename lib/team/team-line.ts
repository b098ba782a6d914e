import { optional } from '../base/optional';
import { utf8Bytes } from '../tokens/text-size';
import { LONGEST_REQUEST_MS } from './team-limits';
import { parseRefusal } from './team-protocol';

/** `fetch`, or the server's function itself. */
export type TeamSend = (request: Request, signal?: AbortSignal) => Promise<Response>;

export type RequestPurpose = 'pull' | 'push' | 'piece' | 'sums';

/** One request, as a log shows it. */
export interface TeamRequest {
  readonly timeMs: number;
  readonly tookMs: number;
  readonly purpose: RequestPurpose;
  readonly method: 'GET' | 'PUT';
  /** What it sent, or brought. */
  readonly keys: readonly string[];
  readonly bytes: number;
  /** `If-None-Match` or `If-Match`. */
  readonly condition?: string;
  readonly status: number | 'offline' | 'too-slow' | 'stopped';
  /** Of the answer. */
  readonly etag?: string;
  /** What the server said about a refusal. */
  readonly says?: string;
}

/** A member's way to the server. */
export interface TeamLine {
  /** Of the server, absolute. */
  readonly address: string;
  readonly team: string;
  readonly member: string;
  readonly send: TeamSend;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
  readonly longestMs?: number;
  onRequest?(request: TeamRequest): void;
}

export interface LineAnswer {
  readonly status: number | 'offline' | 'too-slow' | 'stopped';
  readonly etag: string | undefined;
  readonly body: string;
}

export interface LineRequest {
  readonly purpose: RequestPurpose;
  readonly condition?: string;
  readonly keys?: readonly string[];
  readonly body?: string;
}

/** [U5] Sends a request, and reads its answer, within 30 seconds. */
export async function ask(line: TeamLine, { purpose, condition, keys = [], body }: LineRequest): Promise<LineAnswer> {
  const { nowMs, onRequest, signal, longestMs = LONGEST_REQUEST_MS } = line;
  const startMs = nowMs();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(stop, longestMs);
  let answer: LineAnswer;
  try {
    if (signal?.aborted === true) stop();
    const asked = exchange(
      line,
      { purpose, ...optional('condition', condition), ...optional('body', body) },
      stopping.signal,
    );
    // Whoever ignores the signal must not hold up the others.
    answer = await Promise.race([asked, aborted(stopping.signal)]);
  } catch {
    const status = signal?.aborted === true ? 'stopped' : stopping.signal.aborted ? 'too-slow' : 'offline';
    answer = { status, etag: undefined, body: '' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  const says = typeof answer.status === 'number' && answer.status >= 400 ? parseRefusal(answer.body) : '';
  onRequest?.({
    timeMs: startMs,
    tookMs: Math.max(0, nowMs() - startMs),
    purpose,
    method: body === undefined ? 'GET' : 'PUT',
    keys,
    bytes: body === undefined ? 0 : utf8Bytes(body),
    status: answer.status,
    ...optional('condition', condition),
    ...optional('etag', answer.etag),
    ...optional('says', says === '' ? undefined : says),
  });
  return answer;
}

async function exchange(
  { address, team, member, send }: TeamLine,
  { purpose, condition, body }: LineRequest,
  signal: AbortSignal,
): Promise<LineAnswer> {
  const url = new URL(address);
  url.searchParams.set('team', team);
  if (purpose === 'sums') url.searchParams.set('view', 'sums');
  const headers: Record<string, string> = { authorization: `Bearer ${member}` };
  if (condition !== undefined) headers[body === undefined ? 'if-none-match' : 'if-match'] = condition;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const request = new Request(url, {
    method: body === undefined ? 'GET' : 'PUT',
    headers,
    // The cache of a browser would answer in the place of the server.
    cache: 'no-store',
    ...optional('body', body),
  });
  const response = await send(request, signal);
  return { status: response.status, etag: response.headers.get('etag') ?? undefined, body: await response.text() };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
