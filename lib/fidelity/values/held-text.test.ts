import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SearchedText } from './held-text';

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
] as const)('whether "%s" contains "%s": %s', (text, value, isThere) => {
  expect(new SearchedText(text).holds(value, 'path')).toBe(isThere);
});

it.each([
  ['src/a.ts.bak, src/a.tsx and src/a.ts/x', 'src/a.ts', 'path', false],
  ['src/auth-old/b.ts and src/auth/login.ts', 'src/auth', 'path', false],
  ['old-src/a.ts, old.src/a.ts', 'src/a.ts', 'path', false],
  ['./src/a.ts: fixed', 'src/a.ts', 'path', true],
  ['src/a.ts. Then (src/b.ts)', 'src/b.ts', 'path', true],
  ['src/auth/login.ts', 'src/auth/', 'path', true],
  ['old-src/auth/login.ts', 'src/auth/', 'path', false],
  ['/srv/etc/hosts', '/etc/hosts', 'path', false],
  ['it is 2.50% more', '50%', 'number', false],
  ['version 1.2.3-beta or 1.2.3.4', '1.2.3', 'number', false],
  ['version 1.2.3, then', '1.2.3', 'number', true],
  ['http://a.example/b/c', 'http://a.example/b', 'url', false],
  ['npm test:unit', 'npm test', 'command', false],
  ['把src/a.ts改了', 'src/a.ts', 'path', true],
  ['端口8080。', '8080', 'number', true],
] as const)('whether "%s" contains "%s" as a whole %s: %s', (text, value, type, isThere) => {
  expect(new SearchedText(text).holds(value, type)).toBe(isThere);
});

it('lists every place, in order', () => {
  expect([...new SearchedText('5s, 15s, 5s').places('5s', 'number')].map(({ start }) => start)).toEqual([0, 9]);
  expect([...new SearchedText('a.ts b.ts a.ts').places('a.ts', 'path')]).toEqual([
    { start: 0, end: 4 },
    { start: 10, end: 14 },
  ]);
});

it('finds every word between blanks, wherever it is', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 40 }), fc.nat(), (all, place) => {
      expect(new SearchedText(` ${all.join(' ')} `).holds(all[place % all.length] ?? '', 'quoted')).toBe(true);
    }),
  );
});
