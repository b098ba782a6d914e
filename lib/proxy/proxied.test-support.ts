import Anthropic from '@anthropic-ai/sdk';
import { StandIn } from '../../e2e/stand-in/stand-in';
import { apiProxy, type ProxyLimits, type ProxyRecord } from './api-proxy';

export const HOST = '127.0.0.1:3000';
export const PAGE_HEADERS = { host: HOST, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' };
export const VERSION = { 'anthropic-version': '2026-10-21' };

/** A proxy in front of a stand-in of its own, and requests as a page of ours makes them. */
export class Proxied {
  readonly records: ProxyRecord[] = [];
  private readonly proxy: (request: Request) => Promise<Response>;

  private constructor(
    readonly standIn: StandIn,
    environment: Readonly<Record<string, string>>,
    limits: Partial<ProxyLimits>,
  ) {
    this.proxy = apiProxy({
      environment: { ANTHROPIC_BASE_URL: standIn.address, ...environment },
      report: (record) => this.records.push(record),
      limits,
    });
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    limits: Partial<ProxyLimits> = {},
  ): Promise<Proxied> {
    return new Proxied(await StandIn.start(), environment, limits);
  }

  /** With the headers of a page; `undefined` takes one away. */
  ask(path: string, init: RequestInit = {}, headers: Readonly<Record<string, string | undefined>> = {}) {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ...headers })) {
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
    return this.proxy(new Request(`http://${HOST}/api/anthropic${path}`, { ...init, headers: all }));
  }

  post(body: BodyInit, headers: Readonly<Record<string, string | undefined>> = {}, signal?: AbortSignal) {
    const init = { method: 'POST', body, duplex: 'half', ...(signal === undefined ? {} : { signal }) };
    return this.ask('/v1/messages', init, { 'content-type': 'application/json', ...VERSION, ...headers });
  }

  /**
   * The official SDK, as it is in the page: its address is the proxy's and it tries nothing again. Without a key of the
   * page's it must leave the header out, or what it sends would be taken for one.
   */
  sdk(apiKey: string | null): Anthropic {
    return new Anthropic({
      apiKey,
      ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
      baseURL: `http://${HOST}/api/anthropic`,
      maxRetries: 0,
      fetch: (url, init) => this.ask(String(url).split('/api/anthropic')[1] ?? '', init),
    });
  }
}

export const QUESTION = {
  model: 'claude-opus-5',
  max_tokens: 500,
  messages: [{ role: 'user' as const, content: 'What is in the pool?' }],
};

export function withKey(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** Nothing is polled that could be waited for; a line that the other side closes cannot be. */
export { until } from '../base/until.test-support';
