import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../base/failure';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { readingSession as readingText } from '../../simulator/replay/reading-session.test-support';
import type { SweepRow } from '../../sweep/sweep-rows';
import { readingSession, sessionOf, WorkerHere } from './engine.test-support';
import { SweepPool, type SweepRequest } from './sweep-pool';

const pool = (cores = 4) =>
  new SweepPool(
    () => new WorkerHere(),
    () => cores,
  );
const values = Array.from({ length: 41 }, (_, n) => n);
const request: SweepRequest = {
  session: readingSession(),
  policy: claudeCode21,
  path: 'full-compact.restoredFiles',
  replies: { type: 'assumed' },
  values,
};

/** File 12 is the third newest when the context is full, and is named after that. */
const laterUse = sessionOf(`${readingText(17)}\nassistant "on with file-12.ts"\ncall #e ls`);

beforeEach(() => {
  WorkerHere.started.length = 0;
});

function expectNothingRuns(): void {
  expect(WorkerHere.started.map(({ isTerminated }) => isTerminated)).not.toContain(false);
}

describe('a pool of workers', () => {
  it('returns the rows of a single worker, in value order, and leaves nothing running', async () => {
    const alone = await pool(1).sweep(request);
    expect(WorkerHere.started).toHaveLength(1);
    expect(await pool(4).sweep(request)).toEqual(alone);
    expect(alone.rows.map(({ value }) => value)).toEqual(values);
    expect(WorkerHere.started).toHaveLength(1 + 3);
    expectNothingRuns();
  });

  it('uses at most eight workers, and no more than there are values', async () => {
    await pool(64).sweep(request);
    expect(WorkerHere.started).toHaveLength(8);
    await pool(64).sweep({ ...request, values: [1, 2] });
    expect(WorkerHere.started).toHaveLength(8 + 2);
  });

  it('returns rows as they arrive', async () => {
    const batches: (readonly SweepRow[])[] = [];
    const { rows } = await pool().sweep(request, { onRows: (batch) => batches.push(batch) });
    expect(batches.length).toBeGreaterThan(3);
    expect(batches.flat().sort((a, b) => a.value - b.value)).toEqual(rows);
  });

  it('[K2] counts used-later misses on request, and reports each value as it arrives', async () => {
    const batches: (readonly SweepRow[])[] = [];
    const some = { ...request, session: laterUse, values: values.slice(0, 20) };
    const plain = await pool(1).sweep(some);
    const counted = await pool(1).sweep({ ...some, countsMisses: true }, { onRows: (batch) => batches.push(batch) });
    expect(counted.rows.map(({ misses: _, ...row }) => row)).toEqual(plain.rows);
    expect(plain.rows.some((row) => 'misses' in row)).toBe(false);
    expect(counted.rows.map(({ misses }) => misses)).toEqual(some.values.map((files) => (files < 3 ? 1 : 0)));
    expect(batches.map((batch) => batch.length)).toEqual(some.values.map(() => 1));
  });

  it('terminates all workers immediately when it is cancelled', async () => {
    const cancelling = new AbortController();
    const seen: number[] = [];
    const sweeping = pool().sweep(request, {
      signal: cancelling.signal,
      onRows: (rows) => {
        seen.push(...rows.map(({ value }) => value));
        cancelling.abort();
      },
    });
    await expect(sweeping).rejects.toMatchObject({ name: 'AbortError' });
    expectNothingRuns();
    expect(WorkerHere.started).toHaveLength(3);
    expect(seen.length).toBeLessThan(values.length);
  });

  it('starts nothing if it was cancelled before', async () => {
    const sweeping = pool().sweep(request, { signal: AbortSignal.abort() });
    await expect(sweeping).rejects.toMatchObject({ name: 'AbortError' });
    expect(WorkerHere.started).toHaveLength(0);
  });

  it('keeps the rows of the others when a worker dies, and reports what is lost', async () => {
    let isFirst = true;
    const { rows, failure } = await pool(3).sweep(request, {
      onRows: () => {
        if (isFirst) WorkerHere.started[1]?.die();
        isFirst = false;
      },
    });
    expect(failure?.cause).toBeInstanceOf(Refusal);
    expect(failure?.lost.length).toBeGreaterThan(0);
    expect([...rows.map(({ value }) => value), ...(failure?.lost ?? [])].sort((a, b) => a - b)).toEqual(values);
    expectNothingRuns();
  });

  it('keeps the rows so far when all workers die', async () => {
    const { rows, failure } = await pool(3).sweep(request, {
      onRows: () => {
        for (const worker of WorkerHere.started) worker.die();
      },
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length + (failure?.lost.length ?? 0)).toBe(values.length);
  });

  it('says why a session cannot be opened', async () => {
    const session = { ...request.session, child: [7] };
    expect(await pool().sweep({ ...request, session })).toMatchObject({
      rows: [],
      failure: { lost: values, cause: { what: 'Sub-agent not found: this session has none.' } },
    });
  });
});
