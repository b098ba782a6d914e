const CHUNK_LENGTH = 1_000_000;

/**
 * Gzips lines that are generated on demand, so that a large text never exists as a whole. Lines include their line ends;
 * errors of the generator reject the promise.
 */
export async function compressLines(lines: Iterable<string>): Promise<Blob> {
  const chunks = chunksOf(lines);
  const encoder = new TextEncoder();
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel() {
      chunks.return(undefined);
    },
  });
  return new Response(bytes.pipeThrough(new CompressionStream('gzip'))).blob();
}

/** Joins short lines and splits long ones, so that chunks are neither too small nor too large. */
function* chunksOf(lines: Iterable<string>): Generator<string, undefined> {
  let gathered: string[] = [];
  let length = 0;
  for (const line of lines) {
    gathered.push(line);
    length += line.length;
    if (length < CHUNK_LENGTH) continue;
    yield* cut(gathered.join(''));
    gathered = [];
    length = 0;
  }
  if (length > 0) yield gathered.join('');
  return undefined;
}

function* cut(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = start + CHUNK_LENGTH;
    const isInsidePair = isHighSurrogate(text.charCodeAt(end - 1));
    yield text.slice(start, isInsidePair ? end + 1 : end);
    start = isInsidePair ? end + 1 : end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
