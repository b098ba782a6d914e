import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineCutter } from './cut-lines';

function cut(pieces: readonly string[], maxLength = 100): string[] {
  const lines: string[] = [];
  const cutter = new LineCutter(maxLength, {
    line: (text, line, isUnfinished) => lines.push(`${line} ${text}${isUnfinished ? '…' : ''}`),
    tooLong: (line, length) => lines.push(`${line} too long: ${length}`),
  });
  for (const piece of pieces) cutter.add(piece);
  cutter.end();
  return lines;
}

it('splits at line feeds only', () => {
  expect(cut(['a\r\nb\u2028c\u0085d\n\ne'])).toEqual(['1 a\r', '2 b\u2028c\u0085d', '3 ', '4 e…']);
});

it('gives the same lines however the text is chunked', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'bc', '\n', '\n\n', 'd\n', '')), (pieces) => {
      expect(cut(pieces)).toEqual(cut([pieces.join('')]));
    }),
  );
});

it('skips a line that is too long, and continues with the next', () => {
  expect(cut(['ab\n12', '345', '678\ncd'], 5)).toEqual(['1 ab', '2 too long: 8', '3 cd…']);
});

it('passes over most of very many empty lines, however they are chunked, and counts them', () => {
  const pieces = ['a', '\n'.repeat(1_500), '\n'.repeat(1_500), 'b', '\n', '\n', 'c'];
  const lines = cut(pieces);
  expect(lines).toEqual(cut([pieces.join('')]));
  expect(lines.filter((line) => / $/.test(line))).toHaveLength(1_001);
  expect(lines.filter((line) => !/ $/.test(line))).toEqual(['1 a', '3001 b', '3003 c…']);
});
