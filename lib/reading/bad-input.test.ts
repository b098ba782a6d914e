import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ByteSource } from './byte-source';
import { readAll, readText, sourceOf } from './read-for-test';

const SESSION_FILE = 'Add the session file that the agent wrote (usually .jsonl or .json).';

async function failureOf(source: ByteSource): Promise<string> {
  const { result, values } = await readAll(source);
  if (result.ok || result.error === 'cancelled') throw new Error('It was read');
  expect(values).toEqual([]);
  expect(result.error.advice, 'says what to do').toMatch(
    /^(?:Add|Check|Convert|Copy|Download|Export|Save|Split|Unpack) .*\.$/,
  );
  return result.error.what;
}

const bytes = (...values: readonly number[]) => Uint8Array.from([...values, ...Array(600).fill(7)]);

it.each([
  ['empty', '', 'The file is empty.'],
  ['blank', ' \n\r\n\uFEFF\n', 'The file is empty.'],
  ['a zip', bytes(0x50, 0x4b, 3, 4), 'The file is a zip archive.'],
  ['a PDF', '%PDF-1.7\n', 'The file is a PDF document.'],
  ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10), 'The file is a PNG image.'],
  ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'The file is a JPEG image.'],
  ['a database', 'SQLite format 3\u0000', 'The file is an SQLite database.'],
  ['a table', 'PAR1\u0015', 'The file is a Parquet table.'],
  ['a 7-Zip', bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), 'The file is a 7-Zip archive.'],
  ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd), 'The file is compressed with zstd.'],
  ['an empty zip', bytes(0x50, 0x4b, 5, 6), 'The file is an empty zip archive.'],
  ['a GIF', 'GIF89a', 'The file is a GIF image.'],
  ['binary', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251), 'The file is binary data, not text.'],
  ['HTML', '\n<!DOCTYPE html>\n<html><body>{"a":1}</body></html>', 'The file is an HTML page, not JSON.'],
  ['XML', '<?xml version="1.0"?>\n<a/>', 'The file is XML or HTML, not JSON.'],
  [
    'a README',
    '# My project\n\n[![Build](x)](y)\n\nRun `npm start`.\n\n- [docs](./docs)\n\n```\nnpm start\n```\n',
    'The file contains no JSON; it starts with "# My project".',
  ],
  ['an empty array', '[]', 'The file is an empty JSON array.'],
  ['an empty array of lines', '[\n]\n', 'The file is an empty JSON array.'],
  ['a lone number', '42\n', 'The file contains only numbers or strings, no records: "42".'],
  [
    'a truncated document',
    '{"messages":[{"role":"us',
    'The JSON is cut off: it ends before "{"messages":[{"role":"us" is complete.',
  ],
  [
    'a truncated pretty-printed document',
    '{\n  "messages": [\n    {\n',
    'The JSON is cut off: it ends before "{" is complete.',
  ],
  ['a broken object', '{"a" 1}', 'The file looks like JSON, but no part of it is valid: "{"a" 1}".'],
])('reports what it found: %s', async (_, content, what) => {
  expect(await failureOf(sourceOf(content))).toBe(what);
});

it('reports the same for a compressed file', async () => {
  expect(await failureOf(sourceOf(gzipSync('<!doctype html><p>')))).toBe('The file is an HTML page, not JSON.');
  expect(await failureOf(sourceOf(gzipSync(gzipSync('{"a":1}'))))).toBe('The file is compressed with gzip twice.');
  expect(await failureOf(sourceOf(gzipSync('')))).toBe('The file is empty.');
  const tar = new Uint8Array(1024);
  tar.set(new TextEncoder().encode('ustar'), 257);
  expect(await failureOf(sourceOf(gzipSync(tar)))).toBe('The file is a tar archive.');
});

it('recognises an array of numbers', async () => {
  for (const text of ['[1, 2, 3]', '[\n  1,\n  2,\n  3\n]']) {
    const { input, values } = await readText(text);
    expect([input?.shape, values]).toEqual(['array', [1, 2, 3]]);
  }
});

it('reads ten thousand levels of nesting, on one line or many, closed or not', async () => {
  const nested = `${'{"a":['.repeat(10_000)}${']}'.repeat(10_000)}`;
  for (const text of [nested, nested.replaceAll('[', '[\n')]) {
    const { result, values, notes } = await readText(`{"b":1}\n${text}\n{"b":2}\n`);
    expect([result.ok, values.length, notes]).toEqual([true, 3, []]);
  }
  const open = await readText(`{"b":1}\n${'{"a":[\n'.repeat(10_000)}\n{"b":2}\n`);
  expect(open.values).toEqual([{ b: 1 }, { b: 2 }]);
});

it('keeps __proto__ keys as data', async () => {
  const { values } = await readText('{"__proto__":{"polluted":true},"constructor":1}\n{"a":{"__proto__":[]}}');
  expect(Object.keys(values[0] ?? {})).toEqual(['__proto__', 'constructor']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

it('reports that a file vanished while it was read', async () => {
  expect(await failureOf(sourceOf(new Error('gone')))).toBe('The file could not be opened (gone).');
  const { result } = await readAll(sourceOf('{"a":1}\n'.repeat(200_000), '{"a":1}\n', new Error('gone')));
  expect(result).toMatchObject({
    ok: false,
    error: {
      what: 'Reading stopped after 1.6 MB of 1.6 MB: the file was changed, moved or deleted (gone).',
      advice: 'Check that the file is still there and that no program is writing to it, then add it again.',
    },
  });
  const packed = gzipSync('{"a":1}\n'.repeat(1000));
  expect(await failureOf(sourceOf(packed.subarray(0, 30), new Error('gone')))).toMatch(
    'changed, moved or deleted (gone)',
  );
  const unopenable = {
    name: 'x',
    size: 1,
    stream: () => {
      throw new Error('denied');
    },
  };
  expect(await failureOf(unopenable)).toBe('The file could not be opened (denied).');
});

/** Bytes made while they are read, so that only the reader can hold them. */
function largeSource(before: string, megabytes: number, after: string): ByteSource {
  const filling = new TextEncoder().encode('x'.repeat(1_000_000));
  let left = megabytes;
  let stage = 0;
  return {
    name: 'large.jsonl',
    size: megabytes * 1_000_000,
    stream: () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (stage === 0) controller.enqueue(new TextEncoder().encode(before));
          else if (left > 0) {
            left--;
            controller.enqueue(filling);
            return;
          } else if (stage === 1) controller.enqueue(new TextEncoder().encode(after));
          else controller.close();
          stage++;
        },
      }),
  };
}

it('skips a line of 200 MB and buffers at most half of it', async () => {
  const { values, lines, notes } = await readAll(largeSource('{"a":1}\n{"a":"', 200, '"}\n{"a":3}\n'));
  expect([values, lines]).toEqual([
    [{ a: 1 }, { a: 3 }],
    [1, 3],
  ]);
  expect(notes).toEqual(['skipped 2: Skipped a line of 200 MB: more than 100 MB is too large to parse']);
});

it('rejects a file that is one line of 200 MB, and says how to make it readable', async () => {
  const { result } = await readAll(largeSource('[{"a":"', 200, '"}]'));
  expect(result).toMatchObject({
    ok: false,
    error: {
      what: 'The file is a single line of 200 MB; more than 100 MB is too large to parse.',
      advice: expect.stringContaining('jq -c .[]'),
    },
  });
});

it('rejects a pretty-printed document above 100 MB before it has read all of it', async () => {
  const line = new TextEncoder().encode(`    "${'x'.repeat(999_990)}",\n`);
  let made = 0;
  const source: ByteSource = {
    name: 'large.json',
    size: 1e9,
    stream: () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(made++ === 0 ? new TextEncoder().encode('{\n  "a": [\n') : line),
      }),
  };
  expect(await failureOf(source)).toBe(
    'The file is a single JSON value of more than 100 MB, which is too large to parse.',
  );
  expect(made).toBeLessThan(110);
});

it('gives up on a large text without any JSON', async () => {
  expect(await failureOf(sourceOf('no json here\n'.repeat(150_000)))).toBe(
    'The file contains no JSON; it starts with "no json here".',
  );
});

it('stays fast on lines that each start a value and never end it', async () => {
  const { values } = await readText(`${'{"a":[\n'.repeat(20_000)}{"b":1}\n`);
  expect(values).toEqual([{ b: 1 }]);
});

it('advises to add the session file if another file was added', async () => {
  const { result } = await readText('');
  expect(result).toEqual({ ok: false, error: { what: 'The file is empty.', advice: SESSION_FILE } });
});
