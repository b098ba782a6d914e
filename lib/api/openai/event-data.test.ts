import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventData } from './event-data';

function streamOf(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
}

async function dataIn(...pieces: readonly (string | Uint8Array)[]): Promise<string[]> {
  const data: string[] = [];
  for await (const each of eventData(streamOf(...pieces))) data.push(each);
  return data;
}

describe('the data of an event stream', () => {
  it.each([
    ['data: a\n\ndata: b\n\n', ['a', 'b']],
    ['data:a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    [': waiting\n\ndata: a\n\n', ['a']],
    ['event: error\ndata: a\ndata: b\nid: 3\n\n', ['a\nb']],
    ['data: a', ['a']],
    ['data:  a\n\n', [' a']],
    ['', []],
  ])('of %j is %j', async (text, data) => expect(await dataIn(text)).toEqual(data));

  it('does not depend on how the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text) && !text.startsWith(' ')),
        ),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(40)),
        async (lines, end, cuts) => {
          const bytes = new TextEncoder().encode(lines.map((line) => `data: ${line}${end}${end}`).join(''));
          const pieces: Uint8Array[] = [];
          let at = 0;
          for (const cut of cuts) {
            pieces.push(bytes.subarray(at, at + cut));
            at += cut;
          }
          expect(await dataIn(...pieces, bytes.subarray(at))).toEqual(lines);
        },
      ),
    );
  });

  it('is not read any further by someone who stops', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const data of eventData(endless)) {
      expect(data).toBe('a');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
