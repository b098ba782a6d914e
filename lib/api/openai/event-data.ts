/**
 * The data of each event of a stream, as it arrives. Names of events are not needed: errors are known by their content.
 * Comments, which some gateways send while they wait, are not events.
 */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** Of a line that has not ended: joined once, since it may come in many pieces. */
  let begun: string[] = [];
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const piece = done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true });
      begun.push(piece);
      // A line break that a piece may have been cut in is at the end of the one before.
      if (!/[\r\n]/.test((begun.at(-2)?.slice(-1) ?? '') + piece)) continue;
      const lines = begun.join('').split(/\r\n|\n|\r(?!$)/);
      begun = [lines.pop() ?? ''];
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
      }
      if (done) return;
    }
  } finally {
    // Whoever stops reading does not want the rest.
    await reader.cancel().catch(() => undefined);
  }
}
