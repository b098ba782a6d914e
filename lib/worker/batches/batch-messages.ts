import type { ApiFailure } from '../../api/api-failure';
import type { BatchResults, CreateFailure } from '../../api/batches/batch-api';
import type { BatchStatus } from '../../api/batches/batch-status';
import type { Result } from '../../base/result';

/** In memory only. Without a key the server's is used. */
interface WithKey {
  readonly key: string | undefined;
}

interface OfBatch extends WithKey {
  /** The API's id. */
  readonly id: string;
}

/** Batches of requests to a model. They need no open session. */
export interface BatchRequests {
  'create-batch': {
    readonly request: WithKey & { readonly requests: readonly WrittenRequest[] };
    readonly progress: never;
    readonly answer: Result<BatchStatus, CreateFailure>;
  };
  'look-at-batch': {
    readonly request: OfBatch;
    readonly progress: never;
    readonly answer: Result<BatchStatus, ApiFailure>;
  };
  'cancel-batch': {
    readonly request: OfBatch;
    readonly progress: never;
    readonly answer: Result<BatchStatus, ApiFailure>;
  };
  'batch-results': {
    readonly request: OfBatch & {
      /** The models that were asked, by `custom_id`. */
      readonly models: Readonly<Record<string, string>>;
    };
    readonly progress: never;
    readonly answer: Result<BatchResults, ApiFailure>;
  };
}

export interface WrittenRequest {
  readonly customId: string;
  /** Its JSON: a text is copied between workers much faster than what it says. */
  readonly body: string;
}
