import { expect, it } from 'vitest';
import { stepsSince } from './worklog';

const since = (log: string, present: string) => stepsSince([...log], [...present]).join('');

it('takes what follows the longest matching end of the log', () => {
  expect(since('', 'abc')).toBe('abc');
  expect(since('abc', 'abc')).toBe('');
  expect(since('abcd', 'cdef')).toBe('ef');
  expect(since('cd', 'abcdef')).toBe('ef');
  expect(since('abc', 'xyz')).toBe('xyz');
});

it('is not misled by a repeated step', () => {
  expect(since('abca', 'bcaxa')).toBe('xa');
  expect(since('aa', 'aaa')).toBe('a');
});
