import { expect, test } from 'vitest';
import { placeOf, placeToQuery } from './session-place';

test('finds a session, its sub-agents and theirs by address', () => {
  for (const child of [[], [1], [0, 4]]) {
    const place = { session: 'a&b=c', child };
    const query = new URLSearchParams(placeToQuery(place));
    expect(placeOf(query.get('session'), query.get('agent'))).toEqual(place);
  }
  expect(placeToQuery({ session: 'x', child: [1, 0] })).toBe('session=x&agent=2.1');
});

test('has no place without a session', () => {
  expect(placeOf(null, '2')).toBeUndefined();
});
