import { readFileSync } from 'node:fs';
import { figuresOf } from '../../../lib/bills/figures-of';
import { fileFigures } from '../../../lib/bills/file-figures';
import { grownFileFigures } from '../../../lib/bills/grown-file-figures';
import type { FileFigures } from '../../../lib/bills/session-figures';
import { type ImportedFile, importFile, importPlainLines } from '../../../lib/importers/import-file';
import { filesToImport } from '../file-source';
import { bytesBetween, stampOf } from './file-stamp';
import { lineDecoding } from './line-decoding';
import type { KnownFile } from './session-index';

/** Larger files are read in pieces. */
const MOST_BYTES_AT_ONCE = 300_000_000;

/** Undefined if the file holds no session that can be read. */
export async function readFigures(path: string): Promise<FileFigures | undefined> {
  if ((stampOf(path)?.size ?? 0) > MOST_BYTES_AT_ONCE) {
    const imported = await imports(path);
    return imported && { sessions: imported.transcripts.map(figuresOf), end: null };
  }
  const bytes = readFileSync(path);
  const read = await fileFigures(path, bytes, lineDecoding(bytes));
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
  const quick = bytes === undefined ? undefined : importPlainLines(path, bytes, { decode: lineDecoding(bytes).decode });
  const [file] = await filesToImport([path]);
  const read = quick ?? (file === undefined ? undefined : await importFile(file.source));
  return read?.ok === true ? read.value : undefined;
}
