import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder';
import { startNextServer, stopNextServer } from './next-server.mjs';

it.each(['start', 'dev'] as const)('%s only listens on this machine, whatever the environment', async (mode) => {
  vi.stubEnv('HOSTNAME', '0.0.0.0');
  // An empty folder has nothing to serve: only the arguments matter.
  const server = startNextServer(temporaryFolder({}), mode, 4999);
  expect(server.child.spawnargs.slice(2)).toEqual([mode, '-H', '127.0.0.1', '-p', '4999']);
  expect(server.address).toBe('http://127.0.0.1:4999');
  await stopNextServer(server);
  vi.unstubAllEnvs();
});
