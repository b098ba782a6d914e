import { expect, it } from 'vitest';
import { withoutScratch } from './without-scratch';

it.each([
  ['1. The intent', '1. The intent'],
  ['<analysis>\nlong\n</analysis>\n\n<summary>\n1. The intent\n</summary>', '1. The intent'],
  ['<scratch>a</scratch>b<scratch>c</scratch>', 'b'],
  ['<analysis>cut off in the mid', ''],
  ['<summary>cut off in the mid', 'cut off in the mid'],
  ['before <Summary>inside</Summary> after', 'inside'],
  ['if (a <summary) return', 'if (a <summary) return'],
])('[F3] turns %j into %j', (text, rest) => {
  expect(withoutScratch(text)).toBe(rest);
});

it.each([
  ['<my-notes>long</my-notes>\n<summary>1. The intent</summary>', '1. The intent'],
  ['<My-Notes>a</my-notes>b<analysis>c</analysis>d', 'bd'],
  ['<my-notes>cut off in the mid', ''],
  ['<notes>not it</notes>', '<notes>not it</notes>'],
])('[F3] turns %j, whose scratch part has its own tag, into %j', (text, rest) => {
  expect(withoutScratch(text, 'my-notes')).toBe(rest);
});
