import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffPiece, wordDiff } from './word-diff';

const MARKS: Readonly<Record<DiffPiece['kind'], readonly [string, string]>> = {
  same: ['', ''],
  removed: ['[-', '-]'],
  added: ['[+', '+]'],
};

function shown(a: string, b: string): string {
  return wordDiff(a, b)
    .pieces.map(({ kind, text }) => `${MARKS[kind][0]}${text}${MARKS[kind][1]}`)
    .join('');
}

function side(pieces: readonly DiffPiece[], other: DiffPiece['kind']): string {
  return pieces.map(({ kind, text }) => (kind === other ? '' : text)).join('');
}

describe('the difference between two texts', () => {
  it.each([
    ['never push to main', 'push to main', '[-never -]push to main'],
    ['use port 8080', 'use port 9090 now', 'use port [-8080-][+9090 now+]'],
    ['see src/a.ts', 'see src/b.ts', 'see src/[-a-][+b+].ts'],
    ['a b c d', 'a c b d', 'a [-b -]c[+ b+] d'],
    ['', 'new', '[+new+]'],
    ['old', '', '[-old-]'],
    ['不要推送到主分支', '可以推送到主分支', '[-不要-][+可以+]推送到主分支'],
    ['本番環境に触れない', 'テスト環境に触れない', '[-本番-][+テスト+]環境に触れない'],
  ])('%j → %j', (a, b, diff) => expect(shown(a, b)).toBe(diff));
});

const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '.', '中文', 'キー', '😀'), { maxLength: 60 });
const text = fc.oneof(
  words.map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

it('reproduces both texts from non-empty pieces, no two neighbours of the same kind', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const { pieces } = wordDiff(a, b);
      expect(side(pieces, 'added')).toBe(a);
      expect(side(pieces, 'removed')).toBe(b);
      for (const [place, { kind, text: piece }] of pieces.entries()) {
        expect(piece).not.toBe('');
        expect(pieces[place + 1]?.kind).not.toBe(kind);
      }
    }),
  );
});

it('is one piece for equal texts', () => {
  fc.assert(
    fc.property(text, (a) => {
      expect(wordDiff(a, a)).toEqual({ grain: 'words', pieces: a === '' ? [] : [{ kind: 'same', text: a }] });
    }),
  );
});

it('keeps as much as the longest common sequence of words', () => {
  const tokens = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
  fc.assert(
    fc.property(tokens, tokens, (a, b) => {
      const { pieces } = wordDiff(a.join('.'), b.join('.'));
      const same = pieces.filter(({ kind }) => kind === 'same').reduce((sum, piece) => sum + piece.text.length, 0);
      expect(same).toBe(longestCommon([...a.join('.')], [...b.join('.')]));
    }),
  );
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    for (const [place, other] of b.entries()) {
      next.push(item === other ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const run = (seed: number, length: number, end: string) =>
  Array.from({ length }, (_, n) => `${(n * seed * 7919) % 100_003}${end}`).join('');
const HALF = run(3, 5_000, ' ').replace(/(\d+) (\d+)/g, '$1 x$2');
const LONG = `${'7 w '.repeat(2_000)}\n`.repeat(60);

describe('is computed in bounded time', () => {
  it.each([
    ['words', 'two summaries of 5,000 words, every second of them another', run(3, 5_000, ' '), HALF],
    ['lines', 'lines of more words than are compared, one of them changed', LONG, LONG.replace('7 ', 'x ')],
    ['whole', 'two long texts without a line in common', run(3, 60_000, '\n'), run(7, 60_000, '\n')],
  ])('%s for %s', (grain, _, a, b) => {
    const diff = wordDiff(a, b);
    expect(diff.grain).toBe(grain);
    expect(side(diff.pieces, 'added') === a && side(diff.pieces, 'removed') === b).toBe(true);
  });
});
