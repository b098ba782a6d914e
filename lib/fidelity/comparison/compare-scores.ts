import type { Score, ScoreItem } from '../scores/score';
import { type ScoreId, scoreDefinitions } from '../scores/score-definitions';

/** One score of several texts. Everything is in the order of the texts. */
export interface ComparedScore {
  readonly id: ScoreId;
  readonly counts: readonly Pick<Score, 'count' | 'of'>[];
  /** All texts were scored on the same items, as those are from the removed messages. */
  readonly isPaired: boolean;
  /** `[a][b]`: how many items count in text `a` and not in text `b`. */
  readonly onlyIn: readonly (readonly number[])[];
  /** Those that count in some texts, and not in all. */
  readonly items: readonly ComparedItem[];
}

export interface ComparedItem extends Pick<ScoreItem, 'text' | 'was' | 'used' | 'shownAgain'> {
  /** Whether it is in the state that the score counts, in each text. */
  readonly counts: readonly boolean[];
}

/** [K15] `texts`: the scores of each, from the same index, so that equal items have equal places. */
export function compareScores(texts: readonly (readonly Score[])[]): readonly ComparedScore[] {
  const [first = []] = texts;
  return first.map(({ id }) =>
    compareScore(
      id,
      texts.flatMap((scores) => scores.find((score) => score.id === id) ?? []),
    ),
  );
}

function compareScore(id: ScoreId, scores: readonly Score[]): ComparedScore {
  const { counts: wanted } = scoreDefinitions[id];
  const rows = new Map<string, { readonly item: ScoreItem; readonly counts: boolean[]; seen: number }>();
  for (const [text, { items }] of scores.entries()) {
    const repeats = new Map<string, number>();
    for (const item of items) {
      const name = keyOf(item);
      const repeat = repeats.get(name) ?? 0;
      repeats.set(name, repeat + 1);
      const key = `${name} ${repeat}`;
      const row = rows.get(key) ?? { item, counts: scores.map(() => false), seen: 0 };
      row.seen += 1;
      row.counts[text] = item.state === wanted;
      rows.set(key, row);
    }
  }
  const all = [...rows.values()];
  return {
    id,
    counts: scores.map(({ count, of }) => ({ count, of })),
    isPaired: all.every(({ seen }) => seen === scores.length),
    onlyIn: scores.map((_, a) =>
      scores.map((_, b) => all.filter(({ counts }) => counts[a] === true && counts[b] === false).length),
    ),
    items: all
      .filter(({ counts }) => counts.includes(true) && counts.includes(false))
      .map(({ item: { text, was, used, shownAgain }, counts }) => ({
        text,
        ...(was && { was }),
        ...(used && { used }),
        ...(shownAgain && { shownAgain }),
        counts,
      })),
  };
}

/** The same sentence may have been said twice. */
function keyOf({ text, was }: ScoreItem): string {
  return JSON.stringify([text, was?.message, was?.part]);
}
