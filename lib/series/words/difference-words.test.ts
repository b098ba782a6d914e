import { expect, it } from 'vitest';
import { differenceWords } from './difference-words';

it('[K15] says whether a difference means something, or why not', () => {
  expect(differenceWords({ type: 'none' })).toBe('none');
  expect(differenceWords({ type: 'clear', more: 'a', chance: 0.01 })).toBe('clear');
  expect(differenceWords({ type: 'unclear', chance: 0.34 })).toMatch(/^may be chance, 34.%$/u);
  expect(differenceWords({ type: 'too-few' })).toBe('too few answers');
  expect(differenceWords({ type: 'small' })).toBe('under 10 %');
});
