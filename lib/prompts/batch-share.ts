import { batchPriceOf } from '../economics/batch-price';
import { providerOf } from '../economics/model-provider';
import { modelFor } from '../economics/model-table';

/** What a model's answer costs in a batch, as a share of its price; undefined if there is no such price. */
export function batchShareOf(model: string): number | undefined {
  return providerOf(model) === 'anthropic' ? batchPriceOf(modelFor(model))?.share : undefined;
}
