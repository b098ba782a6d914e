import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inPieces, readAll, readText, sourceOf } from './read-for-test';

const CUT_AT_END =
  'Skipped the last record, which is incomplete: the file was copied while being written, or the program was stopped';

function utf16(text: string, { bigEndian = false, mark = true } = {}): Uint8Array {
  const codes = [...(mark ? [0xfeff] : []), ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
  return Uint8Array.from(codes.flatMap((code) => (bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8])));
}

it('reads lines', async () => {
  const { input, values, lines, notes, result } = await readText('{"a":1}\n\n{"a":2}\r\n  \n{"a":3}');
  expect(input).toEqual({ shape: 'lines', sample: [{ a: 1 }, { a: 2 }, { a: 3 }] });
  expect(values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(lines).toEqual([1, 3, 5]);
  expect(notes).toEqual([]);
  expect(result).toMatchObject({ ok: true, value: { bytes: 28, values: 3, notes: 0 } });
});

it('reads a document, pretty-printed or not', async () => {
  const document = { info: { id: 's' }, messages: [{ text: '}\n{' }, {}, []] };
  for (const indent of [undefined, 2, '\t', '']) {
    const { input, values, lines, notes } = await readText(`\n${JSON.stringify(document, null, indent)}\n`);
    expect(input).toEqual({ shape: 'object', sample: [document] });
    expect([values, lines, notes]).toEqual([[document], [2], []]);
  }
});

it('streams the items of an array, on one line, one item per line, or pretty-printed', async () => {
  const items = [{ a: [1, { b: '],' }] }, 2, 'x', [3], {}];
  for (const text of [
    JSON.stringify(items),
    JSON.stringify(items, null, 2),
    `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`,
    `[${items.map((item) => JSON.stringify(item)).join('\n,')}]`,
    `[${items.map((item) => JSON.stringify(item, null, 1)).join(', ')}]`,
  ]) {
    const { input, values, lines, notes } = await readText(text);
    expect(input, text).toEqual({ shape: 'array', sample: items });
    expect([values, lines, notes], text).toEqual([items, [1, 2, 3, 4, 5], []]);
  }
});

it('returns an array as one document if requested', async () => {
  for (const text of ['[{"a":1},{"a":2}]', '[\n{"a":1},\n{"a":2}\n]']) {
    const { input, values, lines } = await readText(text, 'document');
    expect([input?.shape, values, lines]).toEqual(['array', [[{ a: 1 }, { a: 2 }]], [1]]);
  }
});

it('treats lines with arrays as lines', async () => {
  expect((await readText('[1]\n[2]')).input).toEqual({ shape: 'lines', sample: [[1], [2]] });
});

it('gives a sample of 400 values before the first value, and all values once', async () => {
  const records = Array.from({ length: 1000 }, (_, at) => ({ at }));
  const { input, values } = await readText(records.map((record) => JSON.stringify(record)).join('\n'));
  expect(input?.sample).toEqual(records.slice(0, 400));
  expect(values).toEqual(records);
});

it('reads the same whatever the chunk size', async () => {
  const bytes = new TextEncoder().encode('// é\n{"a":"é漢😀"}{"b":1}\n{\n"c": [\n1]}\n{"d":"cut {"e":2}');
  const whole = await readAll(sourceOf(bytes));
  expect(whole.values).toEqual([{ a: 'é漢😀' }, { b: 1 }, { c: [1] }, { e: 2 }]);
  for (const size of [1, 2, 3, 7]) expect(await readAll(sourceOf(...inPieces(bytes, size)))).toEqual(whole);
});

it('reads UTF-8 with a byte order mark, and UTF-16 with one or without', async () => {
  const text = '{"a":"é漢"}\n{"a":2}';
  for (const bytes of [
    new TextEncoder().encode(`\uFEFF${text}`),
    utf16(text),
    utf16(text, { bigEndian: true }),
    utf16(text, { mark: false }),
    utf16(text, { mark: false, bigEndian: true }),
  ]) {
    for (const size of [1, 1000]) {
      const { values, notes } = await readAll(sourceOf(...inPieces(bytes, size)));
      expect([values, notes]).toEqual([[{ a: 'é漢' }, { a: 2 }], []]);
    }
  }
});

it('replaces invalid UTF-8 and says how often', async () => {
  const { values, notes } = await readAll(sourceOf('{"a":"x', Uint8Array.of(0xe9, 0xff), 'y"}'));
  expect(values).toEqual([{ a: 'x\uFFFD\uFFFDy' }]);
  expect(notes).toEqual(['repaired 0: 2 places could not be decoded as UTF-8 and became \uFFFD']);
});

it('accepts lone surrogates and escaped zeros', async () => {
  expect((await readText('{"a":"\\ud83d \\u0000"}')).values).toEqual([{ a: '\ud83d \u0000' }]);
});

it('does not split a line at U+2028', async () => {
  expect((await readText('{"a":"x\u2028y\u2029z\u0085"}\n{"b":1}')).values).toHaveLength(2);
});

it('ignores a Markdown fence and a prompt line of a paste', async () => {
  const { values, notes } = await readText('$ cat session.jsonl\n```json\n{"a":1}\n{"a":2}\n```\n');
  expect(values).toEqual([{ a: 1 }, { a: 2 }]);
  expect(notes).toEqual([
    'skipped 1: Skipped text that is not JSON',
    'noticed 2: Ignored a Markdown code fence around the data',
    'noticed 5: Ignored a Markdown code fence around the data',
  ]);
  const document = await readText('[me@host ~]$ cat a.json\n```\n{\n  "a": [\n    1\n  ]\n}\n```');
  expect([document.input?.shape, document.values, document.lines]).toEqual(['object', [{ a: [1] }], [3]]);
});

it('separates concatenated records and reports them', async () => {
  const { values, lines, notes } = await readText('{"a":1}\n{"a":2}{"a":3}\n{"a":4}');
  expect([values, lines]).toEqual([
    [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }],
    [1, 2, 2, 3],
  ]);
  expect(notes).toEqual(['repaired 2: Separated several records on one line']);
});

it('recovers a record after a truncated one', async () => {
  const { values, notes } = await readText('{"a":1}\n{"type":"user","text":"half a sen{"a":2}\n{"a":3}\n');
  expect(values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(notes).toEqual([
    'skipped 2: Skipped an incomplete record',
    'repaired 2: Recovered a valid record after a damaged one on the same line',
  ]);
});

it('loses only the last record if it is truncated', async () => {
  for (const end of ['{"a":"x', '{"a":[1,', '{"a":{"b":{}', '{']) {
    const { values, notes } = await readText(`{"a":1}\n{"a":2}\n${end}`);
    expect([values, notes]).toEqual([[{ a: 1 }, { a: 2 }], [`skipped 3: ${CUT_AT_END}`]]);
  }
});

it('does not let a truncated line swallow the following lines', async () => {
  for (const cut of ['{"a":"x', '{"a":[1,', '{"a":[', '{"a":', '{"a":{', '{', '[', '{"a":1,']) {
    const { values, notes } = await readText(`{"b":1}\n${cut}\n{"b":2}\n{"b":3}\n`);
    expect([values, notes], cut).toEqual([[{ b: 1 }, { b: 2 }, { b: 3 }], ['skipped 2: Skipped an incomplete record']]);
  }
});

it('skips comment lines, also inside a multi-line record', async () => {
  const { values, notes } = await readText('// from a gist\n# shortened\n{"a":1}\n{\n  // why\n  "a": 2\n}');
  expect(values).toEqual([{ a: 1 }, { a: 2 }]);
  expect(notes).toEqual([1, 2, 5].map((line) => `skipped ${line}: Skipped a comment line`));
});

it('skips broken lines, with the line of each', async () => {
  const { values, notes } = await readText('{"a":1}\n{"a":"x" y"}\nwords\n17\n{"a":2}');
  expect(values).toEqual([{ a: 1 }, { a: 2 }]);
  expect(notes).toEqual([
    'skipped 2: Skipped a record that is not valid JSON',
    'skipped 3: Skipped text that is not JSON',
    'skipped 4: Skipped a line that contains only a number, string, true, false or null',
  ]);
});

it('reads consecutive pretty-printed objects', async () => {
  const records = [{ a: { b: [1, {}] } }, { c: 'x' }, { d: [] }];
  for (const between of ['\n', '\n\n', '', ' ']) {
    const { input, values, notes } = await readText(records.map((r) => JSON.stringify(r, null, 2)).join(between));
    expect([input?.shape, values]).toEqual(['lines', records]);
    expect(notes).toHaveLength(0);
  }
});

it('loses only the damaged one of several pretty-printed objects, and does not treat its content as records', async () => {
  const good = JSON.stringify({ good: { x: [{ y: 1 }] } }, null, 2);
  const bad = JSON.stringify({ bad: { x: [{ y: 1 }, { z: 2 }], last: {} }, more: [{ q: 1 }] }, null, 2).split('\n');
  for (const text of [
    [good, ...bad.with(2, '    "x" [')],
    [good, ...bad.slice(0, 7)],
    [good, ...bad.slice(0, 4)],
    [good, ...bad.with(1, '  bad: {')],
  ]) {
    const { values, notes } = await readText([...text, good, good].join('\n'));
    expect(values).toEqual(Array(3).fill({ good: { x: [{ y: 1 }] } }));
    expect(notes).toEqual([`skipped ${good.split('\n').length + 1}: Skipped a damaged record of several lines`]);
  }
});

it('counts the positions in an array, including damaged items', async () => {
  const { values, lines, notes } = await readText('[\n{"a":1},\n{"a":"x" y},\n{"a":3}\n]');
  expect([values, lines]).toEqual([
    [{ a: 1 }, { a: 3 }],
    [1, 3],
  ]);
  expect(notes).toEqual(['skipped 2: Skipped a record that is not valid JSON']);
  const pretty = await readText(
    `[\n${[{ a: 1 }, { bad: {} }, { a: 3 }].map((r) => `  ${JSON.stringify(r, null, 2).replaceAll('\n', '\n  ')}`).join(',\n')}\n]`.replace(
      '"bad":',
      'bad:',
    ),
  );
  expect([pretty.values, pretty.lines]).toEqual([
    [{ a: 1 }, { a: 3 }],
    [1, 3],
  ]);
  expect(pretty.notes).toEqual(['skipped 2: Skipped a damaged record of several lines']);
});

it('keeps the items of a truncated array', async () => {
  for (const text of ['[\n{"a":1},\n{"a":2},\n{"a":', '[{"a":1},{"a":2},{"a":', '[{"a":1},\n{"a":2},\n']) {
    const { input, values, notes } = await readText(text);
    expect([input?.shape, values]).toEqual(['array', [{ a: 1 }, { a: 2 }]]);
    expect(notes.at(-1)).toBe('repaired 0: The array is not closed: the file may be cut off');
  }
});

it('reads a compressed file', async () => {
  const packed = gzipSync('{"a":1}\n{"a":2}\n');
  const { values, notes, result } = await readAll(sourceOf(...inPieces(packed, 5)));
  expect([values, notes]).toEqual([[{ a: 1 }, { a: 2 }], []]);
  expect(result).toMatchObject({ ok: true, value: { bytes: packed.length } });
});

it('keeps the readable part of a truncated compressed file', async () => {
  const records = Array.from({ length: 5000 }, (_, at) => JSON.stringify({ at, text: `${at * 7919}` }));
  const packed = gzipSync(records.join('\n'));
  for (const pieces of [
    [packed.subarray(0, packed.length / 2)],
    inPieces(packed.subarray(0, packed.length - 5), 700),
  ]) {
    const { values, notes } = await readAll(sourceOf(...pieces));
    expect(values.length).toBeGreaterThan(2000);
    expect(values).toEqual(records.slice(0, values.length).map((record) => JSON.parse(record)));
    expect(notes).toContain(
      'repaired 0: The compressed data is cut off or damaged; everything before that point was read',
    );
  }
});

it('reports progress in bytes of the file', async () => {
  const { readValues } = await import('./read-values');
  const progress: string[] = [];
  await readValues(sourceOf('{"a":1}\n', '{"a":2}\n'), {
    begin: () => 'values',
    value: () => undefined,
    note: () => undefined,
    progress: (read, total) => progress.push(`${read}/${total}`),
  });
  expect(progress).toEqual(['8/16', '16/16']);
});

it('stops when it is cancelled, also while waiting, and closes the file', async () => {
  const abort = new AbortController();
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`{"a":"${'x'.repeat(1000)}"}\n`)),
    pull: () => {
      setTimeout(() => abort.abort(), 10);
      return new Promise(() => undefined);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const source = { name: 'slow', size: 1e6, stream: () => stream };
  const { result } = await readAll(source, 'values', { signal: abort.signal });
  expect([result, isCancelled]).toEqual([{ ok: false, error: 'cancelled' }, true]);
});

it('passes on an error of the receiver, and closes the file', async () => {
  const { readValues } = await import('./read-values');
  const source = sourceOf('{"a":1}\n', '{"a":2}\n');
  const failing = readValues(source, {
    begin: () => 'values',
    value: () => {
      throw new Error('ours');
    },
    note: () => undefined,
  });
  await expect(failing).rejects.toThrow('ours');
});
