import { describe, expect, it } from 'vitest';
import { batchesOf, type SweepWorker, shareOut } from './share-out';
import type { SweepRow } from './sweep-rows';

const totals = {
  peak: 0,
  sent: 0,
  cacheRead: 0,
  cacheWrite: 0,
  uncached: 0,
  output: 0,
  cost: { dollars: 0, known: 0, unknown: 0 },
  modelCalls: 0,
};
const row = (value: number): SweepRow => ({ value, compactions: 0, peak: 0, totals });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const valuesOf = (rows: readonly SweepRow[]) => rows.map(({ value }) => value);

/** Takes as many turns for a batch as is said, counted in promises. */
function worker(turns: number, breaksAt = Number.POSITIVE_INFINITY) {
  const took: number[] = [];
  const rows: SweepWorker['rows'] = async (values) => {
    for (let turn = 0; turn < turns; turn++) await undefined;
    if (values.some((value) => value >= breaksAt)) throw new Error(`Broke at ${values}`);
    took.push(...values);
    return values.map(row);
  };
  return { rows, took };
}

describe('batches', () => {
  it('contain every value once and in order, limited in size, single at the end', () => {
    for (const count of [0, 1, 5, 100, 1_000]) {
      for (const workers of [1, 2, 8]) {
        for (const most of [1, 8]) {
          const batches = batchesOf(numbers(count), workers, most);
          expect(batches.flat()).toEqual(numbers(count));
          expect(Math.max(0, ...batches.map(({ length }) => length))).toBeLessThanOrEqual(most);
          expect(batches.at(-1)?.length ?? 1).toBe(1);
        }
      }
    }
  });

  it('leave something for every worker', () => {
    expect(batchesOf(numbers(8), 8, 8)).toHaveLength(8);
  });
});

describe('sharing out', () => {
  it('gives more to the faster worker, and returns the rows in value order', async () => {
    const [slow, fast] = [worker(30), worker(1)];
    const { rows, failure } = await shareOut(numbers(60), [slow, fast], () => undefined);
    expect(valuesOf(rows)).toEqual(numbers(60));
    expect(failure).toBeUndefined();
    expect(fast.took.length).toBeGreaterThan(slow.took.length * 3);
    expect(slow.took.length).toBeGreaterThan(0);
  });

  it('reports every batch as it arrives', async () => {
    const told: number[] = [];
    await shareOut(numbers(20), [worker(3), worker(2)], (rows) => told.push(...valuesOf(rows)));
    expect(told.sort((a, b) => a - b)).toEqual(numbers(20));
  });

  it('gives a failed worker nothing more, and continues with the others', async () => {
    const [broken, sound] = [worker(1, 0), worker(1)];
    const { rows, failure } = await shareOut(numbers(30), [broken, sound], () => undefined);
    expect(broken.took).toEqual([]);
    expect(failure?.cause).toMatchObject({ message: expect.stringContaining('Broke at 0') });
    expect([...(failure?.lost ?? []), ...valuesOf(rows)]).toEqual(numbers(30));
    expect(rows.length).toBeGreaterThan(20);
  });

  it('reports values as lost if no worker is left for them', async () => {
    const { rows, failure } = await shareOut(numbers(30), [worker(1, 10), worker(1, 10)], () => undefined);
    expect([...valuesOf(rows), ...(failure?.lost ?? [])]).toEqual(numbers(30));
    expect(failure?.lost.at(-1)).toBe(29);
  });
});
