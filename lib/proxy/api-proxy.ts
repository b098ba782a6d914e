import { type ApiCall, apiCallOf } from './api-call';
import { type ApiFault, faultAnswer } from './api-error';
import { type ApiKey, apiKeyOf } from './api-key';
import { KeyMask } from './key-mask';
import { whyNotOwnPage } from './own-page';
import type { ProxiedApi } from './proxied-apis';
import { readBounded } from './read-bounded';
import { RequestWatch, type WatchLimits } from './request-watch';
import { type ProxyEnvironment, upstreamAddress } from './upstream-address';
import { upstreamAnswer } from './upstream-answer';
import { upstreamFailure } from './upstream-failure';

export interface ProxyLimits extends WatchLimits {
  /** The API's own. */
  readonly bodyBytes: number;
  readonly atOnce: number;
  /** Of one answer, which is passed on as it arrives: an upstream that never ends would fill the page. */
  readonly answerBytes: number;
}

/** All that is logged about a request: counts and times. */
export interface ProxyRecord {
  readonly path: ApiCall['path'];
  readonly status: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly firstByteMs: number | undefined;
  readonly wholeMs: number;
}

export interface ProxyOptions {
  readonly api: ProxiedApi;
  readonly environment: ProxyEnvironment;
  readonly report?: (record: ProxyRecord) => void;
  readonly limits?: Partial<ProxyLimits>;
}

const LIMITS: ProxyLimits = {
  bodyBytes: 32 * 1024 * 1024,
  atOnce: 32,
  // As much as the API's largest batch: its results are the longest answers.
  answerBytes: 256 * 1024 * 1024,
  // Below the five minutes after which Node's fetch gives up without an explanation.
  silenceMs: 240_000,
  wholeMs: 3_600_000,
};
const MEGABYTE = 1024 * 1024;

interface Admitted {
  readonly call: ApiCall;
  readonly key: ApiKey | undefined;
  readonly address: string;
}

/** An API for the pages of this server: nothing is stored, and nothing is changed except a repeated key. */
export function apiProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const limits = { ...LIMITS, ...options.limits };
  let running = 0;

  return async (request) => {
    const admitted = admit(request, options);
    if ('status' in admitted) return faultAnswer(admitted);
    if (running >= limits.atOnce) return faultAnswer(tooMany(limits.atOnce));
    running += 1;
    return new ProxyExchange(request, options.api, admitted, limits, (record) => {
      running -= 1;
      options.report?.(record);
    }).answer();
  };
}

function admit(request: Request, { api, environment }: ProxyOptions): Admitted | ApiFault {
  const whyNot = whyNotOwnPage(request.headers, environment.HIGHWATER_HOSTS);
  if (whyNot !== undefined) return { status: 403, type: 'permission_error', message: whyNot };
  const call = apiCallOf(request, api);
  if (!call.ok) return call.error;
  const upstream = upstreamAddress(environment, api);
  if (!upstream.ok) return { status: 500, type: 'api_error', message: upstream.error };
  const key = apiKeyOf(request.headers, environment, api);
  return key.ok ? { call: call.value, key: key.value, address: upstream.value.address } : key.error;
}

function tooMany(atOnce: number): ApiFault {
  const message = `The proxy handles at most ${atOnce} requests at once. This request was not forwarded.`;
  return { status: 429, type: 'rate_limit_error', message, retryAfterSeconds: 1 };
}

class ProxyExchange {
  private readonly startMs = performance.now();
  private readonly watch: RequestWatch;
  private status = 0;
  private bytesSent = 0;
  private bytesReceived = 0;
  private firstByteMs: number | undefined;
  private isEnded = false;

  constructor(
    private readonly request: Request,
    private readonly api: ProxiedApi,
    private readonly admitted: Admitted,
    private readonly limits: ProxyLimits,
    private readonly onEnd: (record: ProxyRecord) => void,
  ) {
    this.watch = new RequestWatch(request.signal, limits);
    // Needed here too, because nothing else reports a page that has stopped reading: its slot would be taken forever.
    this.watch.signal.addEventListener('abort', () => {
      this.status = upstreamFailure(undefined, this.watch.ending).status;
      this.end();
    });
  }

  async answer(): Promise<Response> {
    try {
      const body = await readBounded(this.request.body, this.limits.bodyBytes, this.watch);
      if (!body.ok) return this.faulty(this.tooLarge());
      this.bytesSent = body.value.length;
      const answer = await this.watch.waitFor(this.ask(body.value));
      this.status = answer.status;
      return await upstreamAnswer(answer, {
        api: this.api,
        answersLines: this.admitted.call.answersLines === true,
        mostBytes: this.limits.answerBytes,
        watch: this.watch,
        mask: new KeyMask(this.admitted.key?.value),
        words: (error) => upstreamFailure(error, this.watch.ending),
        onChunk: (bytes) => {
          this.firstByteMs ??= performance.now() - this.startMs;
          this.bytesReceived += bytes;
        },
        onEnd: () => this.end(),
      });
    } catch (error) {
      return this.faulty(upstreamFailure(error, this.watch.ending));
    }
  }

  private ask(body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const { call, key, address } = this.admitted;
    const headers = new Headers({
      // A compressing gateway delays events until it has enough of them.
      'accept-encoding': 'identity',
    });
    if (key !== undefined) headers.set(key.header, key.header === 'authorization' ? `Bearer ${key.value}` : key.value);
    for (const name of this.api.passedOn) {
      const value = this.request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const hasBody = call.method === 'POST' && call.isBare !== true;
    if (hasBody) headers.set('content-type', 'application/json');
    return fetch(address + call.upstreamPath + call.search, {
      method: call.method,
      headers,
      redirect: 'manual',
      cache: 'no-store',
      signal: this.watch.signal,
      ...(hasBody ? { body } : {}),
    });
  }

  private faulty(fault: ApiFault): Response {
    this.status = fault.status;
    this.end();
    return faultAnswer(fault);
  }

  private tooLarge(): ApiFault {
    const message = `The request exceeds the API’s limit of ${this.limits.bodyBytes / MEGABYTE} MB.`;
    return { status: 413, type: 'request_too_large', message };
  }

  private end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.watch.release();
    this.onEnd({
      path: this.admitted.call.path,
      status: this.status,
      bytesSent: this.bytesSent,
      bytesReceived: this.bytesReceived,
      firstByteMs: this.firstByteMs,
      wholeMs: performance.now() - this.startMs,
    });
  }
}
