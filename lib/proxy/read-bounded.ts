import { fail, ok, type Result } from '../base/result';
import type { RequestWatch } from './request-watch';

/**
 * All bytes, or `too-large` as soon as there are more than allowed: the length header is not trusted. Throws when the
 * watch ends.
 */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes: number,
  watch: RequestWatch,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too-large'>> {
  if (stream === null) return ok(new Uint8Array());
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  watch.signal.addEventListener('abort', cancel);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await watch.waitFor(reader.read());
      watch.signal.throwIfAborted();
      if (done) return ok(joined(chunks, size));
      size += value.length;
      if (size > mostBytes) {
        cancel();
        return fail('too-large');
      }
      chunks.push(value);
    }
  } finally {
    watch.signal.removeEventListener('abort', cancel);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
