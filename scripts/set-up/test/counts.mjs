import { stripVTControlCharacters } from 'node:util';

export const onePassed = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed = { passed: 0, failed: 1, skipped: 0 };

export function sumOfCounts(list) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of list) {
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  return sum;
}

/** `12 passed, 0 failed`, followed by `, 3 skipped` if there are any. */
export function countsAsText({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function isGreen({ passed, failed }) {
  return failed === 0 && passed > 0;
}

/** What failed in vitest's JSON report: names and the first lines of the messages. */
export function failuresFromVitest(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [failure(file.name, file.message)] : [];
    return failed.map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n')));
  });
}

/** What failed in Playwright's JSON report, also if it passed when it was repeated. */
export function failuresFromPlaywright({ suites, errors }) {
  return [...suites.flatMap(failuresOfSuite), ...errors.map(({ message }) => failure('outside the tests', message))];
}

function failuresOfSuite({ file, suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const { message } = results.findLast(({ error }) => error !== undefined)?.error ?? {};
        return { ...failure(`${file} › ${title}`, message), ...(status === 'flaky' && { passedLater: true }) };
      }),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

const longestMessage = 2_000;

function failure(name, message = 'no message') {
  return { name, message: stripVTControlCharacters(message).slice(0, longestMessage) };
}

/** From vitest's JSON report. A file that fails without a failed test (it cannot be loaded, a hook throws) is one failure. */
export function countsFromVitest(report) {
  return sumOfCounts(
    report.testResults.map((file) => {
      const statuses = file.assertionResults.map((test) => test.status);
      const count = (status) => statuses.filter((other) => other === status).length;
      const passed = count('passed');
      const failed = count('failed');
      const fileFailed = file.status === 'failed' && failed === 0;
      return { passed, failed: fileFailed ? 1 : failed, skipped: statuses.length - passed - failed };
    }),
  );
}

/** From Playwright's JSON report. An error outside the tests (no tests, no web server) is one failure. */
export function countsFromPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}
