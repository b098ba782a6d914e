import { assertNever } from '../../../lib/base/assert-never';
import type { SessionList } from '../../../lib/rows/gate/check-report';
import { measures, totalTitle } from '../../../lib/rows/totals/measures';
import { differenceText, measureText } from '../../../lib/series/rows/measure-words';
import { counted } from '../../../lib/series/words/format-number';
import { type CheckTexts, changeText, gateSentences, noteLines, verdictTitle } from './check-words';

const LISTED = 20;
/** GitHub refuses comments of more than 65,536 characters. */
const MAX_LINE = 400;

/** For a pull request: the verdict first, what only some want to know folded away. Its names come from files, so all are escaped. */
export function checkMarkdown(texts: CheckTexts): string {
  const { report, policy, baseline } = texts;
  const { rankedBy, worst } = report;
  return [
    `### Compaction check ${verdictTitle(report)}`,
    '',
    `${code(policy)} against ${code(baseline)}, over ${counted(report.compared, 'session')}.`,
    '',
    ...table([
      ['', 'gate', 'result'],
      ...report.gates.map((gate) => [
        markOf(gate.verdict),
        code(gate.condition.text),
        escaped(gateSentences(texts, gate).join(' ')),
      ]),
    ]),
    '',
    ...table([
      ['', escaped(baseline), escaped(policy), 'change', '95 %'],
      ...report.sums.map(({ measure, ours, baseline: theirs, change, changeInterval }) => [
        totalTitle(measure),
        measureText(measures[measure], theirs),
        measureText(measures[measure], ours),
        changeText(change),
        changeInterval === undefined ? '' : `${changeText(changeInterval.low)} to ${changeText(changeInterval.high)}`,
      ]),
    ]),
    '',
    ...(worst.length === 0
      ? []
      : [
          `**Largest differences, by ${measures[rankedBy].title.toLowerCase()}**`,
          '',
          ...table([
            ['session', 'calls', 'baseline', 'policy', 'difference'],
            ...worst.map(({ session, ours, baseline: theirs, difference }) => [
              code(texts.nameOf(session)),
              String(session.calls),
              measureText(measures[rankedBy], theirs),
              measureText(measures[rankedBy], ours),
              differenceText(measures[rankedBy], difference),
            ]),
          ]),
          '',
        ]),
    '<details><summary>What was compared</summary>',
    '',
    ...noteLines(texts).map((line) => `- ${escaped(line)}`),
    ...listed(texts, 'Ended early', report.endedEarly),
    ...listed(texts, 'Without a result', report.noResult),
    ...texts.unread.slice(0, LISTED).map(({ error }) => `- ${escaped(`${error.what} ${error.advice}`)}`),
    `- A gate fails when the difference of the sums over all sessions is past its limit (rule Q1). Engine ${texts.engine}.`,
    '',
    '</details>',
    '',
  ].join('\n');
}

function markOf(verdict: 'passed' | 'failed' | 'unknown'): string {
  switch (verdict) {
    case 'passed':
      return '✅';
    case 'failed':
      return '❌';
    case 'unknown':
      return '⚠️';
    default:
      return assertNever(verdict);
  }
}

function listed({ nameOf }: CheckTexts, what: string, { count, first }: SessionList): readonly string[] {
  if (count === 0) return [];
  const names = first.map((session) => code(nameOf(session)));
  return [`- ${what}: ${names.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`];
}

function table([head = [], ...lines]: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)];
}

/** As code: nothing in it is a link, a mention or HTML. A bar would still end the cell. */
function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|');
  const ticks = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

function escaped(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#@~]/g, (sign) => (sign === '@' ? '@\u200b' : `\\${sign}`));
}

/** The end of a path says more than its beginning. */
function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length <= MAX_LINE ? line : `…${line.slice(-MAX_LINE)}`;
}
