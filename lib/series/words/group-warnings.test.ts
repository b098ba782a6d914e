import { expect, test } from 'vitest';
import { groupWarnings } from './group-warnings';

test('warnings with the same sentence are grouped, with their lines in order', () => {
  expect(
    groupWarnings([
      { kind: 'skipped', line: 9, what: 'Not JSON' },
      { kind: 'repaired', line: 4, what: 'Two records on one line' },
      { kind: 'skipped', line: 2, what: 'Not JSON' },
    ]),
  ).toEqual([
    { kind: 'skipped', what: 'Not JSON', count: 2, lines: [2, 9] },
    { kind: 'repaired', what: 'Two records on one line', count: 1, lines: [4] },
  ]);
});

test('a warning about the whole file is counted without a line', () => {
  expect(groupWarnings([{ kind: 'noticed', line: 0, what: 'Not valid UTF-8' }])).toEqual([
    { kind: 'noticed', what: 'Not valid UTF-8', count: 1, lines: [] },
  ]);
});
