import type { ScoreItem } from '../../fidelity/scores/score';
import { type ScoreDefinition, scoreDefinitions } from '../../fidelity/scores/score-definitions';
import { isGood, itemFate } from '../../series/words/score-words';
import type { ListedScore } from '../../worker/engine/compaction-messages';
import type { MarkedRange } from './marked-text';

/** A score item at a position of the text. */
export interface ScoreMark {
  readonly isGood: boolean;
  /** `Rules preserved: weakened`. */
  readonly words: string;
}

/** Where in a summary the items are of the scores that this choice of marks shows. */
export function scoreMarks(
  scores: readonly ListedScore[],
  shown: NonNullable<ScoreDefinition['marked']> | 'nothing',
): readonly MarkedRange<ScoreMark>[] {
  return scores
    .filter(({ id }) => scoreDefinitions[id].marked === shown)
    .flatMap((score) => score.items.flatMap((item) => rangesOf(score, item)));
}

/** Restored content after the summary is not part of its text. */
function rangesOf(score: ListedScore, item: ScoreItem): MarkedRange<ScoreMark>[] {
  const of = { isGood: isGood(score, item), words: `${scoreDefinitions[score.id].name}: ${itemFate(item)}` };
  return item.marks.filter(({ made }) => made === 0).map(({ start, end }) => ({ start, end, of }));
}

/** What the summary lacks, and the model wrote again later. */
export function forgottenItems(scores: readonly ListedScore[]): readonly ScoreItem[] {
  return scores.find(({ id }) => id === 'used-later')?.items.filter(({ state }) => state !== 'found') ?? [];
}
