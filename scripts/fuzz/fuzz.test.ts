import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCase, knownFixtures } from './arbitrary-case';
import { checkCase, checkEverything } from './check-case';
import { Coverage } from './coverage';
import { corpus } from './finding';
import { fuzzed } from './fuzz';
import type { FuzzCase } from './fuzz-case';
import { withMadeUpWords } from './made-up-words';
import { partsOf } from './recording-parts';
import { shortened } from './shorten';

describe('what was found once', () => {
  it.each(corpus())('$name', async ({ input, trial }) => {
    await checkCase({ input, trial });
    await checkEverything(input, [trial]);
  });
});

describe('cases of a fixed seed', () => {
  // By number, so that it is the same on every machine: about ten seconds on a small one.
  it.each([
    ['import' as const, 1_200],
    ['policies' as const, 1_200],
    ['settings' as const, 800],
  ])('%s: %i cases', async (kind, cases) => {
    const found = await fuzzed(arbitraryCase(kind, 20, await knownFixtures(), []), { seed: 20, cases });
    expect(found?.error, found?.name).toBeUndefined();
  });
});

describe('a finding', () => {
  const textCase = (text: string): FuzzCase['input'] => ({ type: 'text', text, systemInFile: 'all' });

  it('has a name without its numbers, is shrunk, and is not found again', async () => {
    const [one] = fc.sample(arbitraryCase('policies', 1, [], []), { numRuns: 1, seed: 1 });
    if (one === undefined) throw new Error('There is a case');
    const bad = fc.nat(9).map((): FuzzCase => ({ ...one, input: textCase('no such line') }));
    const found = await fuzzed(bad, { seed: 1, cases: 10 });
    expect(found?.name).toMatch(/^Could not read the transcript: line # "no such line"/);
    expect(await fuzzed(bad, { seed: 1, cases: 10 }, new Set([found?.name ?? '']))).toBeUndefined();
  });

  it('is left with the lines that it needs', async () => {
    const isBad = (input: FuzzCase['input']) => Promise.resolve(input.type === 'text' && /b.*e/s.test(input.text));
    expect(await shortened(textCase('a\nb\nc\nd\ne\nf'), isBad)).toEqual(textCase('b\ne'));
  });

  it('of a recording has no words of it', () => {
    const line = JSON.stringify({ type: 'user', secretName: 'what was said', list: [{ type: 'what was said' }], n: 7 });
    const bytes = new TextEncoder().encode(`${line}\nno JSON`);
    const made = withMadeUpWords({ type: 'file', bytes, pieceSize: 100 }, new Set(['type', 'user', 'list', 'n']));
    if (made?.type !== 'file') throw new Error('It is a file');
    const text = new TextDecoder().decode(made.bytes);
    expect(text).not.toMatch(/secret|what|said|JSON/);
    expect(JSON.parse(text)).toMatchObject({ type: 'user', n: 7, list: [{}] });
  });
});

describe('a part of a recording', () => {
  const record = (text: string) => ({ type: 'user', text });

  it('has the first record, and as many others in a row as fit, with their long texts cut', () => {
    const lines = Array.from({ length: 60 }, (_, index) => JSON.stringify(record(`${index} ${'x'.repeat(2_000)}`)));
    const parts = partsOf(lines.join('\n'), true);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      const numbers = part.map((line) => Number(/"text":"(\d+) /.exec(line)?.[1]));
      const [first, second = 0] = numbers;
      expect(first).toBe(0);
      expect(numbers.slice(1)).toEqual(numbers.slice(1).map((_, index) => second + index));
      expect(part.join('\n').length).toBeLessThan(20_000);
    }
  });

  it('of a document has a part of its longest list', () => {
    const document = { id: 's1', messages: Array.from({ length: 900 }, (_, index) => record(`said ${index}`)) };
    for (const part of partsOf(JSON.stringify(document), false)) {
      const [text = ''] = part;
      expect(text).toMatch(/^\{"id":"s1","messages":\[\{"type":"user","text":"said \d+"\}/);
      expect(text.length).toBeLessThan(20_000);
    }
  });
});

describe('a run', () => {
  it('says what its cases met with, each case once', async () => {
    const coverage = new Coverage();
    await fuzzed(arbitraryCase('policies', 3, [], []), { seed: 3, cases: 30 }, new Set(), coverage);
    coverage.batch('policies', { seed: 3, cases: 30, ms: 1_000 });
    coverage.batch('policies', { seed: 7, cases: 30, ms: 1_000 });
    expect(coverage.lines().slice(0, 2)).toEqual([
      'part             cases     per s  findings   seeds',
      'policies            60        30         0   3 to 7, each 4th',
    ]);
    expect(coverage.lines()).toContain('format (1): text notation 30');
  });
});
