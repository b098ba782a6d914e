import { expect, it } from 'vitest';
import { isSameValue } from './same-value';

it('two tables are equal if their rows are, in any order', () => {
  expect(isSameValue({ read: 'never', shell: 1 }, { shell: 1, read: 'never' })).toBe(true);
  expect(isSameValue({ read: 'never' }, { read: 'never', shell: 1 })).toBe(false);
  expect(isSameValue({ read: 'never' }, { shell: 'never' })).toBe(false);
  expect(isSameValue({ read: undefined }, { shell: undefined })).toBe(false);
});
