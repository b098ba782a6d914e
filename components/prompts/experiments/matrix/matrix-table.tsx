import { memo } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import { classNames } from '@/components/ui/class-names';
import framed from '@/components/ui/scrolling/framed.module.css';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { Tag } from '@/components/ui/tag';
import type { Matrix, MatrixCell, MatrixRow } from '@/lib/experiments/matrix';
import type { Measured } from '@/lib/experiments/measured';
import { type MeasureId, measures } from '@/lib/experiments/measures';
import { differenceWords, tooFewWords } from '@/lib/series/words/difference-words';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import {
  boundaryTitle,
  intervalText,
  intervalWords,
  rowTitle,
  valueText,
} from '@/lib/state/experiments/experiment-words';
import type { ChosenCell } from './cell-answers';
import styles from './matrix-table.module.css';

interface MatrixTableProps {
  readonly matrix: Matrix;
  readonly experiment: Experiment;
  /** The best first. While answers arrive, rows stay where they are. */
  readonly isSorted: boolean;
  readonly chosen: ChosenCell | undefined;
  onChoose(cell: ChosenCell): void;
}

/** [V1] [K15] Rows of prompts, columns of boundaries; each cell opens to its answers. */
export const MatrixTable = memo(function MatrixTable({
  matrix,
  experiment,
  isSorted,
  chosen,
  onChoose,
}: MatrixTableProps) {
  const { boundaries } = experiment;
  const { name, better } = measures[matrix.score];
  const rows = isSorted ? sorted(matrix.rows, better) : matrix.rows;
  const sessions = groups(boundaries.map(({ title }) => title));
  const label = `${name} of each row at each boundary`;
  return (
    <section className={styles.matrix} aria-label="Matrix">
      <ScrollArea className={framed.frame} label={label}>
        <table className={styles.table}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2} className={styles.first}>
                Summary
              </th>
              <th scope="col" rowSpan={2}>
                All boundaries
              </th>
              <th scope="col" rowSpan={2} title="To the best row, or else to the one with the best median">
                Difference
              </th>
              {sessions.map(({ title, count, place }) => (
                <th key={place} scope="colgroup" colSpan={count} title={title}>
                  <span className={styles.session}>{title}</span>
                </th>
              ))}
              {['Paid', 'Seconds', 'Tokens'].map((title) => (
                <th key={title} scope="col" rowSpan={2}>
                  {title}
                </th>
              ))}
            </tr>
            <tr>
              {boundaries.map(({ id, call, kind }) => (
                <th key={id} scope="col">
                  call {exactNumber(call + 1)}
                  {kind !== 'recorded' && <span className={styles.note}>{kind === 'last' ? 'last' : 'simulated'}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line
                key={row.row.id}
                score={matrix.score}
                line={row}
                chosen={chosen}
                experiment={experiment}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={styles.muted}>
        {verdict(matrix)} {matrix.rows.some(({ difference }) => difference?.type === 'too-few') && `${tooFewWords} `}
        <RuleTag rule="K15" />
      </p>
      <p className={styles.muted}>
        Medians with their interval: min to max, or quartiles from five values. All boundaries count the same.{' '}
        <RuleTag rule="V1" />
      </p>
    </section>
  );
});

interface LineProps {
  readonly score: MeasureId;
  readonly line: MatrixRow;
  readonly experiment: Experiment;
  readonly chosen: ChosenCell | undefined;
  onChoose(cell: ChosenCell): void;
}

function Line({ score, line, experiment, chosen, onChoose }: LineProps) {
  const { row, cells, summary, passing, isBest, difference, paid, seconds, tokens } = line;
  const title = rowTitle(row);
  const asked = cells.filter((cell) => cell.isAsked).length;
  return (
    <tr data-row={row.id}>
      <th scope="row" className={styles.first}>
        {row.type === 'model' ? row.promptTitle : title}{' '}
        {isBest && <Tag title="Clearly better than every other row">best</Tag>}
        {row.type === 'model' && <span className={styles.note}>{row.model}</span>}
      </th>
      <td data-summary={summary?.median}>
        <Value measured={summary} score={score} />
        {passing !== undefined && passing.of > 0 && (
          <span className={passing.count === passing.of ? styles.passes : styles.fails}>
            {passing.count === passing.of ? 'passes' : 'fails'}, {passing.count} of {passing.of}
          </span>
        )}
        {asked < cells.length && (
          <span className={styles.note}>
            {asked} of {counted(cells.length, 'boundary', 'boundaries')}
          </span>
        )}
      </td>
      <td data-difference={difference?.type}>
        {difference !== undefined && <span className={styles.note}>{differenceWords(difference)}</span>}
      </td>
      {cells.map((cell) => (
        <td key={cell.boundary.id} data-cell={`${row.id}.${cell.boundary.id}`}>
          {cell.isAsked ? (
            <Cell
              score={score}
              cell={cell}
              title={title}
              experiment={experiment}
              isChosen={chosen?.row === row.id && chosen.boundary === cell.boundary.id}
              onChoose={() => onChoose({ row: row.id, boundary: cell.boundary.id })}
            />
          ) : (
            <span className={styles.note}>no text</span>
          )}
        </td>
      ))}
      <td>{row.type !== 'model' ? 'free' : paid.unpriced > 0 ? 'unknown' : dollars(paid.dollars)}</td>
      <td>{seconds === undefined ? '' : seconds.toFixed(1)}</td>
      <td>{tokens === undefined ? '' : exactNumber(tokens)}</td>
    </tr>
  );
}

interface CellProps {
  readonly score: MeasureId;
  readonly cell: MatrixCell;
  readonly title: string;
  readonly experiment: Experiment;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Cell({ score, cell, title, experiment, isChosen, onChoose }: CellProps) {
  const { answers, wanted, measured, passes, boundary } = cell;
  const whole = answers.filter(({ state }) => state === 'whole').length;
  const placed = experiment.boundaries.find(({ id }) => id === boundary.id);
  const told = measured === undefined ? 'no score yet' : shownText(measured, score);
  const answered = whole < wanted ? `${whole} of ${counted(wanted, 'answer')}` : counted(wanted, 'answer');
  const verdict = passes === undefined ? '' : passes ? ', passes' : ', fails';
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={isChosen}
      aria-label={`${title}, ${placed === undefined ? '' : boundaryTitle(placed)}: ${told}${verdict}, ${answered}`}
      onClick={onChoose}
    >
      <Value measured={measured} score={score} isEmpty={whole > 0} />
      {passes !== undefined && (
        <span className={passes ? styles.passes : styles.fails}>{passes ? 'passes' : 'fails'}</span>
      )}
      {(whole < wanted || wanted > 1) && (
        <span className={styles.note}>{whole < wanted ? `${whole} of ${wanted}` : counted(wanted, 'answer')}</span>
      )}
    </button>
  );
}

/** In the words and the order that are seen: speech input goes by these. */
function shownText(measured: Measured, score: MeasureId): string {
  const interval = intervalText(measured, score);
  return `${valueText(measured.median, score)}${interval === '' ? '' : `, ${interval}`}`;
}

interface ValueProps {
  readonly measured: Measured | undefined;
  readonly score: MeasureId;
  /** There are answers, but nothing to score. */
  readonly isEmpty?: boolean;
}

function Value({ measured, score, isEmpty = false }: ValueProps) {
  if (measured === undefined) return <span className={styles.note}>{isEmpty ? 'nothing to score' : '–'}</span>;
  const interval = intervalText(measured, score);
  return (
    <span className={styles.value} title={`Median of ${measured.count}, ${intervalWords[measured.interval]}`}>
      {valueText(measured.median, score)}
      {interval !== '' && <span className={classNames(styles.note, styles.interval)}>{interval}</span>}
    </span>
  );
}

function verdict({ rows }: Matrix): string {
  const best = rows.find(({ isBest }) => isBest);
  if (best !== undefined) return `“${rowTitle(best.row)}” is clearly better than every other row.`;
  const unbeaten = rows.filter(({ isUnbeaten }) => isUnbeaten);
  if (unbeaten.length === 0) return 'No scores yet.';
  if (rows.length === 1) return 'One row: nothing to compare with.';
  return `No row is clearly better than all others. Not clearly beaten: ${unbeaten.map(({ row }) => rowTitle(row)).join('; ')}.`;
}

function sorted(rows: readonly MatrixRow[], better: 'more' | 'less'): readonly MatrixRow[] {
  const sign = better === 'more' ? -1 : 1;
  const rank = ({ summary }: MatrixRow) => (summary === undefined ? Number.POSITIVE_INFINITY : summary.median * sign);
  return [...rows].sort((a, b) => Number(b.isBest) - Number(a.isBest) || compare(rank(a), rank(b)));
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Neighbours with the same title. */
function groups(titles: readonly string[]) {
  const found: { title: string; count: number; place: number }[] = [];
  for (const [place, title] of titles.entries()) {
    const last = found.at(-1);
    if (last?.title === title) last.count += 1;
    else found.push({ title, count: 1, place });
  }
  return found;
}
