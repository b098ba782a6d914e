import { csv } from '../../base/csv';
import { matrixOf } from '../../experiments/matrix';
import { type MeasureId, measures } from '../../experiments/measures';
import { paidFor } from '../../experiments/price';
import { SCORE_NOTE, scoreDefinitions, scoreIds } from '../../fidelity/scores/score-definitions';
import { differenceWords } from '../../series/words/difference-words';
import { dollars } from '../../series/words/format-dollars';
import { counted } from '../../series/words/format-number';
import type { Experiment, StoredAnswer } from './experiment-record';
import { boundaryTitle, measuredText, rowTitle, valueText } from './experiment-words';

export interface ExportedExperiment {
  readonly experiment: Experiment;
  /** With what was judged of them. */
  readonly answers: readonly (StoredAnswer & { readonly judged?: number })[];
}

/** Everything but the sessions' own words, as far as the answers do not contain them. */
export function experimentJson({ experiment, answers }: ExportedExperiment): string {
  const { boundaries, ...kept } = experiment;
  const told = boundaries.map(({ place, call, ...boundary }) => ({ ...boundary, call: call + 1, type: place.type }));
  const content = { highwater: 'experiment', version: 1, experiment: { ...kept, boundaries: told }, answers };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** A line for each answer, with all of its scores. */
export function experimentCsv({ experiment, answers }: ExportedExperiment): string {
  const { rows, boundaries } = experiment;
  const head = ['session', 'call', 'boundary', 'source', 'version', 'model', 'repeat', 'ended', 'state'];
  const figures = ['dollars', 'seconds', 'input tokens', 'output tokens', 'summary tokens', 'tries', 'batch', 'judged'];
  const scored = scoreIds.filter((id) => answers.some(({ scores }) => scores.some((score) => score.id === id)));
  const lines = answers.map((answer) => {
    const row = rows.find(({ id }) => id === answer.row);
    const boundary = boundaries.find(({ id }) => id === answer.boundary);
    const { sent } = answer;
    const usage = sent?.usage;
    const input = usage && usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
    return [
      boundary?.title,
      boundary === undefined ? undefined : boundary.call + 1,
      boundary?.kind,
      row?.type === 'model' ? row.promptTitle : row?.type,
      row?.type === 'model' ? row.version : undefined,
      row?.type === 'model' ? row.model : undefined,
      answer.repeat,
      new Date(answer.atMs).toISOString(),
      answer.state,
      sent?.dollars,
      sent === undefined || sent.isInBatch === true ? undefined : sent.timeMs / 1_000,
      input,
      usage?.output,
      answer.tokens,
      sent?.tries,
      sent?.isInBatch === true ? 'yes' : undefined,
      answer.judged,
      ...scored.flatMap((id) => {
        const score = answer.scores.find((each) => each.id === id);
        return [score?.count, score?.of];
      }),
    ].map((cell) => (cell === undefined ? '' : String(cell)));
  });
  const scoreHeads = scored.flatMap((id) => [scoreDefinitions[id].name, `${scoreDefinitions[id].name}, of`]);
  return csv([[...head, ...figures, ...scoreHeads], ...lines]);
}

/** The matrix of one score, with time and cost. */
export function experimentMarkdown({ experiment, answers }: ExportedExperiment, score: MeasureId): string {
  const { boundaries, thresholds, title } = experiment;
  const { rows } = matrixOf(experiment, answers, { score, thresholds });
  const { name, rule, better } = measures[score];
  const limit = thresholds[score];
  const paid = paidFor(answers);
  const heads = [
    '',
    'All boundaries',
    'Difference to the best',
    ...boundaries.map(boundaryTitle),
    'Cost',
    'Seconds',
    'Summary tokens',
  ];
  return [
    `# ${oneLine(title)}`,
    '',
    `${rule} ${name}: ${better === 'more' ? 'more is better' : 'less is better'}. Median with interval: min to max, or quartiles from five values.${
      limit === undefined ? '' : ` Threshold: ${better === 'more' ? 'at least' : 'at most'} ${valueText(limit, score)}.`
    }`,
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...rows.map(({ row, summary, isBest, difference, cells, paid: cost, seconds, tokens, passing }) =>
      line([
        `${rowTitle(row)}${isBest ? ' (best)' : ''}`,
        `${summary === undefined ? '' : measuredText(summary, score)}${passing === undefined ? '' : `, ${passing.count} of ${passing.of} pass`}`,
        difference === undefined ? '' : differenceWords(difference),
        ...cells.map(({ measured, passes }) =>
          measured === undefined
            ? ''
            : `${measuredText(measured, score)}${passes === undefined ? '' : passes ? ', passes' : ', fails'}`,
        ),
        row.type !== 'model' ? '' : cost.unpriced > 0 ? 'unknown' : dollars(cost.dollars),
        seconds === undefined ? '' : seconds.toFixed(1),
        tokens === undefined ? '' : String(Math.round(tokens)),
      ]),
    ),
    '',
    `Paid: ${dollars(paid.dollars)}${paid.unknown === 0 ? '' : `, without ${counted(paid.unknown, 'interrupted answer')} with an unknown bill`}.`,
    '',
    SCORE_NOTE,
    '',
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
