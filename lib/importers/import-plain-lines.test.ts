import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mutation, mutated, mutation } from '../reading/damaged-text.test-support';
import { importFile, importPlainLines } from './import-file';
import { recordings } from './recordings.test-support';

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Each ends in something that decides whether two records are one, or which is the right one. */
const starts = ['claude-code', 'codex'].flatMap((format) =>
  linesFilesIn(join(FIXTURES, format)).map((path) => readFileSync(path, 'utf8')),
);

const joined: Mutation = (bytes) => bytes + bytes;
const windowsEnds: Mutation = (bytes) => bytes.replaceAll('\n', '\r\n');
const inString: Mutation = (bytes) => {
  const at = bytes.lastIndexOf('e');
  return `${bytes.slice(0, at)}\u0001${bytes.slice(at)}`;
};

describe('a file of plain lines', () => {
  it('is read as by the whole import, whatever its format', async () => {
    const files = linesFilesIn(FIXTURES);
    let plain = 0;
    for (const path of files) plain += (await comparedWithImport(readFileSync(path))) ? 1 : 0;
    expect(plain).toBeGreaterThan(files.length / 2);
    expect(plain).toBeLessThan(files.length);
  });

  it('is not guessed at: damaged, it is left to the whole import or read as it reads it', async () => {
    const mutations = fc.array(fc.oneof(mutation, fc.constantFrom(joined, windowsEnds, inString)), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), mutations, async (text, chosen) => {
        await comparedWithImport(mutated(text, chosen));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a byte that is no UTF-8', [0x22, 0xff, 0x22]],
    ['a control character in a text', [0x22, 0x01, 0x22]],
    ['a byte order mark before a line', [0xef, 0xbb, 0xbf, 0x31]],
  ])('is none with %s', (_, bytes) => {
    const line = [...Buffer.from('{"type":"user","a":'), ...bytes, ...Buffer.from('}\n')];
    const good = [...Buffer.from('{"type":"user","message":{"content":"Hello"},"sessionId":"s"}\n')];
    expect(importPlainLines('a.jsonl', Uint8Array.from([...good, ...good]))).toBeDefined();
    expect(importPlainLines('a.jsonl', Uint8Array.from([...good, ...line, ...good]))).toBeUndefined();
  });

  it.skipIf(recordings === undefined)('is most of what was recorded, and is read the same', async () => {
    const files = linesFilesIn(recordings ?? '');
    let plain = 0;
    for (const path of files) plain += (await comparedWithImport(readFileSync(path))) ? 1 : 0;
    expect(plain).toBeGreaterThan(files.length / 2);
  });
});

/** Whether it was read as plain lines. */
async function comparedWithImport(bytes: Uint8Array): Promise<boolean> {
  const quick = importPlainLines('a.jsonl', bytes);
  if (quick === undefined) return false;
  const stream = () => new Blob([Uint8Array.from(bytes)]).stream();
  expect(quick).toEqual(await importFile({ name: 'a.jsonl', size: bytes.length, stream }));
  return true;
}

function linesFilesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
