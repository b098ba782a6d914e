import { measures, totalTitle } from '../../../lib/rows/totals/measures';
import { differenceText, measureText } from '../../../lib/series/rows/measure-words';
import { plainText } from '../terminal';
import { textTable } from '../text-table';
import { type CheckTexts, changeText, gateSentences, noteLines, verdictTitle } from './check-words';

/** For a terminal. */
export function checkText(texts: CheckTexts): string {
  const { report } = texts;
  const [policy, baseline] = [plainText(texts.policy), plainText(texts.baseline)];
  const { rankedBy, worst } = report;
  return [
    `check ${verdictTitle(report)}; ${policy} against ${baseline}\n`,
    ...report.gates.map(
      (gate) => `  ${gate.verdict}: ${gate.condition.text}  ${plainText(gateSentences(texts, gate).join(' '))}\n`,
    ),
    '\n',
    textTable([
      ['', baseline, policy, 'change'],
      ...report.sums.map(({ measure, ours, baseline: theirs, change }) => [
        totalTitle(measure),
        measureText(measures[measure], theirs),
        measureText(measures[measure], ours),
        changeText(change),
      ]),
    ]),
    ...(worst.length === 0
      ? []
      : [
          `\nLargest differences, by ${measures[rankedBy].title.toLowerCase()}\n`,
          textTable(
            worst.map(({ session, difference }) => [
              plainText(texts.nameOf(session)),
              differenceText(measures[rankedBy], difference),
            ]),
          ),
        ]),
    '\n',
    ...noteLines(texts).map((line) => `${line}\n`),
  ].join('');
}
