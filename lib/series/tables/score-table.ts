import { median } from '../../base/median';
import { optional } from '../../base/optional';
import type { Difference, Side } from '../../fidelity/comparison/clear-difference';
import type { ComparedScore } from '../../fidelity/comparison/compare-scores';
import { scoreValue } from '../../fidelity/comparison/score-value';
import { differenceOf, standings } from '../../fidelity/comparison/standings';
import type { Score } from '../../fidelity/scores/score';
import {
  type ScoreDefinition,
  type ScoreId,
  scoreDefinitions,
  scoreIds,
} from '../../fidelity/scores/score-definitions';
import { dollars } from '../words/format-dollars';
import { exactNumber, percent, seconds } from '../words/format-number';

type Counted = Pick<Score, 'count' | 'of'>;

/** One answer of a column: its scores, and what it took. */
export interface ScoredAnswer {
  readonly scores: readonly Pick<Score, 'id' | 'count' | 'of'>[];
  readonly tokens: number;
  readonly dollars?: number;
  readonly timeMs?: number;
}

export interface ScoredColumn {
  /** To the same prompt, the shown one first. */
  readonly answers: readonly ScoredAnswer[];
  /** Those of the previous rounds that it goes on from, the first round first. */
  readonly earlier: readonly ScoredAnswer[];
  /** Written without a model. */
  readonly isFixed: boolean;
  /** Its answer was cut off: it is shown, and not compared. */
  readonly isPartial?: boolean;
}

export interface ScoreRow {
  readonly id: ScoreId | FigureId;
  readonly name: string;
  readonly unit: string;
  readonly cells: readonly ScoreCell[];
  /** Between the best and the worst; undefined while it is computed, or with answers in one column only. */
  readonly difference: Difference | undefined;
}

export interface ScoreCell {
  /** After each round, with `→`; empty if there is nothing. */
  readonly text: string;
  /** Of all answers, if they differ: `11 to 15`. */
  readonly range?: string;
  readonly place?: 'best' | 'worst' | 'between';
  /** The best: better than every other; the others: some other is better. */
  readonly isClear: boolean;
}

export interface ScoreTable {
  readonly rows: readonly ScoreRow[];
  /** Scores without anything to count in any column. */
  readonly empty: readonly string[];
}

/**
 * [K15] Every score of every column, the best and worst marked. `compared`: the texts of all columns in turn, each with those
 * of its earlier rounds first. So a further round is counted on what was removed in the first.
 */
export function scoreTable(
  columns: readonly ScoredColumn[],
  compared: readonly ComparedScore[] | undefined,
): ScoreTable {
  const ids = scoreIds.filter((id) => columns.some(({ answers }) => answers.some((answer) => scoreOf(answer, id))));
  const rows = ids.map((id) =>
    scoreRow(
      columns,
      id,
      compared?.find((score) => score.id === id),
      compared !== undefined,
    ),
  );
  const isEmpty = ({ cells }: ScoreRow) => cells.every(({ text }) => text === '');
  return {
    rows: [...rows, ...figures.map((figure) => figureRow(columns, figure))].filter((row) => !isEmpty(row)),
    empty: rows.filter(isEmpty).map(({ name }) => name),
  };
}

interface Value {
  readonly text: string;
  readonly range?: string;
  readonly side: Side;
}

const NOTHING: Side = { values: [], isFixed: false };

function scoreRow(
  columns: readonly ScoredColumn[],
  id: ScoreId,
  compared: ComparedScore | undefined,
  isCompared: boolean,
): ScoreRow {
  const definition: ScoreDefinition = scoreDefinitions[id];
  const { name, unit, better } = definition;
  const isSize = definition.counts === undefined;
  const places = textPlaces(columns);
  const isPaired = compared?.isPaired === true && !isSize;
  const values = columns.map((column, index): Value => {
    const { isFixed, isPartial } = column;
    const [own, before] = [column.answers, column.earlier].map((all) => all.flatMap((each) => scoreOf(each, id) ?? []));
    // Counts of the round's own context would be taken for those of the first.
    if (column.earlier.length > 0 && column.answers.length > 0 && !isSize && !isCompared) {
      return { text: '…', side: NOTHING };
    }
    // [K15] Like with like: what was removed in the first round.
    const isLater = column.earlier.length > 0 && isPaired;
    const counts = isLater ? places[index]?.map((text) => compared.counts[text] ?? { count: 0, of: 0 }) : undefined;
    const answers = (counts?.slice(-1) ?? own ?? []).filter(({ of }) => of > 0);
    const earlier = (counts?.slice(0, -1) ?? before ?? []).filter(({ of }) => of > 0);
    if (answers.length === 0) return { text: '', side: NOTHING };
    const side = {
      values: answers.flatMap((each) => scoreValue({ id, ...each }) ?? []),
      isFixed,
      ...optional('items', isFixed && !isSize ? answers[0] : undefined),
    };
    const text = [...earlier.map(({ count }) => exactNumber(count)), countText(answers, isSize)];
    const all = answers.map(({ count }) => count);
    return { text: text.join(' → '), ...rangeOf(all, exactNumber), side: isPartial ? NOTHING : side };
  });
  return { id, name, unit, ...ranked(values, better) };
}

type FigureId = 'tokens' | 'cost' | 'time';

interface Figure {
  readonly id: FigureId;
  readonly name: string;
  readonly unit: string;
  amountOf(answer: ScoredAnswer): number | undefined;
  text(value: number): string;
}

const figures: readonly Figure[] = [
  { id: 'tokens', name: 'Length', unit: 'tokens, estimated', amountOf: ({ tokens }) => tokens, text: exactNumber },
  { id: 'cost', name: 'Cost', unit: '', amountOf: (answer) => answer.dollars, text: dollars },
  { id: 'time', name: 'Time', unit: '', amountOf: ({ timeMs }) => timeMs, text: seconds },
];

function figureRow(columns: readonly ScoredColumn[], { id, name, unit, amountOf, text }: Figure): ScoreRow {
  const values = columns.map(({ answers, earlier, isFixed, isPartial }): Value => {
    const all = answers.flatMap((answer) => amountOf(answer) ?? []);
    if (all.length === 0) return { text: '', side: NOTHING };
    const before = earlier.flatMap((answer) => amountOf(answer) ?? []).map(text);
    const side = isPartial ? NOTHING : { values: all, isFixed };
    return { text: [...before, text(median(all))].join(' → '), ...rangeOf(all, text), side };
  });
  return { id, name, unit, ...ranked(values, 'less') };
}

/** [K15] By the same rule as in experiments, at one place. */
function ranked(values: readonly Value[], better: ScoreDefinition['better']): Pick<ScoreRow, 'cells' | 'difference'> {
  const sides = values.map(({ side }) => [side]);
  const standing = standings(sides, better);
  const medians = values.map(({ side }) => median(side.values));
  const known = medians.filter((each) => !Number.isNaN(each));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [best, worst] = better === 'more' ? [high, low] : [low, high];
  const isRanked = known.length > 1 && low !== high;
  const sideAt = (wanted: number) => sides[medians.indexOf(wanted)] ?? [];
  return {
    cells: values.map(({ text, range }, index): ScoreCell => {
      const shown = { text, ...optional('range', range) };
      const own = medians[index];
      if (!isRanked || own === undefined || Number.isNaN(own)) return { ...shown, isClear: false };
      const place = own === best ? 'best' : own === worst ? 'worst' : 'between';
      const isClear = place === 'best' ? standing[index]?.isBest === true : standing[index]?.isUnbeaten === false;
      return { ...shown, place, isClear };
    }),
    difference: known.length < 2 ? undefined : isRanked ? differenceOf(sideAt(best), sideAt(worst)) : { type: 'none' },
  };
}

/** The positions of the texts of each column among all. */
function textPlaces(columns: readonly ScoredColumn[]): readonly (readonly number[])[] {
  let next = 0;
  return columns.map(({ answers, earlier }) => {
    const texts = answers.length === 0 ? 0 : earlier.length + 1;
    return Array.from({ length: texts }, () => next++);
  });
}

function scoreOf({ scores }: ScoredAnswer, id: ScoreId): Pick<Score, 'id' | 'count' | 'of'> | undefined {
  return scores.find((score) => score.id === id);
}

/** Their median. Between two answers of different items, there is only a share. */
function countText(answers: readonly Counted[], isSize: boolean): string {
  const counts = median(answers.map(({ count }) => count));
  if (isSize) return exactNumber(counts);
  const [first] = answers;
  if (first !== undefined && answers.every(({ of }) => of === first.of)) return ofText(counts, first.of);
  const middle = median(answers.map(({ count, of }) => count / of));
  const shown = answers.find(({ count, of }) => count / of === middle);
  return shown === undefined ? percent(middle) : ofText(shown.count, shown.of);
}

function ofText(count: number, of: number): string {
  return `${Number.isInteger(count) ? exactNumber(count) : count.toFixed(1)} of ${exactNumber(of)}`;
}

function rangeOf(values: readonly number[], text: (value: number) => string): Pick<ScoreCell, 'range'> {
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return values.length < 2 || least === most ? {} : { range: `${least} to ${most}` };
}
