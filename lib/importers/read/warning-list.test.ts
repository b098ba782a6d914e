import { expect, it } from 'vitest';
import { WarningList } from './warning-list';

it('keeps warnings in line order', () => {
  const list = new WarningList();
  list.add('skipped', 9, 'b');
  list.add('noticed', 2, 'a');
  expect(list.all().map(({ line }) => line)).toEqual([2, 9]);
});

it('keeps a thousand warnings with the same sentence, and counts the others', () => {
  const list = new WarningList();
  for (let line = 1; line <= 5000; line++) list.add('skipped', line, 'not JSON');
  list.add('skipped', 6000, 'something else');
  const all = list.all();
  expect(all).toHaveLength(1002);
  expect(all.find(({ line }) => line === 0)?.what).toBe('4000 more: not JSON');
});

it('keeps a limited number of warnings, however many different ones there are, and counts the rest', () => {
  const list = new WarningList();
  for (let line = 1; line <= 50_000; line++) list.add('skipped', line, `type ${line % 5000}`);
  for (let line = 1; line <= 30; line++) list.add('guessed', line, `role ${line}`);
  const all = list.all();
  expect(all.length).toBeLessThan(12_000);
  expect(all.find(({ kind }) => kind === 'guessed')?.what).toBe('30 other warnings');
  const omitted = all.flatMap(({ line, what }) => (line === 0 ? Number.parseInt(what, 10) : []));
  const kept = all.filter(({ line }) => line > 0);
  expect(kept.length + omitted.reduce((sum, count) => sum + count, 0)).toBe(50_030);
});
