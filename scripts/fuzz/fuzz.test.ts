import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCase, knownFixtures } from './arbitrary-case';
import { checkCase, checkEverything } from './check-case';
import { corpus } from './finding';
import { fuzzed } from './fuzz';
import type { FuzzCase } from './fuzz-case';
import { withMadeUpWords } from './made-up-words';
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
