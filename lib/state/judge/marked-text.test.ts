import { describe, expect, test } from 'vitest';
import { markedPieces } from './marked-text';

const shown = (text: string, ...ranges: readonly (readonly [start: number, end: number, of: string])[]) =>
  markedPieces(
    text,
    ranges.map(([start, end, of]) => ({ start, end, of })),
  ).map((piece) => `${piece.text}:${piece.marked.join('+')}`);

describe('markedPieces', () => {
  test('splits a text at every end of a mark, even if marks overlap', () => {
    expect(shown('edit src/a.ts now', [9, 13, 'two'], [5, 13, 'one'])).toEqual([
      'edit :',
      'src/:one',
      'a.ts:one+two',
      ' now:',
    ]);
    expect(shown('abcd', [0, 2, 'one'], [2, 4, 'two'])).toEqual(['ab:one', 'cd:two']);
  });

  test('ignores a mark beyond the text, and has no pieces for an empty text', () => {
    expect(shown('abc', [2, 9, 'one'], [5, 7, 'two'], [1, 1, 'three'])).toEqual(['ab:', 'c:one']);
    expect(shown('', [0, 4, 'one'])).toEqual([]);
  });
});
