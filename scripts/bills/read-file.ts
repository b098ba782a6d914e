import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { figuresOf } from '../../lib/bills/figures-of';
import { type FileFigures, fileFigures } from '../../lib/bills/file-figures';
import { grownFileFigures } from '../../lib/bills/grown-file-figures';
import { type ImportedFile, importFile, importPlainLines } from '../../lib/importers/import-file';
import type { LineDecoder } from '../../lib/reading/read-plain-lines';
import { filesToImport } from '../command-line/file-source';
import type { KnownFile } from './session-index';

const TAIL_BYTES = 4096;
/** Larger files are read in pieces. */
const MOST_BYTES_AT_ONCE = 300_000_000;

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

/** Undefined if the file holds no session that can be read. */
export async function readFigures(path: string): Promise<FileFigures | undefined> {
  if ((stampOf(path)?.size ?? 0) > MOST_BYTES_AT_ONCE) {
    const imported = await imports(path);
    return imported && { sessions: imported.transcripts.map(figuresOf), end: null };
  }
  const bytes = readFileSync(path);
  const read = await fileFigures(path, bytes, lineDecoder(bytes));
  return read.ok ? read.value : undefined;
}

/** From where a file ended when it was read last; undefined if it has to be read from its start. */
export function readGrown({ path, figures }: KnownFile, size: number): FileFigures | undefined {
  const end = figures?.end ?? null;
  if (figures === null || end === null) return undefined;
  const added = bytesBetween(path, end.bytes, size);
  const read = ({ from, to }: { readonly from: number; readonly to: number }) => bytesBetween(path, from, to);
  return grownFileFigures({ name: path, known: { ...figures, end }, added, read });
}

export async function imports(path: string): Promise<ImportedFile | undefined> {
  const isSmall = (stampOf(path)?.size ?? 0) <= MOST_BYTES_AT_ONCE;
  const bytes = isSmall ? readFileSync(path) : undefined;
  const quick = bytes === undefined ? undefined : importPlainLines(path, bytes, { decode: lineDecoder(bytes) });
  const [file] = await filesToImport([path]);
  const read = quick ?? (file === undefined ? undefined : await importFile(file.source));
  return read?.ok === true ? read.value : undefined;
}

/** Node's own decodes a line several times as fast as the decoder that browsers have, too. */
function lineDecoder(bytes: Buffer): LineDecoder {
  const isText = isUtf8(bytes);
  return (from, to) => (isText ? bytes.toString('utf8', from, to) : undefined);
}

function bytesBetween(path: string, from: number, to: number): Uint8Array {
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
