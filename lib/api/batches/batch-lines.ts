/** A line that is longer is damaged: the longest answer of a model is a hundredth of it. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** The lines of a stream, without blank ones; undefined for one that is too long. Only `\n` ends a line. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string | undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const take = () => {
    const line = length > LONGEST_LINE ? undefined : parts.join('');
    parts = [];
    length = 0;
    return line;
  };
  const push = (part: string) => {
    length += part.length;
    if (length > LONGEST_LINE) parts = [];
    else parts.push(part);
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const pieces = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split('\n');
      for (const piece of pieces.slice(0, -1)) {
        push(piece);
        const line = take();
        if (line?.trim() !== '') yield line;
      }
      push(pieces.at(-1) ?? '');
      if (!done) continue;
      const last = take();
      if (last?.trim() !== '') yield last;
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
