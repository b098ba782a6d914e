import { expect, it } from 'vitest';
import { categories } from '../../tokens/category';
import type { ContextRow } from './context-rows';
import { stackRows } from './stack-rows';

it('adds to each category those below it, and leaves out what is not shown', () => {
  const tokens = Object.fromEntries(categories.map((category) => [category, 0]));
  const row = { ...tokens, call: 3, used: 111, system: 1, user: 10, 'tool-results': 100 } as ContextRow;
  const [all] = stackRows([row], ['system', 'user', 'tool-results']);
  expect([all?.system, all?.user, all?.['tool-results']]).toEqual([1, 11, 111]);
  const [some] = stackRows([row], ['system', 'tool-results']);
  expect([some?.system, some?.['tool-results'], some?.used, some?.call]).toEqual([1, 101, 111, 3]);
});
