/** The text of a stored session as bytes, decompressed while it is read. */
export function bodyStream(body: Blob): ReadableStream<Uint8Array> {
  return body.stream().pipeThrough(new DecompressionStream('gzip'));
}
