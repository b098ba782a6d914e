import { expect, it } from 'vitest';
import { WarningList } from './warning-list';

it('keeps warnings in order of their lines', () => {
  const list = new WarningList();
  list.add('skipped', 9, 'b');
  list.add('noticed', 2, 'a');
  expect(list.all().map(({ line }) => line)).toEqual([2, 9]);
});

it('keeps a thousand of the same sentence and counts the others', () => {
  const list = new WarningList();
  for (let line = 1; line <= 5000; line++) list.add('skipped', line, 'not JSON');
  list.add('skipped', 6000, 'something else');
  const all = list.all();
  expect(all).toHaveLength(1002);
  expect(all.find(({ line }) => line === 0)?.what).toBe('4000 more times: not JSON');
});
