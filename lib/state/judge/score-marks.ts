import type { ScoreId, ScoreItem } from '../../fidelity/scores/score';
import { scoreDefinitions } from '../../fidelity/scores/score-definitions';
import { isGood, itemFate } from '../../series/words/score-words';
import type { ListedScore } from '../../worker/engine/compaction-messages';
import type { MarkedRange } from './marked-text';

/** What of a score stands at a place of the text. */
export interface ScoreMark {
  readonly isGood: boolean;
  /** `Rules preserved: weakened`. */
  readonly words: string;
}

/** Where in a summary the items of these scores stand. */
export function scoreMarks(scores: readonly ListedScore[], ids: readonly ScoreId[]): readonly MarkedRange<ScoreMark>[] {
  return scores
    .filter(({ id }) => ids.includes(id))
    .flatMap((score) => score.items.flatMap((item) => rangesOf(score, item)));
}

/** Marks in what was put back behind the summary are not in its text. */
function rangesOf(score: ListedScore, item: ScoreItem): MarkedRange<ScoreMark>[] {
  const of = { isGood: isGood(score, item), words: `${scoreDefinitions[score.id].name}: ${itemFate(item)}` };
  return item.marks.filter(({ made }) => made === 0).map(({ start, end }) => ({ start, end, of }));
}

/** What the summary has not, and the model went on to write. */
export function forgottenItems(scores: readonly ListedScore[]): readonly ScoreItem[] {
  return scores.find(({ id }) => id === 'used-later')?.items.filter(({ state }) => state !== 'found') ?? [];
}
