import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextHash } from './hash';

const hash = (...texts: string[]) => texts.reduce((state, text) => state.add(text), new TextHash()).digest();

it('is the same for the same texts, and has 32 hexadecimal digits', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      expect(hash(...texts)).toBe(hash(...texts));
      expect(hash(...texts)).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
});

it('distinguishes texts that differ in one place, in order or in their division', () => {
  const all = [
    hash('ab', 'c'),
    hash('a', 'bc'),
    hash('abc'),
    hash('c', 'ab'),
    hash('ab', 'd'),
    hash('abc', ''),
    hash(),
  ];
  expect(new Set(all).size).toBe(all.length);
});

it('has no collision among 100,000 numbers', () => {
  const seen = new Set(Array.from({ length: 100_000 }, (_, number) => hash(String(number))));
  expect(seen.size).toBe(100_000);
});
