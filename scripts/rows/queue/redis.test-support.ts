import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { redisServer } from '../../set-up/redis/redis-server.mjs';
import { freePort } from '../../set-up/serve/free-port.mjs';
import { type RedisAddress, redisAddress } from './redis-address';

const FIRST_PORT = 16_379;
const PASSWORD = 'not-to-be-printed';

/** Why the tests that need a Redis are skipped; undefined if they are not. */
export const withoutRedis =
  redisServer() === undefined
    ? 'there is no redis-server on this machine; `npm test` installs it where it can'
    : undefined;

/** A Redis of its own for a test, which keeps its data in a folder of its own while it is restarted. */
export class TestRedis {
  readonly password = PASSWORD;
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<TestRedis> {
    // Beside other tests at work: a port that is taken in the meantime is not ours.
    const port = (await freePort(FIRST_PORT + (process.pid % 2_000) * 10)) ?? FIRST_PORT;
    const redis = new TestRedis(mkdtempSync(join(tmpdir(), 'highwater-redis-')), port);
    await redis.begin();
    return redis;
  }

  get address(): RedisAddress {
    const address = redisAddress(`redis://:${PASSWORD}@127.0.0.1:${this.port}`);
    if (!address.ok) throw new Error(address.error);
    return address.value;
  }

  /** Like a crash: whatever was not written to its disk is forgotten. */
  async restart(awayMs: number): Promise<void> {
    await this.end();
    await wait(awayMs);
    await this.begin();
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async begin(): Promise<void> {
    const settings = { port: this.port, bind: '127.0.0.1', dir: this.folder, appendonly: 'yes', requirepass: PASSWORD };
    const words = Object.entries({ ...settings, save: '' }).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    this.server = spawn(redisServer() ?? '', words, { stdio: 'ignore' });
    while (!(await isOpen(this.port))) {
      if (this.server.exitCode !== null) throw new Error(`Redis ended with code ${this.server.exitCode}`);
      await wait(20);
    }
  }

  private async end(): Promise<void> {
    const { server } = this;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
