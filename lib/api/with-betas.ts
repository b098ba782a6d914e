import type { JsonObject } from '../base/json';

/** Betas are sent in a header, and an empty one may be rejected. */
export function withBetas(body: JsonObject, betas: readonly string[] = []): JsonObject {
  return betas.length === 0 ? body : { ...body, betas };
}
