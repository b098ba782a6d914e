/** A source of bytes. A browser's `File` implements it. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}
