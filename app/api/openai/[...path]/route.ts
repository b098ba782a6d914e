import { loggedProxy } from '@/lib/proxy/logged-proxy';
import { openaiApi } from '@/lib/proxy/proxied-apis';

export const dynamic = 'force-dynamic';

const proxy = loggedProxy(openaiApi);

/** Methods that the proxy rejects too, because Next's own answer does not have the shape of the API's errors. */
export { proxy as DELETE, proxy as GET, proxy as PATCH, proxy as POST, proxy as PUT };
