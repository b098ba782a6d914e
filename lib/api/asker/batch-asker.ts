import type { Result } from '../../base/result';
import type { ApiFailure } from '../api-failure';
import type { BatchedRequest, BatchResults, CreateFailure } from '../batches/batch-api';
import type { BatchStatus } from '../batches/batch-status';
import type { ApiAddresses } from './model-asker';

/** Message Batches with one key; without one the server's is used. */
export interface BatchAsker {
  create(requests: readonly BatchedRequest[]): Promise<Result<BatchStatus, CreateFailure>>;
  retrieve(id: string): Promise<Result<BatchStatus, ApiFailure>>;
  cancel(id: string): Promise<Result<BatchStatus, ApiFailure>>;
  results(id: string, modelOf: (customId: string) => string | undefined): Promise<Result<BatchResults, ApiFailure>>;
}

export type BatchAskerFor = (key: string | undefined) => Promise<BatchAsker>;

/** The SDK is large: it is loaded when a batch is asked for. */
export function batchAsker({ anthropic: baseUrl }: Pick<ApiAddresses, 'anthropic'>): BatchAskerFor {
  return async (key) => {
    const [{ createApi }, calls] = await Promise.all([import('../create-api'), import('../batches/batch-api')]);
    const api = createApi({ baseUrl, key });
    return {
      create: (requests) => calls.createBatch(api, requests),
      retrieve: (id) => calls.retrieveBatch(api, id),
      cancel: (id) => calls.cancelBatch(api, id),
      results: (id, modelOf) => calls.batchResults(api, id, modelOf),
    };
  };
}
