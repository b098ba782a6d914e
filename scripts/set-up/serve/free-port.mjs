import { createServer } from 'node:net';

export const host = '127.0.0.1';

export function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The first free port of `from`, `from` + 1, …; undefined if the next hundred are all taken. */
export async function freePort(from) {
  for (let port = from; port < Math.min(from + 100, 65_536); port++) {
    if (await isPortFree(port)) return port;
  }
  return undefined;
}
