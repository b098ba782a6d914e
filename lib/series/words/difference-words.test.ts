import { expect, it } from 'vitest';
import { differenceWords } from './difference-words';

it('[K15] says whether a difference means something, or why not', () => {
  expect(differenceWords({ type: 'none' })).toBe('none');
  expect(differenceWords({ type: 'clear', by: 'counts', chance: 0.01 })).toBe('clear');
  expect(differenceWords({ type: 'unclear', by: 'counts', chance: 0.34 })).toMatch(/^may be chance, 34.%$/u);
  expect(differenceWords({ type: 'clear', by: 'spread', chance: 0.1 })).toBe('clear in all answers');
  expect(differenceWords({ type: 'unclear', by: 'spread', chance: 1 })).toBe('ranges overlap');
  expect(differenceWords({ type: 'unclear', by: 'spread', chance: 0.3 })).toBe('too few answers');
  expect(differenceWords({ type: 'clear', by: 'size' })).toBe('clear');
  expect(differenceWords({ type: 'unclear', by: 'size' })).toBe('under 10 %');
});
