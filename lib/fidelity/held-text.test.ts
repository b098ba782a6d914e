import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeldText } from './held-text';

it.each([
  ['src/a.ts was fixed', 'src/a.ts', true],
  ['see src/a.ts:12', 'src/a.ts', true],
  ['data.ts and a.tsx', 'a.ts', false],
  ['data.ts and a.ts', 'a.ts', true],
  ['see b.ts', 'b.ts', true],
  ['it took 250ms', '50ms', false],
  ['it took (50ms)', '50ms', true],
  ['a b', 'b', true],
  ['', 'a', false],
  ['run `npm test` again', 'npm test', true],
] as const)('in "%s" "%s" is there: %s', (text, value, isThere) => {
  expect(new HeldText(text).holds(value)).toBe(isThere);
});

it('finds whatever stands between blanks, wherever it stands', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 40 }), fc.nat(), (all, place) => {
      expect(new HeldText(` ${all.join(' ')} `).holds(all[place % all.length] ?? '')).toBe(true);
    }),
  );
});
