const BLOCK = 512;
const LONGEST_NAME = 100;

/** Files as one `.tar` (ustar), which every system can unpack. All times are zero, so the same files give the same bytes. */
export function tarOf(files: Readonly<Record<string, string>>): Blob {
  const encoder = new TextEncoder();
  const pieces: BlobPart[] = [];
  for (const [path, text] of Object.entries(files)) {
    const content = encoder.encode(text);
    pieces.push(...longNameBlocks(path, encoder), headerOf(path, content.length, '0', encoder), content);
    pieces.push(new Uint8Array(padding(content.length)));
  }
  pieces.push(new Uint8Array(2 * BLOCK));
  return new Blob(pieces, { type: 'application/x-tar' });
}

function padding(length: number): number {
  return (BLOCK - (length % BLOCK)) % BLOCK;
}

/** Too long for the field of the header: stored in a preceding entry instead. */
function longNameBlocks(path: string, encoder: TextEncoder): BlobPart[] {
  const name = encoder.encode(path);
  if (name.length <= LONGEST_NAME) return [];
  const record = paxRecord('path', path, encoder);
  return [headerOf('PaxHeader', record.length, 'x', encoder), record, new Uint8Array(padding(record.length))];
}

/**
 * `27 path=…
 * `, where the number includes itself.
 */
function paxRecord(name: string, value: string, encoder: TextEncoder) {
  const rest = encoder.encode(` ${name}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length += 1;
  return encoder.encode(`${length} ${name}=${value}\n`);
}

function headerOf(path: string, bytes: number, type: '0' | 'x', encoder: TextEncoder): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.set(encoder.encode(path).subarray(0, LONGEST_NAME), 0);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(bytes, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8));
  put(156, type);
  put(257, 'ustar\u000000');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return header;
}
