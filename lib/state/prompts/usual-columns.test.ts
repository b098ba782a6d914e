import { expect, test } from 'vitest';
import { withModel } from './prompts.test-support';
import { columnsToRemember, rememberedColumns, usualColumns } from './usual-columns';

test('a view opens with the recorded summary if there is one, or else with a prompt', () => {
  expect(usualColumns(true, withModel)).toEqual([{ type: 'recorded' }, { type: 'offline' }]);
  expect(usualColumns(false, withModel)).toEqual([withModel, { type: 'offline' }]);
});

test('columns are remembered once the user has set up any, without what belongs to a session', () => {
  const again = (...columns: Parameters<typeof columnsToRemember>[0]) =>
    rememberedColumns(`#${columnsToRemember(columns)}`);
  expect(again({ type: 'recorded' }, { type: 'offline' })).toBeUndefined();
  expect(again({ type: 'recorded' }, { ...withModel, focus: 'tests' })).toEqual([
    { type: 'recorded' },
    { ...withModel, focus: 'tests' },
  ]);
  expect(again({ type: 'kept', run: 'a' }, withModel, { type: 'offline' })).toEqual([withModel, { type: 'offline' }]);
  expect(again({ type: 'kept', run: 'a' }, withModel)).toBeUndefined();
  expect(rememberedColumns('')).toBeUndefined();
});
