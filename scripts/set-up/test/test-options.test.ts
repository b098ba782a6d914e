import { expect, test } from 'vitest';
import { testOptions } from './test-options.mjs';

test('--only accepts steps separately or with commas; without it all run', () => {
  const steps = ['types', 'unit', 'e2e'];
  expect(testOptions([], steps)).toEqual({ only: steps, filters: [], long: false, changed: false });
  expect(testOptions(['--only', 'unit,types', '--only=e2e', 'drop'], steps)).toMatchObject({
    only: ['unit', 'types', 'e2e'],
    filters: ['drop'],
  });
  expect(testOptions(['--only', 'nuit'], steps).problem).toContain('types, unit, e2e');
});

test('--changed skips slow steps, and runs nothing partially that must be complete', () => {
  const steps = ['types', 'lint', 'lockfile', 'unit', 'build', 'e2e'];
  expect(testOptions(['--changed'], steps)).toEqual({
    only: ['types', 'lint', 'unit'],
    filters: [],
    long: false,
    changed: true,
  });
  expect(testOptions(['--changed', '--only', 'unit'], steps)).toMatchObject({ only: ['unit'], changed: true });
  expect(testOptions(['--changed', '--only', 'e2e'], steps).problem).toContain('types, lint, unit');
});

test('an unknown option is rejected with a list of the known ones', () => {
  expect(testOptions(['--olny'], ['unit']).problem).toContain('--only STEP');
});
