import { expect, it } from 'vitest';
import { madeUpRow } from '../../../series/rows/made-up-rows.test-support';
import { keptRowsForm, usableRows, withEntries } from './kept-rows';

const entry = (policy: string, losses = false, rows = 1) => ({
  policy,
  losses,
  rows: Array.from({ length: rows }, (_, place) => madeUpRow({ place, policy })),
});

it('reads back as it was written', () => {
  const kept = withEntries(undefined, 'a', 5, [entry('x')]);
  expect(keptRowsForm.parse(JSON.parse(JSON.stringify(keptRowsForm.write(kept))))).toEqual({ ok: true, value: kept });
  expect(keptRowsForm.parse({ ...kept, version: 99 }).ok).toBe(false);
});

it('replaces what is known of a policy, and forgets what is of another import or engine', () => {
  const first = withEntries(undefined, 'a', 5, [entry('x'), entry('y')]);
  const more = withEntries(first, 'a', 5, [entry('x', true)]);
  expect(more.entries.map(({ policy, losses }) => [policy, losses])).toEqual([
    ['y', false],
    ['x', true],
  ]);
  expect(withEntries(more, 'a', 6, [entry('z')]).entries).toHaveLength(1);
  expect(usableRows(more, 6)).toBeUndefined();
  expect(usableRows({ ...more, engine: more.engine + 1 }, 5)).toBeUndefined();
  expect(usableRows(more, 5)).toBe(more);
});

it('stays small: the oldest go first', () => {
  let kept = withEntries(undefined, 'a', 5, []);
  for (let n = 0; n < 40; n++) kept = withEntries(kept, 'a', 5, [entry(`p${n}`)]);
  expect(kept.entries.length).toBeLessThanOrEqual(16);
  expect(kept.entries.at(-1)?.policy).toBe('p39');
  const many = withEntries(kept, 'a', 5, [entry('many', false, 250)]);
  expect(many.entries.flatMap(({ rows }) => rows).length).toBeLessThanOrEqual(256);
  expect(withEntries(kept, 'a', 5, [entry('too many', false, 300)]).entries).toEqual([]);
});
