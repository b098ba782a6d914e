import { expect, it } from 'vitest';
import { rememberLast } from './remember-last';

it('recomputes when any argument changes', () => {
  const made: string[] = [];
  const sum = rememberLast((a: number, b: number) => {
    made.push(`${a} + ${b}`);
    return { sum: a + b };
  });
  const first = sum(1, 2);
  expect(sum(1, 2)).toBe(first);
  expect(sum(1, 3)).toEqual({ sum: 4 });
  expect(sum(1, 2)).toEqual(first);
  expect(made).toEqual(['1 + 2', '1 + 3', '1 + 2']);
});
