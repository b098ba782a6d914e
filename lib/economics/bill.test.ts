import { expect, it } from 'vitest';
import { billOf, type CompactionToBill } from './bill';
import { modelFor } from './model-table';

/** At $1 for sending, 1.25 and 2 for writing, 0.1 for reading, 5 for output. */
const model = modelFor('claude-haiku-4-5');
const compaction: CompactionToBill = {
  model,
  lifetime: '5m',
  systemTokens: 20_000,
  tokensBefore: 140_000,
  tokensAfter: 20_000,
  request: { readTokens: 160_000, uncachedTokens: 1_000, outputTokens: 4_000 },
};

it('[E3] bills the request that reads the shared cache, its output and the rewritten prefix', () => {
  const bill = billOf(compaction);
  expect(bill?.request).toBeCloseTo(0.016 + 0.001, 9);
  expect(bill?.output).toBeCloseTo(0.02, 9);
  expect(bill?.rewrite).toBeCloseTo(0.02 * 1.25 - 0.02 * 0.1, 9);
  expect(bill?.total).toBeCloseTo(0.017 + 0.02 + 0.023, 9);
  expect(bill?.gainPerCall).toBeCloseTo(0.012, 9);
  expect(bill?.breakEvenCall).toBe(5);
});

it('[E3] bills the whole prefix if the cache is not shared or has expired', () => {
  const request = { readTokens: 0, uncachedTokens: 161_000, outputTokens: 4_000 };
  const bill = billOf({ ...compaction, request });
  expect(bill?.request).toBeCloseTo(0.161, 9);
  expect(bill?.breakEvenCall).toBe(17);
});

it('[E3] bills only the rewritten prefix if no model was called, more for the one-hour cache', () => {
  const { request, ...free } = compaction;
  expect(request?.outputTokens).toBe(4_000);
  expect(billOf(free)).toMatchObject({ request: 0, output: 0, breakEvenCall: 2 });
  expect(billOf({ ...free, lifetime: '1h' })?.rewrite).toBeCloseTo(0.04 - 0.002, 9);
});

it('[E3] is the difference between the calls with and without the compaction', () => {
  const bill = billOf(compaction);
  const million = 1_000_000;
  const without = (0.1 * 160_000) / million;
  const next = (0.1 * 20_000 + 1.25 * 20_000) / million;
  const later = (0.1 * 40_000) / million;
  const calls = 7;
  const difference = 0.017 + 0.02 + next + (calls - 1) * later - calls * without;
  expect((bill?.total ?? 0) - calls * (bill?.gainPerCall ?? 0)).toBeCloseTo(difference, 9);
});

it('[E3] never pays back if nothing got smaller', () => {
  expect(billOf({ ...compaction, tokensAfter: 140_000 })?.breakEvenCall).toBe('never');
  expect(billOf({ ...compaction, tokensAfter: 150_000 })?.breakEvenCall).toBe('never');
});

it('[E3] has no bill if prices are unknown', () => {
  expect(billOf({ ...compaction, model: modelFor('their-model') })).toBeUndefined();
});
