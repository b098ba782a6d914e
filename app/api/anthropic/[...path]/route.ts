import { apiProxy, type ProxyRecord } from '@/lib/proxy/api-proxy';

export const dynamic = 'force-dynamic';

const proxy = apiProxy({ environment: process.env, report: log });

/** Those that it refuses too: what Next says of them has not the shape of the API's errors. */
export { proxy as DELETE, proxy as GET, proxy as PATCH, proxy as POST, proxy as PUT };

/** Counts and times only: nothing of what was sent, and no address, comes into the log. */
function log({ path, status, bytesSent, bytesReceived, firstByteMs, wholeMs }: ProxyRecord): void {
  const first = firstByteMs === undefined ? '' : `, first byte after ${Math.round(firstByteMs)} ms`;
  const sizes = `${bytesSent} bytes there, ${bytesReceived} back`;
  console.log(`proxy ${path} ${status}: ${sizes}${first}, ${Math.round(wholeMs)} ms in all`);
}
