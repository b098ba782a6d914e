import type { JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { FILE_VERSION } from './write-transcript';

/** Upgrades one record of our file format to the next version. */
export type Upgrader = (record: JsonObject) => JsonObject;

/** Entry `n` upgrades a record of version `n + 1`. */
const upgraders: readonly Upgrader[] = [
  // Version 2 adds the requests of layers, and contexts as they were sent. Version 1 content is unchanged.
  (record) => record,
];

export function upgraderFrom(
  version: number,
  steps: readonly Upgrader[] = upgraders,
  current: number = FILE_VERSION,
): Result<Upgrader> {
  if (!Number.isInteger(version) || version < 1) return fail(`its format version is "${version}"`);
  if (version > current) {
    return fail(
      `it has format version ${version}, and this Highwater reads versions up to ${current}: update Highwater`,
    );
  }
  const needed = steps.slice(version - 1, current - 1);
  return ok((record) => needed.reduce((upgraded, step) => step(upgraded), record));
}
