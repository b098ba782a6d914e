import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder';
import { startNextServer, stopNextServer } from './next-server.mjs';

it.each(['start', 'dev'] as const)('%s listens on this machine only, whatever the environment says', async (mode) => {
  vi.stubEnv('HOSTNAME', '0.0.0.0');
  // In an empty folder there is nothing to serve: how it is asked to is all that counts.
  const server = startNextServer(temporaryFolder({}), mode, 4999);
  expect(server.child.spawnargs.slice(2)).toEqual([mode, '-H', '127.0.0.1', '-p', '4999']);
  expect(server.address).toBe('http://127.0.0.1:4999');
  await stopNextServer(server);
  vi.unstubAllEnvs();
});
