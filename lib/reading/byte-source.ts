/** Where bytes come from. A browser's `File` fits as it is. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}
