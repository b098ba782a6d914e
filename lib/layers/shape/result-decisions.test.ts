import { expect, it } from 'vitest';
import { type ResultDecision, type ResultKey, withDecisions } from './result-decisions';

const entries = (...ids: string[]) => ids.map((id): [ResultKey, ResultDecision] => [id as ResultKey, 'whole']);
const id = (name: string) => name as ResultKey;

it('[L4] later decisions do not affect earlier copies', () => {
  const one = withDecisions(new Map(entries('a')), entries('b'));
  const two = withDecisions(one, entries('c'));
  const other = withDecisions(one, [[id('c'), 'stored']]);
  expect([one, two, other].map(({ size }) => size)).toEqual([2, 3, 3]);
  expect([one, two, other].map((decisions) => decisions.get(id('c')))).toEqual([undefined, 'whole', 'stored']);
  expect([one, two, other].map((decisions) => decisions.has(id('c')))).toEqual([false, true, true]);
  expect([...one]).toEqual(entries('a', 'b'));
  expect([...two.keys()]).toEqual(['a', 'b', 'c']);
  expect([...other.values()]).toEqual(['whole', 'whole', 'stored']);
  const visited: string[] = [];
  one.forEach((decision, call) => {
    visited.push(`${call} ${decision}`);
  });
  expect(visited).toEqual(['a whole', 'b whole']);
});

it('[B3] a decision is final', () => {
  const one = withDecisions(new Map(), entries('a'));
  expect(withDecisions(one, [[id('a'), 'stored']]).get(id('a'))).toBe('whole');
});

it('survives conversion to a list of entries', () => {
  const decisions = withDecisions(new Map(), [[id('a'), 'stored'], ...entries('b')]);
  expect([...withDecisions(new Map([...decisions]), [])]).toEqual([...decisions]);
});
