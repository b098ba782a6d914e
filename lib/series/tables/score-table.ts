import {
  type Difference,
  difference,
  type Standing,
  share,
  sizeDifference,
} from '../../fidelity/comparison/clear-difference';
import type { ComparedScore } from '../../fidelity/comparison/compare-scores';
import type { Score } from '../../fidelity/scores/score';
import {
  type ScoreDefinition,
  type ScoreId,
  scoreDefinitions,
  scoreIds,
} from '../../fidelity/scores/score-definitions';
import { dollars } from '../words/format-dollars';
import { exactNumber, seconds } from '../words/format-number';

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
  /** Between the best and the worst; undefined while it is computed, or if there is only one. */
  readonly difference: Difference | undefined;
}

export interface ScoreCell {
  /** After each round, with `→`; empty if there is nothing. */
  readonly text: string;
  /** Of all answers, if they differ: `11 to 15`. */
  readonly range?: string;
  readonly place?: 'best' | 'worst' | 'between';
  /** The difference to the best; for the best, to the worst. */
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
  /** Undefined if it has no place among the others. */
  readonly rank: number | undefined;
}

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
  const standings = columns.map((column, index): Standing & { readonly earlier: readonly Counted[] } => {
    const own = column.answers.flatMap((answer) => scoreOf(answer, id) ?? []);
    const before = column.earlier.flatMap((answer) => scoreOf(answer, id) ?? []);
    const { isFixed } = column;
    if (column.earlier.length === 0 || !isPaired) return { answers: own, earlier: before, isFixed };
    // [K15] Like with like: what was removed in the first round.
    const counts = places[index]?.map((text) => compared.counts[text] ?? { count: 0, of: 0 }) ?? [];
    return { answers: counts.slice(-1), earlier: counts.slice(0, -1), isFixed };
  });
  const values = standings.map(({ answers, earlier }, index): Value => {
    // Counts of the round's own context would be taken for those of the first.
    if (earlier.length > 0 && answers.length > 0 && !isSize && !isCompared) return { text: '…', rank: undefined };
    const usual = median(answers, (each) => (isSize ? each.count : share(each)));
    if (usual === undefined || usual.of === 0) return { text: '', rank: undefined };
    const counts = answers.map(({ count }) => count);
    const text = [
      ...earlier.filter(({ of }) => of > 0).map(({ count }) => exactNumber(count)),
      countText(usual, isSize),
    ];
    const rank = columns[index]?.isPartial ? undefined : isSize ? usual.count : share(usual);
    return { text: text.join(' → '), ...rangeOf(counts, exactNumber), rank };
  });
  const between = (a: number, b: number): Difference | undefined => {
    const [first, second] = [standings[a], standings[b]];
    if (first === undefined || second === undefined) return undefined;
    if (isSize) return differenceOfSizes(sizesOf(first), sizesOf(second));
    if (!isCompared) return undefined;
    const [one, other] = [places[a]?.at(-1), places[b]?.at(-1)];
    const only = (from: number | undefined, to: number | undefined) => compared?.onlyIn[from ?? -1]?.[to ?? -1] ?? 0;
    return difference(first, second, isPaired ? { first: only(one, other), second: only(other, one) } : undefined);
  };
  return { id, name, unit, ...ranked(values, better, between) };
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
  const values = columns.map(({ answers, earlier, isPartial }): Value => {
    const all = answers.flatMap((answer) => amountOf(answer) ?? []);
    const usual = median(all, (value) => value);
    if (usual === undefined) return { text: '', rank: undefined };
    const before = earlier.flatMap((answer) => amountOf(answer) ?? []).map(text);
    const shown = [...before, text(usual)].join(' → ');
    return { text: shown, ...rangeOf(all, text), rank: isPartial ? undefined : usual };
  });
  const sizes = columns.map(({ answers }) => answers.flatMap((answer) => amountOf(answer) ?? []));
  const between = (a: number, b: number) => differenceOfSizes(sizes[a] ?? [], sizes[b] ?? []);
  return { id, name, unit, ...ranked(values, 'less', between) };
}

/** Of repeats by their spread, too. */
function differenceOfSizes(a: readonly number[], b: readonly number[]): Difference {
  if (a.length < 2 || b.length < 2)
    return sizeDifference(median(a, (size) => size) ?? 0, median(b, (size) => size) ?? 0);
  const standing = (sizes: readonly number[]) => ({
    answers: sizes.map((count) => ({ count, of: 1 })),
    isFixed: false,
  });
  return difference(standing(a), standing(b), undefined);
}

function sizesOf({ answers }: Standing): readonly number[] {
  return answers.map(({ count }) => count);
}

function ranked(
  values: readonly Value[],
  better: ScoreDefinition['better'],
  between: (a: number, b: number) => Difference | undefined,
): Pick<ScoreRow, 'cells' | 'difference'> {
  const ranks = values.flatMap(({ rank }) => rank ?? []);
  const [low, high] = [Math.min(...ranks), Math.max(...ranks)];
  const [best, worst] = better === 'more' ? [high, low] : [low, high];
  const isRanked = ranks.length > 1 && low !== high;
  const indexOf = (wanted: number) => values.findIndex(({ rank }) => rank === wanted);
  const overall = isRanked ? between(indexOf(best), indexOf(worst)) : undefined;
  return {
    cells: values.map(({ text, range, rank }, index): ScoreCell => {
      const shown = { text, ...(range === undefined ? {} : { range }) };
      if (!isRanked || rank === undefined) return { ...shown, isClear: false };
      const place = rank === best ? 'best' : rank === worst ? 'worst' : 'between';
      const toBest = place === 'best' ? overall : between(indexOf(best), index);
      return { ...shown, place, isClear: toBest?.type === 'clear' };
    }),
    difference: ranks.length > 1 && !isRanked ? { type: 'none' } : overall,
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

function countText({ count, of }: Counted, isSize: boolean): string {
  return isSize ? exactNumber(count) : `${exactNumber(count)} of ${exactNumber(of)}`;
}

/** An item that exists: of an even number the lower one. */
function median<Item>(items: readonly Item[], by: (item: Item) => number | undefined): Item | undefined {
  const sorted = [...items].sort((a, b) => (by(a) ?? 0) - (by(b) ?? 0));
  return sorted[Math.ceil(sorted.length / 2) - 1];
}

function rangeOf(values: readonly number[], text: (value: number) => string): Pick<ScoreCell, 'range'> {
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return values.length < 2 || least === most ? {} : { range: `${least} to ${most}` };
}
