import type { JsonObject } from '../base/json';

/** Betas go into a header, and an empty one may be refused. */
export function withBetas(body: JsonObject, betas: readonly string[] = []): JsonObject {
  return betas.length === 0 ? body : { ...body, betas };
}
