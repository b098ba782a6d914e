import { expect, it } from 'vitest';
import type { ScoreItem } from '../../fidelity/scores/score';
import { itemFate, scoreCount, shownAgainWords, soughtText, worstFirst, worthWords } from './score-words';

const item = (text: string, state: ScoreItem['state']): ScoreItem => ({ text, state, marks: [] });

it('describes a score as a count', () => {
  expect(scoreCount({ id: 'used-later', count: 12, of: 1_040 })).toBe('12 of 1,040 values');
  expect(scoreCount({ id: 'open-tasks', count: 0, of: 0 })).toBe('no open tasks');
  expect(scoreCount({ id: 'size', count: 900, of: 40_000 })).toBe('900 of 40,000 characters');
  expect(scoreCount({ id: 'growth', count: 900, of: 800 })).toBe('900 characters, 800 in the previous summary');
  expect(scoreCount({ id: 'growth', count: 0, of: 0 })).toBe('no previous summary');
});

it('[K2] describes what is used later by weight and length, and what was shown again', () => {
  expect(scoreCount({ id: 'used-later', count: 3, of: 4, weight: { kept: 12, of: 16 } })).toBe(
    '3 of 4 values, 75 % by weight',
  );
  expect(scoreCount({ id: 'used-later', count: 0, of: 0, weight: { kept: 0, of: 0 } })).toBe('no values');
  expect(scoreCount({ id: 'used-later-density', count: 17, of: 37 })).toBe('17 per 1,000 tokens');
  expect(scoreCount({ id: 'used-later-density', count: 0.3, of: 2 })).toBe('0.3 per 1,000 tokens');
  expect(shownAgainWords(144)).toBe('144 more were shown again before their use.');
  expect(shownAgainWords(1)).toBe('1 more was shown again before its use.');
});

it('[K2] says why a value is where it is', () => {
  expect(worthWords({ reasons: ['command', 'rare'], parts: 2 })).toBe('command · rare');
  expect(worthWords({ reasons: ['decision'], parts: 9 })).toBe('the user’s answer');
  expect(worthWords({ reasons: [], parts: 12 })).toBe('in 12 parts');
  expect(soughtText({ kind: 'path', text: '/w/src/a.ts' })).toBe('a.ts');
  expect(soughtText({ kind: 'command', text: 'npm test' })).toBe('npm test');
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
