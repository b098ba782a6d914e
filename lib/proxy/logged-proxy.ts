import { apiProxy, type ProxyRecord } from './api-proxy';
import type { ProxiedApi } from './proxied-apis';

/** The proxy of a route of this server. */
export function loggedProxy(api: ProxiedApi): (request: Request) => Promise<Response> {
  return apiProxy({ api, environment: process.env, report: (record) => log(api, record) });
}

/** Counts and times only: the log contains no content and no upstream addresses. */
function log({ address }: ProxiedApi, record: ProxyRecord): void {
  const { path, status, bytesSent, bytesReceived, firstByteMs, wholeMs } = record;
  const first = firstByteMs === undefined ? '' : `, first byte after ${Math.round(firstByteMs)} ms`;
  const sizes = `${bytesSent} bytes there, ${bytesReceived} back`;
  console.log(`proxy ${address}${path} ${status}: ${sizes}${first}, ${Math.round(wholeMs)} ms in all`);
}
