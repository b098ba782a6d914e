import { expect, test } from 'vitest';
import {
  countsAsText,
  countsFromPlaywright,
  countsFromVitest,
  failuresFromPlaywright,
  failuresFromVitest,
  isGreen,
  sumOfCounts,
} from './counts.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

test('vitest: passed, failed and all kinds of skipped tests are counted', () => {
  const report = { testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'todo')] };
  expect(countsFromVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('vitest: a file that cannot be loaded is one failure', () => {
  expect(countsFromVitest({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('vitest: a file whose hook throws is one failure in addition to its skipped tests', () => {
  const report = { testResults: [file('failed', 'skipped', 'skipped')] };
  expect(countsFromVitest(report)).toEqual({ passed: 0, failed: 1, skipped: 2 });
});

test('Playwright: errors outside the tests are failures', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 4 };
  expect(countsFromPlaywright({ stats, errors: ['no web server'] })).toEqual({ passed: 4, failed: 3, skipped: 4 });
});

test('vitest: failed tests are named with their messages, and files that cannot be loaded with theirs', () => {
  const test = (status: string, ...failureMessages: string[]) => ({
    fullName: `is ${status}`,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [test('passed'), test('failed', '\u001b[31m1 is not 2')],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [test('skipped')] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [test('passed')] },
    ],
  };
  expect(failuresFromVitest(report)).toEqual([
    { name: 'a.test.ts › is failed', message: '1 is not 2' },
    { name: 'b.test.ts', message: 'no such module' },
  ]);
});

test('Playwright: failed tests are named at any depth, and errors outside the tests are listed', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
  });
  const inner = {
    file: 'a.spec.ts',
    specs: [spec('opens', 'unexpected', 'x'.repeat(5_000)), spec('closes', 'expected')],
  };
  const failures = failuresFromPlaywright({
    suites: [{ file: 'a.spec.ts', suites: [inner], specs: [spec('waits', 'unexpected')] }],
    errors: [{ message: 'no web server' }],
  });
  expect(failures.map(({ name }) => name)).toEqual(['a.spec.ts › waits', 'a.spec.ts › opens', 'outside the tests']);
  expect(failures.map(({ message }) => message.length)).toEqual(['no message'.length, 2_000, 'no web server'.length]);
});

test('Playwright: a test that passed only when it was repeated is named with what failed at first', () => {
  const results = [{ error: { message: 'too late' } }, {}];
  const suites = [{ file: 'a.spec.ts', specs: [{ title: 'opens', tests: [{ status: 'flaky', results }] }] }];
  expect(failuresFromPlaywright({ suites, errors: [] })).toEqual([
    { name: 'a.spec.ts › opens', message: 'too late', passedLater: true },
  ]);
});

test('a sum mentions skipped tests only if there are any', () => {
  const one = { passed: 2, failed: 0, skipped: 0 };
  expect(countsAsText(sumOfCounts([one, one]))).toBe('4 passed, 0 failed');
  expect(countsAsText(sumOfCounts([one, { passed: 0, failed: 1, skipped: 5 }]))).toBe('2 passed, 1 failed, 5 skipped');
});

test('a run without passed tests is not green', () => {
  expect(isGreen({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(isGreen({ passed: 0, failed: 0, skipped: 3 })).toBe(false);
  expect(isGreen({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
});
