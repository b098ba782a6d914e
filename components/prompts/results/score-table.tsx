import { RuleTag } from '@/components/rules/rule-tag';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ScoreCell, ScoreRow } from '@/lib/series/tables/score-table';
import { differenceWords, tooFewWords } from '@/lib/series/words/difference-words';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './score-table.module.css';
import type { ComparedColumn, Comparison } from './use-comparison';

/** [K15] One row for each score, one column for each summary. What they count is below each summary. */
export function ScoreTable({ comparison }: { readonly comparison: Comparison }) {
  const { columns, table, round, call, failure } = comparison;
  if (table.rows.length === 0) return null;
  const isSeveral = columns.filter(({ answers }) => answers > 0).length > 1;
  return (
    <section className={styles.scores} aria-label="Scores">
      <ScrollArea className={styles.scroll} label="Score table">
        <table className={styles.table}>
          <caption className="visually-hidden">Scores of the summaries</caption>
          <thead>
            <tr>
              <th scope="col">
                Score <Legend isShown={isSeveral} />
              </th>
              {columns.map((column) => (
                <ColumnHead key={column.place} column={column} />
              ))}
              {isSeveral && (
                <th scope="col" title="Between the best and the worst">
                  Difference
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <Row key={row.id} row={row} isSeveral={isSeveral} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {(round > 0 || table.empty.length > 0) && (
        <p className={styles.muted}>
          {round > 0 &&
            `After each round, of what was removed before call ${exactNumber(call + 1)}; scores of what a summary adds are of each round’s own context. `}
          {table.empty.length > 0 && `Nothing to count: ${table.empty.join(', ')}.`}
        </p>
      )}
      {isSeveral && table.rows.some(({ difference }) => difference?.type === 'too-few') && (
        <p className={styles.muted}>
          {tooFewWords} <RuleTag rule="K15" />
        </p>
      )}
      {failure !== undefined && <ErrorNote {...failure} />}
    </section>
  );
}

function Legend({ isShown }: { readonly isShown: boolean }) {
  if (!isShown) return null;
  return (
    <span className={styles.legend}>
      <Mark place="best" isClear /> best <Mark place="worst" isClear /> worst, hollow: not clearly
    </span>
  );
}

function ColumnHead({
  column: { place, title, isElsewhere, isPartial, answers },
}: {
  readonly column: ComparedColumn;
}) {
  return (
    <th scope="col" title={title}>
      <span className={styles.head}>
        <span className={styles.place}>{place}</span> {title === '' ? 'No summary yet' : title}
      </span>
      {answers > 1 && <span className={styles.note}> median of {exactNumber(answers)} answers</span>}
      {isPartial && <span className={styles.note}> incomplete, not compared</span>}
      {isElsewhere && <span className={styles.note}> from another context, not comparable</span>}
      {!isElsewhere && title !== '' && answers === 0 && <span className={styles.note}> not scored</span>}
    </th>
  );
}

function Row({
  row: { id, name, unit, cells, difference },
  isSeveral,
}: {
  readonly row: ScoreRow;
  readonly isSeveral: boolean;
}) {
  return (
    <tr data-row={id}>
      <th scope="row">
        {name} <span className={styles.note}>{unit}</span>
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in the order of their columns
        <Cell key={index} cell={cell} />
      ))}
      {isSeveral && (
        <td
          data-difference={difference?.type}
          className={classNames(difference?.type === 'clear' ? styles.clear : styles.note)}
        >
          {difference !== undefined && differenceWords(difference)}
        </td>
      )}
    </tr>
  );
}

function Cell({ cell: { text, range, place, isClear } }: { readonly cell: ScoreCell }) {
  return (
    <td data-place={place} data-clear={isClear || undefined} className={styles.cell}>
      <span className={styles.mark}>
        {(place === 'best' || place === 'worst') && <Mark place={place} isClear={isClear} />}
      </span>
      <span className={place === 'best' && isClear ? styles.clear : undefined}>{text === '' ? '–' : text}</span>
      {range !== undefined && <span className={styles.note}> {range}</span>}
    </td>
  );
}

/** A triangle: up for the best, down for the worst. */
function Mark({ place, isClear }: { readonly place: 'best' | 'worst'; readonly isClear: boolean }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" role="img" aria-label={`${isClear ? 'clearly ' : ''}${place}`}>
      <path
        d={place === 'best' ? 'M5 1 9 9H1Z' : 'M5 9 9 1H1Z'}
        fill={isClear ? `var(--mark-${place})` : 'none'}
        stroke={`var(--mark-${place})`}
        strokeWidth="1.2"
      />
    </svg>
  );
}
