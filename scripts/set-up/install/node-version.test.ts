import { expect, test } from 'vitest';
import { isAtLeast } from './node-version.mjs';

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['20.9.0', false],
  ['18.20.4', false],
])('Node %s is new enough for 20.19: %s', (version, enough) => {
  expect(isAtLeast(version, '20.19')).toBe(enough);
});
