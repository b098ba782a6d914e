import { expect, it } from 'vitest';
import { reasonText } from './reason';

const words = { kept: '{spans} spans of {tokens} tokens, {used} used' };
const textOf = (values: Readonly<Record<string, number>>) => reasonText({ rule: 'C2', code: 'kept', values }, words);

it('fills in the numbers, and says one span, not one spans', () => {
  expect(textOf({ spans: 2, tokens: 1_200, used: 1 })).toBe('2 spans of 1,200 tokens, 1 used');
  expect(textOf({ spans: 1, tokens: 1_200, used: 9 })).toBe('1 span of 1,200 tokens, 9 used');
});

it('leaves a name without a number as it is', () => {
  expect(textOf({ tokens: 3, used: 4 })).toBe('{spans} spans of 3 tokens, 4 used');
});
