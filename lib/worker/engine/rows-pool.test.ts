import { beforeEach, expect, it } from 'vitest';
import { isCancelled } from '../../base/failure';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { asRecorded, type RowPolicy } from '../../rows/row-policy';
import { rowsOf } from '../../rows/rows-of';
import { readingSession, WorkerHere } from './engine.test-support';
import { readSession } from './open-session';
import { type RowsJob, type RowsOutcome, RowsPool } from './rows-pool';

const policies: readonly RowPolicy[] = [
  asRecorded,
  { name: 'Ours', policy: claudeCode21, replies: { type: 'assumed' } },
];
const request = { policies, counts: { losses: false, error: true } };
const session = readingSession(17);
const job = (id: string): RowsJob => ({ id, hash: id, ...request, body: async () => session });
const jobs = (count: number) => Array.from({ length: count }, (_, index) => job(`s${index}`));

const pool = (cores: number, start = () => new WorkerHere()) => new RowsPool(start, () => cores);

async function run(given: readonly RowsJob[], by = pool(3), signal = new AbortController().signal) {
  const outcomes: RowsOutcome[] = [];
  await by.run(given, { signal, onOutcome: (outcome) => outcomes.push(outcome) });
  return outcomes.sort((a, b) => a.id.localeCompare(b.id));
}

const runningWorkers = () => WorkerHere.started.filter(({ isTerminated }) => !isTerminated);

beforeEach(() => {
  WorkerHere.started.length = 0;
});

it('gives the rows that one thread gives, whatever the number of workers, and leaves none running', async () => {
  const transcript = await readSession(session, new AbortController().signal);
  const expected = jobs(5).map(({ id, hash }) => ({ id, rows: [...rowsOf([transcript], hash, request)] }));
  for (const cores of [1, 3]) expect(await run(jobs(5), pool(cores))).toEqual(expected);
  expect(WorkerHere.started).toHaveLength(1 + 2);
  expect(runningWorkers()).toEqual([]);
});

it('uses no more workers than there are sessions, and at most eight', async () => {
  await run(jobs(2), pool(64));
  expect(WorkerHere.started).toHaveLength(2);
  await run(jobs(10), pool(64));
  expect(WorkerHere.started).toHaveLength(2 + 8);
});

it('reads each session only when its turn comes', async () => {
  let open = 0;
  let most = 0;
  const lazy = jobs(6).map((each) => ({
    ...each,
    body: async () => {
      open += 1;
      most = Math.max(most, open);
      return session;
    },
  }));
  const onOutcome = () => {
    open -= 1;
  };
  await pool(3).run(lazy, { signal: new AbortController().signal, onOutcome });
  expect(most).toBeLessThanOrEqual(2);
});

it('says what is wrong with a session, and goes on with the others', async () => {
  const broken: RowsJob = { ...job('broken'), body: async () => ({ type: 'file', path: 'x', file: new Blob(['?']) }) };
  const outcomes = await run([broken, ...jobs(2)], pool(1));
  expect(outcomes.map(({ id, rows, failure }) => [id, rows.length, failure !== undefined])).toEqual([
    ['broken', 0, true],
    ['s0', 2, false],
    ['s1', 2, false],
  ]);
});

it('starts a worker again that died of a session', async () => {
  const dying = () => {
    const worker = new WorkerHere();
    if (WorkerHere.started.length === 1) setTimeout(() => worker.die(), 1);
    return worker;
  };
  const outcomes = await run(jobs(3), pool(1, dying));
  expect(outcomes.map(({ rows }) => rows.length)).toEqual([0, 2, 2]);
  expect(outcomes[0]?.failure?.what).toContain('stopped unexpectedly');
  expect(WorkerHere.started).toHaveLength(2);
});

it('ends at once when it is cancelled, and tells nothing more', async () => {
  const cancelling = new AbortController();
  const seen: string[] = [];
  const running = pool(2).run(jobs(20), {
    signal: cancelling.signal,
    onOutcome: ({ id }) => {
      seen.push(id);
      cancelling.abort();
    },
  });
  await expect(running).rejects.toSatisfy(isCancelled);
  expect(seen).toEqual(['s0']);
  expect(runningWorkers()).toEqual([]);
});
