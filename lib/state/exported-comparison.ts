import { SCORE_NOTE, scoreDefinitions } from '../fidelity/score-definitions';
import { dollars } from '../series/format-dollars';
import { exactNumber } from '../series/format-number';
import { scoreCount } from '../series/score-words';
import { inputSide } from '../transcript/usage';
import { JUDGEMENT_NOTE, judgementRows } from './exported-judgement';
import type { Judgement } from './prompt-judgement';
import type { RunResult, RunWriter } from './prompt-run';
import { forgottenItems } from './score-marks';

/** What stands side by side, to be taken elsewhere. */
export interface Comparison {
  readonly session: string;
  /** From 0. */
  readonly call: number;
  readonly round: number;
  readonly earlierCalls: readonly number[];
  readonly columns: readonly ComparedColumn[];
}

interface ComparedColumn {
  readonly title: string;
  readonly writer?: RunWriter | undefined;
  readonly result: RunResult;
  readonly judgement?: Judgement | undefined;
}

export function comparisonAsJson({ session, call, round, earlierCalls, columns }: Comparison): string {
  const told = columns.map(({ title, writer, result: { after, ...result }, judgement }) => ({
    title,
    writer,
    ...result,
    judgement,
  }));
  const cut = { call: call + 1, round: round + 1, earlierCalls: earlierCalls.map((earlier) => earlier + 1) };
  const content = { highwater: 'prompts', version: 1, session, ...cut, columns: told };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function comparisonAsMarkdown({ session, call, round, earlierCalls, columns }: Comparison): string {
  const titles = columns.map(({ title }) => cell(title));
  const line = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const focuses = columns.map(({ writer }) => cell(focusIn(writer) ?? ''));
  const judged = judgementRows(columns.map(({ judgement }) => judgement));
  const ids = columns[0]?.result.scores.map(({ id }) => id) ?? [];
  return [
    `# Summaries of “${oneLine(session)}” before call ${call + 1}, round ${round + 1}`,
    '',
    ...earlierCalls.flatMap((earlier, index) => [`Round ${index + 1}: before call ${earlier + 1}.`, '']),
    line('', titles),
    line(
      '---',
      titles.map(() => '---'),
    ),
    ...ids.map((id) => {
      const { rule, name } = scoreDefinitions[id];
      const scores = columns.map(({ result }) => result.scores.find((score) => score.id === id));
      return line(
        `${rule} ${name}`,
        scores.map((score) => (score === undefined ? '' : scoreCount(score))),
      );
    }),
    ...(focuses.some((focus) => focus !== '') ? [line('Focus', focuses)] : []),
    line(
      'Tokens',
      columns.map(({ result }) => exactNumber(result.tokens)),
    ),
    line(
      'Sent',
      columns.map(({ result: { sent } }) => (sent?.usage === undefined ? '' : exactNumber(inputSide(sent.usage)))),
    ),
    line(
      'Cost',
      columns.map(({ result: { sent } }) => costText(sent)),
    ),
    ...judged.map(({ name, cells }) => line(name, cells)),
    '',
    SCORE_NOTE,
    ...(judged.length === 0 ? [] : ['', JUDGEMENT_NOTE]),
    ...columns.flatMap(columnText),
    '',
  ].join('\n');
}

function focusIn(writer: RunWriter | undefined): string | undefined {
  return writer === undefined || writer.type === 'recorded' ? undefined : writer.focus;
}

function costText(sent: RunResult['sent']): string {
  if (sent === undefined) return '';
  return sent.dollars === undefined ? 'not known' : dollars(sent.dollars);
}

function columnText({ title, result: { text, problem, scores } }: ComparedColumn): readonly string[] {
  const fence = fenceFor(text);
  const forgotten = forgottenItems(scores).map((item) => `- ${oneLine(item.text)}`);
  return [
    '',
    `## ${oneLine(title)}`,
    ...(problem === undefined ? [] : ['', `${problem.what} ${problem.advice}`]),
    '',
    `${fence}text`,
    text,
    fence,
    ...(forgotten.length === 0 ? [] : ['', 'Forgotten and used later:', '', ...forgotten]),
  ];
}

/** Longer than any in the text, which would end it. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return '`'.repeat(longest + 1);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}
