import { describe, expect, it } from 'vitest';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import { answer, boundary, design, promptRow } from './design.test-support';
import { boundsOf, INPUT_MARGIN, paidFor, priceOf, requestPrice, spentAtMost } from './price';

const model = modelFor('claude-sonnet-5-5');
const asked = design(
  [promptRow(1), promptRow(2), promptRow(3), { id: 'r9', type: 'offline' }],
  [1, 2, 3, 4, 5].map((number) => boundary(number, 20_000 * number)),
);

describe('[V4] the price of an experiment', () => {
  const price = priceOf(asked);

  it('is the exact sum of its rows, and each row that of its cells', () => {
    for (const figure of ['least', 'likely', 'most', 'answers'] as const) {
      expect(price.rows.reduce((sum, row) => sum + row[figure], 0)).toBe(price[figure]);
      for (const { row, [figure]: own } of price.rows) {
        const cells = price.cells.filter((cell) => cell.row === row);
        expect(cells.reduce((sum, cell) => sum + cell[figure], 0)).toBe(own);
      }
    }
    expect(price.cells.every(({ least, likely, most }) => [least, likely, most].every(Number.isInteger))).toBe(true);
    expect(price.answers).toBe(45);
    expect(price.rows.find(({ row }) => row === 'r9')).toEqual({ row: 'r9', least: 0, likely: 0, most: 0, answers: 0 });
  });

  it('bounds what any course of it can cost', () => {
    const input = (tokens: number) => ({
      input: 0,
      cacheRead: 0,
      cacheWrite5m: tokens,
      cacheWrite1h: 0,
      output: 4_000,
    });
    const longest = asked.boundaries.reduce(
      (sum, { tokens }) => sum + 9 * 2 * (costOf(input(tokens * (1 + INPUT_MARGIN)), model) ?? 0),
      0,
    );
    expect(price.most).toBeGreaterThanOrEqual(longest * 1_000);
    expect(price.most).toBeLessThan(longest * 1_000 * 1.01);
    const read = (tokens: number) => ({ input: 0, cacheRead: tokens, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 });
    const shortest = asked.boundaries.reduce(
      (sum, { tokens }) => sum + 9 * (costOf(read(tokens * (1 - INPUT_MARGIN)), model) ?? 0),
      0,
    );
    // Each cell is rounded down; the prompts themselves are a few tokens.
    expect(price.least).toBeGreaterThanOrEqual(shortest * 1_000 - price.cells.length);
    expect(price.least).toBeLessThanOrEqual(shortest * 1_000 + 1);
    expect(price.least).toBeLessThan(price.likely);
    expect(price.likely).toBeLessThan(price.most);
  });

  it('holds with and without the conversion to another tokenizer, which is an estimate too', () => {
    const at = { ...boundary(1), model: 'claude-sonnet-4-6' };
    const [older, newer] = [at, boundary(1)].map((each) => priceOf(design([promptRow(1)], [each])));
    expect(older?.least).toBe(newer?.least);
    expect(older?.most).toBeGreaterThan(newer?.most ?? 0);
    expect(older?.likely).toBeGreaterThan(newer?.likely ?? 0);
  });

  it('writes each prefix to the cache once, with the first row of a model', () => {
    const [first, second, third] = price.rows;
    expect(first?.likely).toBeGreaterThan((second?.likely ?? 0) * 1.5);
    expect(second?.likely).toBe(third?.likely);
    const two = priceOf(design([promptRow(1), promptRow(2, 'claude-opus-5')], [boundary(1)], { repeats: 1 }));
    const alone = priceOf(design([promptRow(2, 'claude-opus-5')], [boundary(1)], { repeats: 1 }));
    expect(two.rows[1]?.likely).toBe(alone.likely);
  });

  it('names models without a price, and what may not fit', () => {
    const unknown = priceOf(design([promptRow(1), promptRow(2, 'somebody-7b')], [boundary(1), boundary(2, 5_000_000)]));
    expect(unknown.unpriced).toEqual(['somebody-7b']);
    expect(unknown.rows[1]).toEqual({ row: 'r2', least: 0, likely: 0, most: 0, answers: 6 });
    expect(unknown.most).toBe(unknown.rows[0]?.most);
    expect(unknown.tooLong).toBeGreaterThan(0);
    const local = answer('r2', 'b1', 1, 0.5, { sent: { timeMs: 9 } });
    expect(paidFor([local])).toEqual({ dollars: 0, unknown: 0, unpriced: 1 });
  });

  it('is that of the rest when some answers are whole, and ends in what was paid', () => {
    const answers = asked.boundaries.flatMap(({ id }) => [1, 2, 3].map((repeat) => answer('r1', id, repeat, 0.5)));
    const rest = priceOf(asked, answers);
    expect(rest.rows[0]).toEqual({ row: 'r1', least: 0, likely: 0, most: 0, answers: 0 });
    expect(rest.rows[2]).toEqual(price.rows[2]);
    expect(paidFor(answers)).toEqual({ dollars: expect.closeTo(1.5), unknown: 0, unpriced: 0 });
    const all = ['r1', 'r2', 'r3'].flatMap((row) =>
      asked.boundaries.flatMap(({ id }) => [1, 2, 3].map((repeat) => answer(row, id, repeat, 0.5))),
    );
    const free = asked.boundaries.map(({ id }) => answer('r9', id, 1, 0.5, { sent: { dollars: 0, timeMs: 1 } }));
    const { least, most } = boundsOf(asked, [...all, ...free]);
    expect(least / 1_000).toBeCloseTo(4.5, 2);
    expect(most / 1_000).toBeCloseTo(4.5, 2);
  });

  it('includes what an unknown bill may be in the upper bound only', () => {
    const small = design([promptRow(1)], [boundary(1)], { repeats: 1, attempts: 2 });
    const lost = answer('r1', 'b1', 1, 0, { state: 'partial', sent: { timeMs: 0 }, isBillUnknown: true });
    const fresh = priceOf(small);
    const after = boundsOf(small, [lost]);
    expect(after.least).toBe(fresh.least);
    // One of two attempts is used, and may have cost as much as the other.
    expect(after.most).toBeGreaterThanOrEqual(fresh.most);
    expect(after.most).toBeLessThanOrEqual(fresh.most + 1);
    expect(paidFor([lost])).toMatchObject({ dollars: 0, unknown: 1 });
  });
});

describe('[V8] the price in a batch', () => {
  const price = priceOf(asked, [], { sending: 'batch' });

  it('is half the list price of every request, with nothing written to the cache or read from it', () => {
    const usage = (input: number, output = 0) => ({ input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output });
    const sum = (share: number, output: number) =>
      asked.boundaries.reduce(
        (all, { tokens }) => all + 9 * (costOf(usage(tokens * share, output), model) ?? 0) * 500,
        0,
      );
    expect(price.least).toBeGreaterThanOrEqual(sum(1 - INPUT_MARGIN, 0) - price.cells.length);
    expect(price.least).toBeLessThanOrEqual(sum(1 - INPUT_MARGIN, 0) + 1);
    expect(price.likely / sum(1, 3_000)).toBeCloseTo(1, 2);
    // One attempt for each answer: what a batch did not answer is sent again only when the user says so.
    expect(price.most / sum(1 + INPUT_MARGIN, 4_000)).toBeCloseTo(1, 2);
    expect(price.rows[0]?.likely).toBe(price.rows[1]?.likely);
    expect(price.answers).toBe(45);
  });

  it('is not always less: one after another, all but the first answer read a long context from the cache', () => {
    expect(price.likely).toBeGreaterThan(priceOf(asked).likely);
    const once = design([promptRow(1)], [boundary(1)], { repeats: 1 });
    expect(priceOf(once, [], { sending: 'batch' }).likely).toBeLessThan(priceOf(once).likely * 0.5);
  });

  it('is unknown for models without one', () => {
    const other = design([promptRow(1, 'gpt-5.4'), promptRow(2, 'chat/claude-opus-5')], [boundary(1)]);
    expect(priceOf(other, [], { sending: 'batch' }).unpriced).toEqual(['gpt-5.4', 'chat/claude-opus-5']);
  });

  it('leaves out what a batch already owes, which stays within the bounds', () => {
    const inBatch = asked.boundaries.flatMap(({ id }) => [1, 2, 3].map((repeat) => `r1.${id}.${repeat}`));
    const options = { sending: 'batch', inBatch } as const;
    const rest = priceOf(asked, [], options);
    expect(rest.rows[0]?.answers).toBe(0);
    expect(rest.rows[1]).toEqual(price.rows[1]);
    const { least, most } = boundsOf(asked, [], options);
    expect(most).toBeGreaterThanOrEqual(price.most);
    expect(most).toBeLessThanOrEqual(price.most + inBatch.length);
    expect(least).toBeLessThanOrEqual(price.least);
    expect(least).toBeGreaterThanOrEqual(price.least - inBatch.length);
  });
});

it('[V7] counts what was paid, unknown bills, and what a batch owes as spent', () => {
  const paid = answer('r1', 'b1', 1, 0.5);
  const lost = answer('r1', 'b1', 2, 0, { state: 'failed', sent: { timeMs: 0 }, isBillUnknown: true });
  const each = requestPrice(asked, lost, 'each')?.most ?? 0;
  const batch = requestPrice(asked, { row: 'r1', boundary: 'b2' }, 'batch')?.most ?? 0;
  expect(each).toBeGreaterThan(50);
  expect(spentAtMost(asked, [paid], [])).toBe(100);
  expect(spentAtMost(asked, [paid, lost], [])).toBe(100 + each);
  expect(spentAtMost(asked, [paid], ['r1.b2.1'])).toBe(100 + batch);
  expect(requestPrice(asked, { row: 'r9', boundary: 'b1' }, 'each')).toEqual({ least: 0, most: 0 });
});
