import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export interface FilesOnDisk {
  readonly files: readonly string[];
  /** Folders that could not be listed. */
  readonly unread: readonly string[];
}

/**
 * All files in a folder and below it, in a stable order. Links are not followed, so a loop of them has no effect. Of a folder
 * that cannot be listed, the others are, and `whyUnreadable` says why.
 */
export function filesOnDisk(folder: string): FilesOnDisk {
  const files: string[] = [];
  const unread: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile() && !entry.name.startsWith('.')) files.push(path);
      }
    } catch (error) {
      if (!isOfSystem(error)) throw error;
      unread.push(next);
    }
  }
  return { files: files.sort(), unread: unread.sort() };
}

/** Undefined if it is a file. A pipe without a writer, or a device without an end, would be read forever. */
export function whyUnreadable(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (found.isFile()) return undefined;
    if (!found.isDirectory()) return `it is ${KINDS.find(([, is]) => is(found))?.[0] ?? 'not a file'}`;
    readdirSync(path);
    return 'it is a folder';
  } catch (error) {
    if (isOfSystem(error)) return systemWords(error);
    throw error;
  }
}

const KINDS: readonly (readonly [string, (found: Stats) => boolean])[] = [
  ['a pipe, not a file: save what comes out of it first', (found) => found.isFIFO()],
  ['a device, not a file', (found) => found.isCharacterDevice() || found.isBlockDevice()],
  ['a socket, not a file', (found) => found.isSocket()],
];

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EACCES: 'you have no permission to read it',
  EPERM: 'you have no permission to read it',
  ELOOP: 'it is a link that leads back to itself',
};

/** Node's own message contains the whole path. */
function systemWords({ code = 'unknown error' }: NodeJS.ErrnoException): string {
  return REASONS[code] ?? `it could not be opened (${code})`;
}

export function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
