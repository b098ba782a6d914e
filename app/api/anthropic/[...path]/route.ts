import { apiProxy, type ProxyRecord } from '@/lib/proxy/api-proxy';

export const dynamic = 'force-dynamic';

const proxy = apiProxy({ environment: process.env, report: log });

/** Methods that the proxy rejects too, because Next's own answer does not have the shape of the API's errors. */
export { proxy as DELETE, proxy as GET, proxy as PATCH, proxy as POST, proxy as PUT };

/** Counts and times only: the log contains no content and no addresses. */
function log({ path, status, bytesSent, bytesReceived, firstByteMs, wholeMs }: ProxyRecord): void {
  const first = firstByteMs === undefined ? '' : `, first byte after ${Math.round(firstByteMs)} ms`;
  const sizes = `${bytesSent} bytes there, ${bytesReceived} back`;
  console.log(`proxy ${path} ${status}: ${sizes}${first}, ${Math.round(wholeMs)} ms in all`);
}
