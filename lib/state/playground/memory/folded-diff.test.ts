import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedDiff } from './folded-diff';

function shown(before: string | null, after: string | null): string {
  return foldedDiff(before, after)
    .pieces.map((piece) => {
      if (piece.kind === 'left-out') return `<${piece.lines}>`;
      return { same: piece.text, removed: `[-${piece.text}-]`, added: `[+${piece.text}+]` }[piece.kind];
    })
    .join('');
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');

it('marks words in the middle of a file, and leaves out lines that are far from them', () => {
  const text = (word: string) => `${lines(1, 9)}run it ${word}\n${lines(10, 20)}`;
  expect(shown(text('once'), text('twice'))).toBe('<7>line 8\nline 9\nrun it [-once-][+twice+]\nline 10\nline 11\n<9>');
});

it('keeps what stands between two near changes', () => {
  const text = (a: string, b: string) => `${a}\n${lines(1, 6)}${b}\n`;
  expect(shown(text('a', 'b'), text('x', 'y'))).toBe(`[-a-][+x+]\n${lines(1, 6)}[-b-][+y+]\n`);
  const far = (a: string, b: string) => `${a}\n${lines(1, 7)}${b}\n`;
  expect(shown(far('a', 'b'), far('x', 'y'))).toBe('[-a-][+x+]\nline 1\nline 2\n<3>line 6\nline 7\n[-b-][+y+]\n');
});

it('shows a new file and a removed one whole', () => {
  expect(shown(null, lines(1, 30))).toBe(`[+${lines(1, 30)}+]`);
  expect(shown(lines(1, 30), null)).toBe(`[-${lines(1, 30)}-]`);
  expect(shown(lines(1, 30), lines(1, 30))).toBe(lines(1, 30));
  expect(shown(null, '')).toBe('');
});

it('leaves out only whole lines that both texts have', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 }).map((words) => words.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { pieces } = foldedDiff(before, after);
      const length = (side: 'removed' | 'added') =>
        pieces.reduce((sum, piece) => {
          if (piece.kind === 'left-out') return sum + piece.lines;
          return piece.kind === side || piece.kind === 'same' ? sum + piece.text.split('\n').length - 1 : sum;
        }, 0);
      const ends = pieces.at(-1)?.kind === 'left-out' && !before.endsWith('\n') ? 1 : 0;
      expect(length('removed') - ends).toBe(before.split('\n').length - 1);
      expect(length('added') - ends).toBe(after.split('\n').length - 1);
    }),
  );
});

it('stays fast when two long texts have nothing in common', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ');
  const startMs = performance.now();
  expect(foldedDiff(text('a'), text('b')).grain).not.toBe('words');
  expect(performance.now() - startMs).toBeLessThan(2_000);
});
