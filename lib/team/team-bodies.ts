import { utf8Bytes } from '../tokens/text-size';
import { MAX_BODY_BYTES } from './team-limits';

export interface FileToSend {
  readonly key: string;
  readonly checksum: string;
  readonly text: string;
}

/** One request, or the last one of a file that needs several. */
export interface TeamBody {
  readonly keys: readonly string[];
  readonly body: string;
  /** Sent before it. */
  readonly pieces: readonly string[];
}

/** [U3] At most 200 KB each, in order. A file that is larger alone goes in pieces, and counts once the last one is there. */
export function* bodiesOf(files: readonly FileToSend[]): Generator<TeamBody> {
  let items: string[] = [];
  let keys: string[] = [];
  let bytes = ENVELOPE;
  const taken = (): TeamBody => {
    const body = { keys, body: `{"entries":[${items.join(',')}]}`, pieces: [] };
    items = [];
    keys = [];
    bytes = ENVELOPE;
    return body;
  };
  for (const file of files) {
    const item = JSON.stringify(file);
    const size = utf8Bytes(item) + 1;
    if (bytes + size > MAX_BODY_BYTES && items.length > 0) yield taken();
    if (ENVELOPE + size > MAX_BODY_BYTES) yield inPieces(file);
    else {
      items.push(item);
      keys.push(file.key);
      bytes += size;
    }
  }
  if (items.length > 0) yield taken();
}

const ENVELOPE = utf8Bytes('{"entries":[]}');
/** Beside the text of a piece. */
const AROUND_PIECE = 200;

function inPieces({ key, checksum, text }: FileToSend): TeamBody {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let length = Math.min(text.length - start, MAX_BODY_BYTES);
    let part = text.slice(start, start + length);
    // Quotation marks, line ends and other characters take more as JSON.
    while (utf8Bytes(JSON.stringify(part)) > MAX_BODY_BYTES - AROUND_PIECE) {
      length = Math.floor(length * 0.9);
      part = text.slice(start, start + length);
    }
    pieces.push(JSON.stringify({ piece: { checksum, at: pieces.length, text: part } }));
    start += length;
  }
  const body = JSON.stringify({ entries: [{ key, checksum, pieces: pieces.length }] });
  return { keys: [key], body, pieces };
}
