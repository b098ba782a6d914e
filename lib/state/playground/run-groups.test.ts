import { expect, test } from 'vitest';
import { runGroups } from './run-groups';

const project = (id: string, beganMs = 1) => ({ id, title: id, kind: 'sample', beganMs }) as const;
const run = (id: string, changedMs: number, of?: readonly [id: string, session: number]) => ({
  id,
  title: id,
  model: 'm',
  calls: 1,
  beganMs: 1,
  changedMs,
  ...(of === undefined ? {} : { project: { id: of[0], session: of[1] } }),
});

test('the latest session of a project is first, the project with the latest activity too, and others last', () => {
  const runs = [run('new', 9), run('a1', 8, ['a', 1]), run('b', 7, ['b', 1]), run('a2', 2, ['a', 2])];
  const groups = runGroups([project('b'), project('a'), project('empty', 5)], runs);
  expect(groups.map((group) => [group.project?.id, group.runs.map(({ id }) => id)])).toEqual([
    ['a', ['a2', 'a1']],
    ['b', ['b']],
    ['empty', []],
    [undefined, ['new']],
  ]);
});

test('a run whose project is gone is listed with those without one', () => {
  expect(runGroups([], [run('a', 1, ['gone', 3])])).toMatchObject([{ project: undefined, runs: [{ id: 'a' }] }]);
  expect(runGroups([], [])).toEqual([]);
});
