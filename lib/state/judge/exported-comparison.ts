import { SCORE_NOTE, type ScoreId, scoreDefinitions, scoreIds } from '../../fidelity/scores/score-definitions';
import { dimensionIds, dimensions } from '../../judge/dimensions';
import { ratingSpread } from '../../judge/trial';
import { priceText } from '../../series/words/format-dollars';
import { exactNumber } from '../../series/words/format-number';
import { ratingText } from '../../series/words/judge-words';
import { scoreCount } from '../../series/words/score-words';
import { inputSide } from '../../transcript/usage';
import type { Judgement } from '../prompts/prompt-judgement';
import type { RunResult, RunWriter } from '../prompts/prompt-run';
import { forgottenItems } from './score-marks';
import { scoreSpread } from './score-spread';

/** A side-by-side comparison for export. */
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
  /** Further answers to the same prompt. */
  readonly otherAnswers?: readonly RunResult[];
  readonly judgement?: Judgement | undefined;
}

export function comparisonAsJson({ session, call, round, earlierCalls, columns }: Comparison): string {
  const told = columns.map(({ title, writer, result, otherAnswers = [], judgement }) => ({
    title,
    writer,
    ...withoutContext(result),
    ...(otherAnswers.length === 0 ? {} : { otherAnswers: otherAnswers.map(withoutContext) }),
    judgement,
  }));
  const cut = { call: call + 1, round: round + 1, earlierCalls: earlierCalls.map((earlier) => earlier + 1) };
  const content = { highwater: 'prompts', version: 1, session, ...cut, columns: told };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** It would be as long as the session. */
function withoutContext({ after, ...result }: RunResult): Omit<RunResult, 'after'> {
  return result;
}

export function comparisonAsMarkdown({ session, call, round, earlierCalls, columns }: Comparison): string {
  const titles = columns.map(({ title }) => cell(title));
  const line = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const judged = judgementRows(columns.map(({ judgement }) => judgement));
  const ids = scoreIds.filter((id) => columns.some(({ result }) => result.scores.some((score) => score.id === id)));
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
      return line(
        `${rule} ${name}`,
        columns.map((column) => scoreText(column, id)),
      );
    }),
    ...figures.flatMap(({ name, text }) => {
      const cells = columns.map((column) => cell(text(column) ?? ''));
      return cells.some((each) => each !== '') ? [line(name, cells)] : [];
    }),
    ...judged.map(({ name, cells }) => line(name, cells)),
    '',
    SCORE_NOTE,
    ...(judged.length === 0 ? [] : ['', JUDGEMENT_NOTE]),
    ...columns.flatMap(columnText),
    '',
  ].join('\n');
}

interface Figure {
  readonly name: string;
  text(column: ComparedColumn): string | undefined;
}

/** One table row for each score that any of the columns has. */
const figures: readonly Figure[] = [
  { name: 'Focus', text: ({ writer }) => (writer?.type === 'recorded' ? undefined : writer?.focus) },
  {
    name: 'Max output',
    text: ({ writer }) => (writer?.type === 'model' ? exactNumber(writer.maxTokens) : undefined),
  },
  {
    name: 'Answers',
    text: ({ otherAnswers = [] }) =>
      otherAnswers.length === 0 ? undefined : `${otherAnswers.length + 1}, one shown below`,
  },
  { name: 'Tokens', text: ({ result }) => `≈ ${exactNumber(result.tokens)}` },
  {
    name: 'Context',
    text: ({ result: { context } }) => context && `≈ ${exactNumber(context.before)} → ≈ ${exactNumber(context.after)}`,
  },
  { name: 'Sent', text: ({ result: { sent } }) => sent?.usage && tokensText(inputSide(sent.usage), sent) },
  { name: 'From cache', text: ({ result: { sent } }) => sent?.usage && exactNumber(sent.usage.cacheRead) },
  { name: 'Output', text: ({ result: { sent } }) => sent?.usage && tokensText(sent.usage.output, sent) },
  { name: 'Cost', text: ({ result: { sent } }) => costText(sent) },
  { name: 'Seconds', text: ({ result: { sent } }) => sent && (sent.timeMs / 1_000).toFixed(1) },
];

/** With the minimum and maximum of all answers, if there are several. */
function scoreText({ result, otherAnswers = [] }: ComparedColumn, id: ScoreId): string {
  const score = result.scores.find((each) => each.id === id);
  if (score === undefined) return '';
  if (otherAnswers.length === 0) return scoreCount(score);
  const spread = scoreSpread([result, ...otherAnswers].map(({ scores }) => scores)).find((each) => each.id === id);
  return `${scoreCount(score)}${spread === undefined ? '' : ` (${exactNumber(spread.least.count)} to ${exactNumber(spread.most.count)})`}`;
}

/** A server that reports no usage leaves it to us. */
function tokensText(tokens: number, { isUsageEstimated }: NonNullable<RunResult['sent']>): string {
  return `${isUsageEstimated === true ? '≈ ' : ''}${exactNumber(tokens)}`;
}

function costText(sent: RunResult['sent']): string | undefined {
  if (sent === undefined) return undefined;
  return `${sent.isUsageEstimated === true && sent.dollars ? '≈ ' : ''}${priceText(sent.dollars)}`;
}

function columnText({ title, writer, result: { text, problem, scores } }: ComparedColumn): readonly string[] {
  const forgotten = forgottenItems(scores).map((item) => `- ${oneLine(item.text)}`);
  return [
    '',
    `## ${oneLine(title)}`,
    ...(problem === undefined ? [] : ['', `${problem.what} ${problem.advice}`]),
    '',
    ...fenced(text),
    ...(forgotten.length === 0 ? [] : ['', 'Lost and used later:', '', ...forgotten]),
    ...(writer?.type === 'model' ? ['', 'The prompt:', '', ...fenced(writer.promptText)] : []),
  ];
}

function fenced(text: string): readonly string[] {
  const fence = fenceFor(text);
  return [`${fence}text`, text, fence];
}

/** A fence longer than any in the text, which would otherwise end it. */
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

/** One for each dimension, with the cells of the columns; empty if nothing was judged. */
function judgementRows(
  judgements: readonly (Judgement | undefined)[],
): readonly { readonly name: string; readonly cells: readonly string[] }[] {
  if (judgements.every((judgement) => judgement === undefined)) return [];
  const points = dimensionIds.map((id) => ({
    name: `Judged: ${dimensions[id].name}`,
    cells: judgements.map((judgement) => {
      const spread = judgement && ratingSpread(judgement.trials, id);
      return spread === undefined ? '' : ratingText(spread);
    }),
  }));
  const by = judgements.map((judgement) =>
    judgement === undefined ? '' : `${judgement.model}, ${judgement.trials.length} of ${judgement.repeats} times`,
  );
  return [...points, { name: 'Judged by', cells: by }];
}

const JUDGEMENT_NOTE =
  'Judged: 0 to 5 points by a model; median with minimum and maximum over all repeats. This is an opinion; differences smaller than the spread are not meaningful.';
