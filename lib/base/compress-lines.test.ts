import { expect, test } from 'vitest';
import { compressLines } from './compress-lines';

async function textOf(blob: Blob): Promise<string> {
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

test('round-trips its input', async () => {
  const lines = ['[\n', '{"a":1}', '', ',\n{"b":"päß 日本 😀"}', '\n]\n'];
  expect(await textOf(await compressLines(lines))).toBe(lines.join(''));
  expect(await textOf(await compressLines([]))).toBe('');
});

test('does not split a surrogate pair when it cuts a long line', async () => {
  for (const shift of ['', 'x']) {
    const line = shift + '😀'.repeat(1_200_000);
    expect((await textOf(await compressLines([line]))) === line).toBe(true);
  }
});

test('requests lines as needed, and round-trips 30 MB', async () => {
  const count = 60_000;
  let made = 0;
  function* lines() {
    for (; made < count; made++) yield `{"line":${made},"text":"${String(made * 7919).repeat(60)}"}\n`;
  }
  const blob = await compressLines(lines());
  let length = 0;
  let newlines = 0;
  for await (const bytes of blob.stream().pipeThrough(new DecompressionStream('gzip'))) {
    length += bytes.length;
    for (const byte of bytes) if (byte === 10) newlines++;
  }
  expect(newlines).toBe(count);
  expect(length).toBeGreaterThan(25_000_000);
  expect(blob.size).toBeLessThan(length / 4);
});

test('passes on an error of the line source instead of half a file', async () => {
  function* lines() {
    yield 'a'.repeat(3_000_000);
    throw new Error('no such line');
  }
  await expect(compressLines(lines())).rejects.toThrow('no such line');
});
