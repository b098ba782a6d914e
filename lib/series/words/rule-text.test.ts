import { expect, it } from 'vitest';
import { ruleBlocks, textRuns } from './rule-text';

it('separates paragraphs, formulas and lists, and joins the lines of a paragraph', () => {
  const more = 'One line\nand another.\n\n    a = b\n      + c\n\n- first,\n  with more\n- second\n\n1. one\n2. two';
  expect(ruleBlocks(more)).toEqual([
    { type: 'paragraph', text: 'One line and another.' },
    { type: 'formula', text: 'a = b\n  + c' },
    { type: 'list', isOrdered: false, items: ['first, with more', 'second'] },
    { type: 'list', isOrdered: true, items: ['one', 'two'] },
  ]);
  expect(ruleBlocks('')).toEqual([]);
});

it('distinguishes code from text', () => {
  expect(textRuns('`/compact` does, and `x`')).toEqual([
    { text: '/compact', isCode: true },
    { text: ' does, and ', isCode: false },
    { text: 'x', isCode: true },
  ]);
});
