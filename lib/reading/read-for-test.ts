import type { Failure } from '../base/failure';
import type { Json } from '../base/json';
import type { Result } from '../base/result';
import type { ByteSource } from './byte-source';
import type { ReadInput, ReadStatistics } from './read-handlers';
import { type ReadOptions, readValues } from './read-values';

/** A source for tests: chunks as from a disk; an error among them is a read failure. */
export function sourceOf(...pieces: readonly (string | Uint8Array | Error)[]): ByteSource {
  const all = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  return {
    name: 'test.jsonl',
    size: all.reduce((sum, piece) => sum + (piece instanceof Error ? 0 : piece.length), 0),
    stream: () => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = all[at++];
          if (piece === undefined) controller.close();
          else if (piece instanceof Error) controller.error(piece);
          else controller.enqueue(piece);
        },
      });
    },
  };
}

export function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

export interface Read {
  readonly input: ReadInput | undefined;
  readonly values: readonly Json[];
  readonly lines: readonly number[];
  /** As `skipped 3: Skipped a comment line`. */
  readonly notes: readonly string[];
  readonly result: Result<ReadStatistics, Failure | 'cancelled'>;
}

export async function readAll(
  source: ByteSource,
  wanted: 'values' | 'document' = 'values',
  options: ReadOptions = {},
): Promise<Read> {
  let input: ReadInput | undefined;
  const values: Json[] = [];
  const lines: number[] = [];
  const notes: string[] = [];
  const result = await readValues(
    source,
    {
      begin(begun) {
        if (input !== undefined || values.length + notes.length > 0) throw new Error('begin came late or twice');
        input = begun;
        return wanted;
      },
      value(value, line) {
        values.push(value);
        lines.push(line);
      },
      note: ({ kind, line, what }) => notes.push(`${kind} ${line}: ${what}`),
    },
    options,
  );
  return { input, values, lines, notes, result };
}

/** The whole text in one chunk. */
export function readText(text: string, wanted: 'values' | 'document' = 'values'): Promise<Read> {
  return readAll(sourceOf(text), wanted);
}
