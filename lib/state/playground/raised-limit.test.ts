import { expect, test } from 'vitest';
import { raisedLimit } from './raised-limit';

const LIMITS = { calls: 500, dollars: 5, runCalls: 1_000, runDollars: 20 };

test('a limit of the whole run is raised by as much again, however far it was passed', () => {
  expect(raisedLimit({ type: 'run-money-limit', dollars: 31.234 }, LIMITS)).toEqual({
    limits: { ...LIMITS, runDollars: 51.24 },
    spent: '$31.23',
    most: '$51.24',
  });
  expect(raisedLimit({ type: 'run-call-limit', calls: 1_005 }, LIMITS)).toEqual({
    limits: { ...LIMITS, runCalls: 2_005 },
    spent: '1,005 calls',
    most: '2,005 calls',
  });
  // Also where none was allowed at all.
  expect(raisedLimit({ type: 'run-call-limit', calls: 0 }, { ...LIMITS, runCalls: 0 })?.limits.runCalls).toBe(1);
});

test('no other stop raises anything', () => {
  expect(raisedLimit({ type: 'money-limit', dollars: 5 }, LIMITS)).toBeUndefined();
  expect(raisedLimit({ type: 'stopped' }, LIMITS)).toBeUndefined();
});
