import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const TAIL_BYTES = 4096;
export interface FileStamp {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Undefined if it is not there any more. */
export function stampOf(path: string): FileStamp | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? { path, size: found.size, modifiedMs: found.mtimeMs } : undefined;
}

/** Of the last bytes before a place. */
export function tailBefore(path: string, end: number): string {
  return createHash('sha256')
    .update(bytesBetween(path, Math.max(0, end - TAIL_BYTES), end))
    .digest('base64')
    .slice(0, 22);
}

export function bytesBetween(path: string, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, to - from));
  const file = openSync(path, 'r');
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(file, bytes, filled, bytes.length - filled, from + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}
