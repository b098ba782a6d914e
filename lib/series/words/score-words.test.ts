import { expect, it } from 'vitest';
import type { ScoreItem } from '../../fidelity/scores/score';
import { itemFate, scoreCount, worstFirst } from './score-words';

const item = (text: string, state: ScoreItem['state']): ScoreItem => ({ text, state, marks: [] });

it('describes a score as a count', () => {
  expect(scoreCount({ id: 'used-later', count: 12, of: 1_040 })).toBe('12 of 1,040 values');
  expect(scoreCount({ id: 'open-tasks', count: 0, of: 0 })).toBe('no open tasks');
  expect(scoreCount({ id: 'size', count: 900, of: 40_000 })).toBe('900 of 40,000 characters');
  expect(scoreCount({ id: 'growth', count: 900, of: 800 })).toBe('900 characters, 800 in the previous summary');
  expect(scoreCount({ id: 'growth', count: 0, of: 0 })).toBe('no previous summary');
});

it('says what became of an item, and what replaced it', () => {
  expect(itemFate(item('a', 'missing'))).toBe('missing');
  expect(itemFate({ ...item('a', 'changed'), given: 'turned' })).toBe('may say the opposite');
  expect(itemFate({ ...item('8080', 'found'), now: '9090' })).toBe('there, now 9090');
});

it('lists problems first: missing values, and superseded ones that are present', () => {
  const items = [item('a', 'found'), item('b', 'missing'), item('c', 'found')];
  expect(worstFirst({ id: 'exact-values', items }).map(({ text }) => text)).toEqual(['b', 'a', 'c']);
  expect(worstFirst({ id: 'superseded-values', items }).map(({ text }) => text)).toEqual(['a', 'c', 'b']);
});
