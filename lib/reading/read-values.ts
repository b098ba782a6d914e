import type { Failure } from '../base/failure';
import { fail, ok, type Result } from '../base/result';
import type { ByteSource } from './byte-source';
import { Decoder } from './decode';
import { gunzip } from './gunzip';
import { type ByteReader, readBytes, withHead } from './read-bytes';
import type { ReadHandlers, ReadStatistics } from './read-handlers';
import { type ReadNote, repaired } from './read-note';
import { TextReader } from './read-text';
import { HEAD_BYTES, type Sniffed, sniff, type TextEncodingName } from './sniff';

export type { ByteSource } from './byte-source';
export type { ReadHandlers, ReadInput, ReadStatistics } from './read-handlers';
export type { ReadNote } from './read-note';

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/**
 * Streams JSON values from bytes. Damage is reported and skipped. Fails if the input is of another kind, contains no
 * value, is too large to parse, or ends in an error of the source; values delivered before are then void.
 */
export async function readValues(
  source: ByteSource,
  handlers: ReadHandlers,
  { signal }: ReadOptions = {},
): Promise<Result<ReadStatistics, Failure | 'cancelled'>> {
  if (signal?.aborted) return fail('cancelled');
  let bytes = 0;
  let gzipIsDamaged = false;
  const file = readBytes(source, (count) => {
    bytes += count;
    handlers.progress?.(bytes, source.size);
  });
  let reader: ByteReader = file;
  const stop = () => void reader.close();
  signal?.addEventListener('abort', stop);
  try {
    let opened = await lookAt(file);
    if (opened.ok && opened.value.sniffed.kind === 'gzip') {
      const unpacked = gunzip(opened.value.reader, () => {
        gzipIsDamaged = true;
      });
      reader = unpacked;
      opened = await lookAt(unpacked);
    }
    if (signal?.aborted) return fail('cancelled');
    if (!opened.ok) return opened;
    const { sniffed } = opened.value;
    if (sniffed.kind === 'gzip') return fail(GZIP_TWICE);
    if (sniffed.kind === 'refused') return fail(sniffed.failure);

    const decoder = new Decoder(sniffed.encoding);
    const text = new TextReader(handlers);
    for (;;) {
      const piece = await opened.value.reader.read();
      if (signal?.aborted) return fail('cancelled');
      if (!piece.ok) return piece;
      if (piece.value === undefined) break;
      text.add(decoder.decode(piece.value));
      const failure = text.failure();
      if (failure !== undefined) return fail(failure);
    }
    text.add(decoder.end());
    if (gzipIsDamaged) text.note({ kind: 'repaired', line: 0, what: repaired.gzipCut });
    if (decoder.replacements > 0) text.note(replaced(decoder.replacements, sniffed.encoding));
    const ended = text.end();
    return ended.ok ? ok({ ...ended.value, bytes }) : ended;
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.close();
  }
}

interface Opened {
  readonly sniffed: Sniffed;
  readonly reader: ByteReader;
}

async function lookAt(reader: ByteReader): Promise<Result<Opened, Failure>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const piece = await reader.read();
    if (!piece.ok) return piece;
    if (piece.value === undefined) break;
    pieces.push(piece.value);
    length += piece.value.length;
  }
  const head = new Uint8Array(Math.min(length, HEAD_BYTES));
  let at = 0;
  for (const piece of pieces) {
    head.set(piece.subarray(0, head.length - at), at);
    at = Math.min(head.length, at + piece.length);
  }
  return ok({ sniffed: sniff(head), reader: withHead(pieces, reader) });
}

const GZIP_TWICE: Failure = {
  what: 'The file is compressed with gzip twice.',
  advice: 'Unpack it once and add the result.',
};

function replaced(count: number, encoding: TextEncodingName): ReadNote {
  const places = count === 1 ? '1 place' : `${count} places`;
  return {
    kind: 'repaired',
    line: 0,
    what: `${places} could not be decoded as ${encoding.toUpperCase()} and became \uFFFD`,
  };
}
