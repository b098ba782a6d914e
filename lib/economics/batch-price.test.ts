import { expect, it } from 'vitest';
import { batchPriceOf, costInBatch } from './batch-price';
import { costOf } from './cost';
import { modelFor } from './model-table';

const usage = { input: 1_000, cacheRead: 20_000, cacheWrite5m: 3_000, cacheWrite1h: 400, output: 500 };

it('[E2] a request in a batch costs half, with everything in it', () => {
  const model = modelFor('claude-opus-5');
  expect(costInBatch(usage, model)).toBeCloseTo((costOf(usage, model) ?? 0) / 2, 12);
  expect(batchPriceOf(model)?.source).toMatch(/^https:/);
});

it('is unknown where the price is, and for vendors without batches here', () => {
  expect(costInBatch(usage, modelFor('somebody-7b'))).toBeUndefined();
  expect(costOf(usage, modelFor('gpt-5.4'))).toBeGreaterThan(0);
  expect(costInBatch(usage, modelFor('gpt-5.4'))).toBeUndefined();
});
