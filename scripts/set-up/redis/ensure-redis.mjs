import { attempt } from '../attempt.mjs';
import { installDebianPackage } from '../debian-package.mjs';
import { redisServer } from './redis-server.mjs';

/** Finds or installs a Redis for the tests of the queue, which are skipped without one. */
export async function ensureRedis(say) {
  if (redisServer() !== undefined) return;
  await installDebianPackage('redis-server', (what, command) => attempt(say, what, command));
  if (redisServer() === undefined)
    say('No Redis was found or could be installed: the tests of the queue are skipped. REDIS_SERVER names one.');
}
