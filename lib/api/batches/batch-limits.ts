// Apart from the calls: pages need these without the SDK.

/** The API's own. */
export const MOST_REQUESTS = 100_000;
/** [V8] The API takes 256 MB, and our proxy 32. */
export const MOST_BYTES = 30 * 1024 * 1024;
/** Of `custom_id`. */
export const CUSTOM_ID = /^[a-zA-Z0-9_-]{1,64}$/;
/** [V8] From the creation of a batch. */
export const RESULTS_KEPT_MS = 29 * 24 * 3_600_000;
