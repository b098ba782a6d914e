import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort, host, isPortFree } from './free-port.mjs';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

test('a port in use is not free, and is free again afterwards', async () => {
  const port = await listen(0);
  expect(await isPortFree(port)).toBe(false);
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});

test('a port in use leads to a later one that can be listened on', async () => {
  const taken = await listen(0);
  const port = await freePort(taken);
  expect(port).toBeGreaterThan(taken);
  await listen(port ?? 0);
});

test('no port is found beyond the last one', async () => {
  expect(await freePort(65_536)).toBeUndefined();
});
