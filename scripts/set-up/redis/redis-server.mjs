import { spawnSync } from 'node:child_process';

const names = ['redis-server', 'valkey-server'];

/** The command that starts a Redis on this machine, or undefined. REDIS_SERVER names one. */
export function redisServer() {
  const candidates = [process.env.REDIS_SERVER, ...names].filter((name) => name !== undefined && name !== '');
  return candidates.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}
