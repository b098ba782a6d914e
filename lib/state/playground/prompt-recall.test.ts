import { expect, it } from 'vitest';
import { type Recall, recallNext } from './prompt-recall';

const history = ['fix the test', '/compact'];

function goThrough(text: string, directions: readonly (-1 | 1)[]): string {
  let recall: Recall | undefined;
  let shown = text;
  for (const direction of directions) {
    const next = recallNext(history, recall, shown, direction);
    if (next === undefined) continue;
    ({ text: shown, recall } = next);
  }
  return shown;
}

it('goes from the latest to the oldest, and stays there', () => {
  expect(goThrough('', [-1])).toBe('/compact');
  expect(goThrough('', [-1, -1])).toBe('fix the test');
  expect(goThrough('', [-1, -1, -1])).toBe('fix the test');
});

it('returns to what was being typed', () => {
  expect(goThrough('half a', [-1, -1, 1, 1])).toBe('half a');
  expect(goThrough('half a', [1])).toBe('half a');
});

it('has nothing to recall if nothing was sent before', () => {
  expect(recallNext([], undefined, 'half a', -1)).toBeUndefined();
});
