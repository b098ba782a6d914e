import { expect, test } from 'vitest';
import { testOptions } from './test-options.mjs';

test('--only takes steps one by one or with commas; without it all run', () => {
  const steps = ['types', 'unit', 'e2e'];
  expect(testOptions([], steps)).toEqual({ only: steps, filters: [], long: false });
  expect(testOptions(['--only', 'unit,types', '--only=e2e', 'drop'], steps)).toMatchObject({
    only: ['unit', 'types', 'e2e'],
    filters: ['drop'],
  });
  expect(testOptions(['--only', 'nuit'], steps).problem).toContain('types, unit, e2e');
});

test('an option nobody knows is refused with those that are known', () => {
  expect(testOptions(['--olny'], ['unit']).problem).toContain('--only STEP');
});
