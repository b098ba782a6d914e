import type { Failure } from '../base/failure';
import { fail, ok, type Result } from '../base/result';
import type { ByteSource } from './byte-source';
import { inMegabytes } from './text-limits';

/** Bytes in chunks; `undefined` at the end. */
export interface ByteReader {
  read(): Promise<Result<Uint8Array | undefined, Failure>>;
  /** Closes the file, even before the end. Never rejects. */
  close(): Promise<void>;
}

/** The bytes of a source. An unreadable source is an expected failure. */
export function readBytes(source: ByteSource, onRead: (bytes: number) => void): ByteReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let bytes = 0;
  const unreadable = (error: unknown): Failure => ({
    what:
      bytes === 0
        ? `The file could not be opened (${messageOf(error)}).`
        : `Reading stopped after ${inMegabytes(bytes)} of ${inMegabytes(source.size)}: the file was changed, moved or deleted (${messageOf(error)}).`,
    advice: 'Check that the file is still there and that no program is writing to it, then add it again.',
  });
  return {
    async read() {
      try {
        reader ??= source.stream().getReader();
        const { done, value } = await reader.read();
        if (done) return ok(undefined);
        bytes += value.length;
        onRead(value.length);
        return ok(value);
      } catch (error) {
        return fail(unreadable(error));
      }
    },
    async close() {
      await reader?.cancel().catch(() => undefined);
    },
  };
}

/** The same bytes again, starting with those already taken for inspection. */
export function withHead(head: readonly Uint8Array[], rest: ByteReader): ByteReader {
  let at = 0;
  return {
    read: () => {
      const piece = head[at++];
      return piece === undefined ? rest.read() : Promise.resolve(ok(piece));
    },
    close: () => rest.close(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
