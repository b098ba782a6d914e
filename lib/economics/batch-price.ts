import type { Usage } from '../transcript/transcript';
import { costOf } from './cost';
import type { Model } from './model';

/** What requests in a batch cost, as a share of the same requests sent one by one. */
export interface BatchPrice {
  readonly share: number;
  readonly source: string;
  readonly asOf: string;
}

/** Of the vendors whose batches are known here. */
const batchPrices: Readonly<Partial<Record<Model['vendor'], BatchPrice>>> = {
  anthropic: {
    share: 0.5,
    source: 'https://platform.claude.com/docs/en/build-with-claude/batch-processing',
    asOf: '2026-10',
  },
};

/** Undefined for models of other vendors. */
export function batchPriceOf({ vendor }: Pick<Model, 'vendor'>): BatchPrice | undefined {
  return batchPrices[vendor];
}

/** [E2] In $: input, output and cache alike cost the share. */
export function costInBatch(usage: Usage, model: Model): number | undefined {
  const [cost, price] = [costOf(usage, model), batchPriceOf(model)];
  return cost === undefined || price === undefined ? undefined : cost * price.share;
}
