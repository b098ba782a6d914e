import Anthropic from '@anthropic-ai/sdk';
import { StandIn } from '../../e2e/stand-in/stand-in';
import { apiProxy, type ProxyLimits, type ProxyRecord } from './api-proxy';
import { anthropicApi, type ProxiedApi } from './proxied-apis';

export const HOST = '127.0.0.1:3000';
export const PAGE_HEADERS = { host: HOST, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' };
export const VERSION = { 'anthropic-version': '2026-10-21' };

/** A proxy in front of its own stand-in, and requests as our page sends them. */
export class Proxied {
  readonly records: ProxyRecord[] = [];
  private readonly proxy: (request: Request) => Promise<Response>;

  private constructor(
    readonly standIn: StandIn,
    environment: Readonly<Record<string, string>>,
    limits: Partial<ProxyLimits>,
    private readonly api: ProxiedApi,
  ) {
    this.proxy = apiProxy({
      api,
      environment: {
        ANTHROPIC_BASE_URL: standIn.address,
        OPENAI_BASE_URL: standIn.chatAddress(),
        ...environment,
      },
      report: (record) => this.records.push(record),
      limits,
    });
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    limits: Partial<ProxyLimits> = {},
    api: ProxiedApi = anthropicApi,
  ): Promise<Proxied> {
    return new Proxied(await StandIn.start(), environment, limits, api);
  }

  /** With the headers of a page; `undefined` removes one. */
  ask(path: string, init: RequestInit = {}, headers: Readonly<Record<string, string | undefined>> = {}) {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ...headers })) {
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
    return this.proxy(new Request(`http://${HOST}${this.api.address}${path}`, { ...init, headers: all }));
  }

  post(body: BodyInit, headers: Readonly<Record<string, string | undefined>> = {}, signal?: AbortSignal) {
    const init = { method: 'POST', body, duplex: 'half', ...(signal === undefined ? {} : { signal }) };
    return this.ask('/v1/messages', init, { 'content-type': 'application/json', ...VERSION, ...headers });
  }

  /**
   * The official SDK, configured as in the page: the proxy's address, and no retries. Without a key it must omit the
   * header, or the proxy would take its content for a key.
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

/** Polls only because there is no event for a connection that the other side closes. */
export { until } from '../base/until.test-support';
