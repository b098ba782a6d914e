import { assertNever } from '../../../lib/base/assert-never';
import type { GateResult } from '../../../lib/rows/gate/judge-gates';
import { checkText } from './check-text';
import { type CheckTexts, gateSentences } from './check-words';

/** A test case for each gate, as CI systems read them. */
export function checkJunit(texts: CheckTexts): string {
  const { gates } = texts.report;
  const counts = ['tests', 'failures', 'errors', 'skipped'] as const;
  const sums: Readonly<Record<(typeof counts)[number], number>> = {
    tests: gates.length,
    failures: gates.filter(({ verdict }) => verdict === 'failed').length,
    errors: gates.filter(({ verdict }) => verdict === 'unknown').length,
    skipped: 0,
  };
  const attributes = counts.map((name) => ` ${name}="${sums[name]}"`).join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="highwater"${attributes}>`,
    `  <testsuite name="highwater check"${attributes}>`,
    ...gates.flatMap((gate) => caseLines(texts, gate)),
    `    <system-out>${xml(checkText(texts))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines(texts: CheckTexts, gate: GateResult): readonly string[] {
  const { verdict, condition } = gate;
  const start = `    <testcase classname="highwater.check" name="${xml(condition.text)}"`;
  const [first = '', ...more] = gateSentences(texts, gate);
  const problem = (tag: string) => [
    `${start}>`,
    `      <${tag} message="${xml(first)}">${xml([first, ...more].join(' '))}</${tag}>`,
    '    </testcase>',
  ];
  switch (verdict) {
    case 'passed':
      return [`${start}/>`];
    case 'failed':
      return problem('failure');
    case 'unknown':
      return problem('error');
    default:
      return assertNever(verdict);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no place for most control characters and halves of surrogate pairs, not even escaped. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
