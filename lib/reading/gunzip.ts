import type { Failure } from '../base/failure';
import { fail, ok } from '../base/result';
import type { ByteReader } from './read-bytes';

const IDLE_MS = 250;

/**
 * The decompressed bytes. Truncated or damaged data yields what came before: `onDamage` is called and the bytes end.
 *
 * A decompression stream with incomplete input drops what it has decoded but not yet delivered. So the input is closed
 * only after everything has been read: when the length matches the end of a complete file, or when nothing more has
 * arrived for a while.
 */
export function gunzip(packed: ByteReader, onDamage: () => void): ByteReader {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.readable.getReader();
  let failure: Failure | undefined;
  let bytesOut = 0;
  let waitingSinceMs: number | undefined;
  let isFed = false;
  let isClosed = false;

  const feed = async () => {
    let tail: readonly number[] = [];
    for (;;) {
      const piece = await packed.read();
      if (!piece.ok) {
        failure = piece.error;
        return writer.abort();
      }
      if (piece.value === undefined) break;
      tail = [...tail, ...piece.value.subarray(-4)].slice(-4);
      await writer.ready;
      await writer.write(new Uint8Array(piece.value));
    }
    while (bytesOut % 2 ** 32 !== littleEndian(tail) && !isIdle() && !isClosed) await pause(10);
    return writer.close();
  };
  const isIdle = () => waitingSinceMs !== undefined && performance.now() - waitingSinceMs > IDLE_MS;

  return {
    async read() {
      if (!isFed) {
        isFed = true;
        // Errors while feeding show up when reading; here they would only be an unhandled rejection.
        feed().catch(() => undefined);
      }
      waitingSinceMs = performance.now();
      try {
        const { done, value } = await reader.read();
        if (!done) bytesOut += value.length;
        if (failure !== undefined) return fail(failure);
        return ok(done ? undefined : value);
      } catch {
        if (failure !== undefined) return fail(failure);
        onDamage();
        return ok(undefined);
      } finally {
        waitingSinceMs = undefined;
      }
    },
    async close() {
      isClosed = true;
      await reader.cancel().catch(() => undefined);
      await packed.close();
    },
  };
}

function littleEndian(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte, at) => sum + byte * 256 ** at, 0);
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
