import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeSessions } from '../../rows/made-up-sessions.test-support';
import { TestRedis, withoutRedis } from '../../rows/queue/redis.test-support';
import { largeSessionLines } from '../../samples/large-session';
import { temporaryFolder } from '../../set-up/test/temporary-folder';
import { command, highwaterHere as run } from '../run-highwater.test-support';

/** Without waiting: the worker of the same test is a child of this process, too. */
async function highwater(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, ...words], { env: { ...process.env, ...environment } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    said.stdout += data;
  });
  child.stderr.on('data', (data) => {
    said.stderr += data;
  });
  const [status, signal] = await once(child, 'close');
  return { status, signal, ...said };
}

function madeUp(count: number): string {
  const folder = temporaryFolder({});
  writeSessions(folder, count);
  return folder;
}

describe('highwater replay', () => {
  it.each([
    [['--threads', 'many'], '--threads is "many", but must be from 0 to 256'],
    [['--threads', '2', '--queue', 'redis://localhost'], '--threads is for this machine, --queue for others'],
    [['--queue', 'localhost:6379'], '--queue takes the address of a Redis, such as redis://localhost:6379'],
  ])('exits with 2 and says why for %j', async (words, says) => {
    const { status, stderr } = await run('replay', 'a', ...words);
    expect(status).toBe(2);
    expect(stderr).toContain(`highwater replay: ${says}`);
  });

  it('goes on where it was stopped, to the same rows, and leaves nothing behind', async () => {
    const folder = madeUp(1);
    // So much that it is still under way when the first rows are seen.
    const large = [...largeSessionLines(3_000_000, 1)].join('\n');
    for (let nth = 0; nth < 10; nth++) writeFileSync(join(folder, `large-${nth}.jsonl`), `${large}\n`);
    const cache = temporaryFolder({});
    const words = ['replay', folder, '--policy', 'codex', '--json', '--threads', '0'];
    const runs = join(cache, 'highwater/runs');
    const child = spawn(process.execPath, [command, ...words], { env: { ...process.env, XDG_CACHE_HOME: cache } });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    await expect.poll(() => existsSync(runs) && rowsKept(runs)).toBeGreaterThan(0);
    child.kill('SIGINT');
    const [status] = await once(child, 'close');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Stopped after \d+ of \d+ sessions\. The same command goes on from there\.\n$/),
    });
    const kept = rowsKept(runs);
    expect(kept).toBeGreaterThan(0);
    const again = await highwater(words, { XDG_CACHE_HOME: cache });
    expect(again.stdout).toBe((await run('replay', ...words.slice(1))).stdout);
    expect(readdirSync(runs)).toEqual([]);
  });
});

function rowsKept(runs: string): number {
  const [name] = readdirSync(runs).filter((each) => each.endsWith('.jsonl'));
  return name === undefined ? 0 : readFileSync(join(runs, name), 'utf8').split('\n').length - 1;
}

describe.skipIf(withoutRedis !== undefined)(
  `at a queue${withoutRedis === undefined ? '' : ` (skipped: ${withoutRedis})`}`,
  () => {
    it('prints the same as on this machine', async () => {
      const redis = await TestRedis.start();
      onTestFinished(() => redis.stop());
      const queue = ['--queue', redis.address.url];
      const worker = spawn(process.execPath, [command, 'worker', ...queue, '--concurrency', '1']);
      onTestFinished(async () => {
        const ended = once(worker, 'close');
        worker.kill('SIGTERM');
        await ended;
      });
      const folder = madeUp(6);
      const replay = [folder, '--policy', 'codex', '--json'];
      expect((await highwater(['replay', ...replay, ...queue])).stdout).toBe((await run('replay', ...replay)).stdout);
    });
  },
);
