import { describe, expect, it } from 'vitest';
import { matchesPath } from './match-path';

describe('patterns of a rule', () => {
  it.each([
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'a/b/README.md', true],
    ['*.md', 'a/b/README.md', true],
    ['./*.md', 'a/README.md', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**/*.ts', 'src/b.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/', 'src/a/b', true],
    ['/src/*.ts', 'src/a.ts', true],
    ['src/**/test/*.{ts,tsx}', 'src/a/test/x.tsx', true],
    ['src/**/test/*.{ts,tsx}', 'src/a/test/x.js', false],
    ['{a,b}/{c,d}.md', 'b/c.md', true],
    ['a?.md', 'ab.md', true],
    ['a?.md', 'a.md', false],
    ['a.c', 'abc', false],
    ['*', 'any/file', true],
    ['', 'a.md', false],
    ['*.MD', 'a.md', false],
    ['{a', '{a', true],
  ])('[I3] %s and %s: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it('ends for patterns that are made to take long', () => {
    const deep = Array.from({ length: 200 }, () => 'a').join('/');
    expect(matchesPath(`${'**/'.repeat(200)}b`, deep)).toBe(false);
    expect(matchesPath(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
    expect(matchesPath('{a,b}'.repeat(40), 'a'.repeat(40))).toBe(false);
  });
});
