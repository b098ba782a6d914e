import { isAscii, isUtf8 } from 'node:buffer';

/** Node's own decodes a line several times as fast as the decoder that browsers have, too. */
export function lineDecoding(bytes: Buffer) {
  const isText = isUtf8(bytes);
  return {
    decode: (from: number, to: number) => (isText ? bytes.toString('utf8', from, to) : undefined),
    // Without the first check, damage in what is skipped would not be seen.
    ...(isText && {
      roughly: {
        decode: (from: number, to: number) => bytes.toString('latin1', from, to),
        isExact: (from: number, to: number) => isAscii(bytes.subarray(from, to)),
      },
    }),
  };
}
