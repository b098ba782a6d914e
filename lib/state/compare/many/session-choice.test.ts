import { expect, it } from 'vitest';
import type { SessionEntry } from '../../sessions/session-entry';
import { choiceOfQuery, chosenEntries, compareAddressOf, type SessionChoice } from './session-choice';

const entry = (id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  id,
  title: id,
  origin: 'stored',
  models: [],
  peakIsEstimated: false,
  bytes: 1,
  ...more,
});
const long = (start: string) => start.padEnd(64, '0');
const entries = [
  entry(long('a1'), { workingDirectory: '/home/me/shop', title: 'Fix the till' }),
  entry(long('b2'), { workingDirectory: '/home/me/shop' }),
  entry(long('c3'), { workingDirectory: '/home/me/bank' }),
  entry('sample-hunt', { origin: 'sample', title: 'Fix the hunt' }),
];

const chosen = (choice: SessionChoice) => {
  const query = new URL(compareAddressOf(choice), 'http://localhost').searchParams;
  const read = choiceOfQuery(query);
  if (read === undefined) throw new Error('It is about one session');
  return chosenEntries(entries, read)
    .map(({ id }) => id.slice(0, 8))
    .sort();
};

it('means the same sessions after it was an address', () => {
  expect(chosen({ type: 'all' })).toEqual(['a1000000', 'b2000000', 'c3000000']);
  expect(chosen({ type: 'filter', search: 'fix' })).toEqual(['a1000000', 'sample-h']);
  expect(chosen({ type: 'project', path: '/home/me/shop' })).toEqual(['a1000000', 'b2000000']);
  expect(chosen({ type: 'sessions', ids: [long('a1'), 'sample-hunt'] })).toEqual(['a1000000', 'sample-h']);
});

it('leads to the view of one session where there is only one', () => {
  const address = compareAddressOf({ type: 'sessions', ids: [long('a1')] });
  expect(address).toBe(`/compare?session=${long('a1')}`);
  expect(choiceOfQuery(new URLSearchParams(address.split('?')[1]))).toBeUndefined();
});

it('leaves room in the address for hundreds', () => {
  const ids = Array.from({ length: 400 }, (_, index) => long(index.toString(16).padStart(8, '1')));
  expect(compareAddressOf({ type: 'sessions', ids }).length).toBeLessThan(8_000);
});

it('takes the samples where there is nothing else', () => {
  expect(chosenEntries(entries.slice(3), { type: 'all' })).toHaveLength(1);
});
