import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shareOut } from '../../lib/sweep/share-out';
import type { SweepRow } from '../../lib/sweep/sweep-rows';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { command, highwater, highwaterHere } from './run-highwater.test-support';
import { readSweepCommand } from './sweep';
import { sweepInThreads, sweepTranscript, threadsWorth, workerHere } from './sweep-transcript';

const hunt = fileURLToPath(new URL('../../public/samples/long-bug-hunt.jsonl', import.meta.url));
const varied = ['--param', 'full-compact.restoredFiles', '--from', '40', '--to', '0'];

/** Every call reads a file of 10,000 tokens: before the sixteenth the context is full. */
const transcript = transcriptFromText(
  [
    'window 200000',
    'user "Read them all"',
    ...Array.from({ length: 24 }, (_, call) =>
      [
        `call #${call} read file-${call}.ts`,
        `usage ${20_100 + call * 10_100} output 100`,
        `result #${call} 10000 tokens`,
      ].join('\n'),
    ),
  ].join('\n'),
);

function commandOf(words: readonly string[]) {
  const read = readSweepCommand(words);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const silent = () => undefined;

/** Loaded before the command, and before each of its threads: writes to a fourth stream when a thread receives values. */
const tellsOfWork = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  const on = parentPort?.on;
  if (on) parentPort.on = (event, listener) => on.call(parentPort, event, (data) => {
    if (event === 'message') writeSync(3, 'at work');
    return listener(data);
  });
`)}`;

describe('a sweep in threads', () => {
  const words = ['any file', ...varied, '--steps', '21'];
  const read = commandOf(words);
  const inOneThread = () => shareOut(read.values, [workerHere(transcript, read)], silent);

  it('gives the rows of a single-threaded sweep, in value order', async () => {
    const told: SweepRow[] = [];
    const alone = await inOneThread();
    const shared = await sweepInThreads({ transcript, words }, read.values, 2, (rows) => told.push(...rows));
    expect(shared).toEqual(alone);
    expect(shared.rows.map(({ value }) => value)).toEqual(read.values);
    expect(told.sort((a, b) => b.value - a.value)).toEqual(alone.rows);
  });

  it('[K2] counts used-later misses in threads on request', async () => {
    const counting = [...words, '--misses'];
    const { rows } = await sweepInThreads({ transcript, words: counting }, [0, 1], 2, silent);
    expect(rows.map(({ misses }) => misses)).toEqual([0, 0]);
  });

  it('reports values whose thread failed as lost', async () => {
    const broken = { transcript, words: ['any file', ...varied, '--policy', 'novelty'] };
    const { rows, failure } = await sweepInThreads(broken, [1, 2, 3], 2, silent);
    expect(rows).toEqual([]);
    expect(failure?.lost).toEqual([1, 2, 3]);
    expect(failure?.cause).toMatchObject({ message: expect.stringContaining('unknown policy "novelty"') });
  });

  it('gives the same rows when it switches from one thread to as many as pay off', async () => {
    const alone = await inOneThread();
    for (const aloneMs of [0, 60_000]) {
      const told: SweepRow[] = [];
      expect(await sweepTranscript({ transcript, words }, read, (rows) => told.push(...rows), aloneMs)).toEqual(alone);
      expect(told.sort((a, b) => b.value - a.value)).toEqual(alone.rows);
    }
  });

  it('uses as many threads as there are cores, but none for less than a second of work', () => {
    expect(threadsWorth(1_000, 10, 4)).toBe(4);
    expect(threadsWorth(1_000, 10, 64)).toBe(10);
    expect(threadsWorth(3, 60_000, 64)).toBe(3);
    expect(threadsWorth(100, 10, 64)).toBe(0);
    expect(threadsWorth(0, 10, 64)).toBe(0);
    expect(threadsWorth(1_000, 10, 1)).toBe(0);
  });
});

describe('highwater sweep', () => {
  it('prints the fields that programs read, in value order, and no progress into a pipe', () => {
    const { status, stdout, stderr } = highwater(['sweep', hunt, ...varied, '--steps', '3', '--json'], '.');
    const rows = JSON.parse(stdout);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(rows.map(({ value }: SweepRow) => value)).toEqual([40, 20, 0]);
    expect(Object.keys(rows[0])).toEqual([
      'highwater',
      'value',
      'compactions',
      'peak',
      'deadAt',
      'blockedAt',
      'thrash',
      'totals',
    ]);
    expect(rows[0]).toMatchObject({ deadAt: null, totals: { peak: rows[0].peak, cost: expect.any(Number) } });
  });

  it('[X1] [X3] says which values the session would not survive, in text too', async () => {
    const window = [hunt, '--policy', 'claude-code-2.1', '--param', 'policy.windowTokens', '--steps', '1'];
    const withWindow = async (tokens: number, ...more: readonly string[]) =>
      (await highwaterHere('sweep', ...window, '--from', `${tokens}`, '--to', `${tokens}`, ...more)).stdout;
    expect(await withWindow(20_000)).toMatch(/; dead from call \d+, so not comparable\n$/);
    expect(await withWindow(200_000)).not.toContain('not comparable');
    const blocked = await withWindow(200_000, '--set', 'thresholds.isAutomatic=false');
    expect(blocked).toMatch(/; blocked from call \d+, so not comparable\n$/);
  });

  it('[K2] prints used-later misses on request', async () => {
    const words = [hunt, ...varied, '--steps', '1', '--policy', 'claude-code-2.1', '--misses'];
    const [row] = JSON.parse((await highwaterHere('sweep', ...words, '--json')).stdout);
    expect(row.misses).toBeGreaterThan(0);
    expect((await highwaterHere('sweep', ...words)).stdout).toMatch(new RegExp(`, ${row.misses} used-later misses\n$`));
  });

  it('rounds values in between if the setting only takes whole numbers', async () => {
    const { stdout } = await highwaterHere('sweep', hunt, ...varied, '--steps', '4', '--json');
    expect(JSON.parse(stdout).map(({ value }: SweepRow) => value)).toEqual([40, 27, 13, 0]);
  });

  it('rejects values out of range before it reads anything', async () => {
    const words = ['missing.jsonl', '--param', 'full-compact.restoredFiles', '--from', '0', '--to', '51'];
    expect(await highwaterHere('sweep', ...words)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/from 0 to 50/),
    });
  });

  it('ends immediately and silently on Ctrl-C, including its threads', async () => {
    const values = ['--param', 'thresholds.percent', '--from', '1', '--to', '99', '--steps', '10000'];
    const words = ['sweep', hunt, ...values, '--policy', 'everything-on'];
    const child = spawn(process.execPath, ['--import', tellsOfWork, command, ...words], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    let said = '';
    const [, stdout, stderr, told] = child.stdio;
    for (const stream of [stdout, stderr]) stream?.on('data', (data) => (said += data));
    if (!told) throw new Error('No pipe');
    await once(told, 'data');
    child.kill('SIGINT');
    const [, signal] = await once(child, 'close');
    expect({ signal, said }).toEqual({ signal: 'SIGINT', said: '' });
  });
});

it('[A5] [R3] over a setting of memory, says what was carried, recalled and lost', () => {
  const words = ['any file', '--policy', 'playground-memory', '--param', 'memory-recall.bytesOfSession'];
  const read = commandOf([...words, '--from', '0', '--to', '6144', '--steps', '2']);
  const asking = transcriptFromText(
    [
      'user "The deploy freeze for the payments service starts on Thursday."',
      'assistant "ok"',
      'user "Is the payments service ready for the deploy freeze?"',
      'assistant "yes"',
    ].join('\n'),
  );
  return workerHere(asking, read)
    .rows(read.values)
    .then((rows) => {
      expect(rows.map(({ memory }) => memory)).toMatchObject([
        { recalled: 0, lost: 1, saved: 1 },
        { recalled: 1, lost: 0, saved: 1 },
      ]);
      expect(rows[1]?.memory?.carried).toBeGreaterThan(rows[0]?.memory?.carried ?? 0);
    });
});
