import type { Score } from '../../fidelity/scores/score';
import { firstOfEach } from '../wire/first-of-each';
import type { ListedScore } from './compaction-messages';

/** As much of the lists as somebody looks at: of every state, so that what was found can be marked too. */
export function listedScores(scores: readonly Score[]): readonly ListedScore[] {
  return scores.map((score) => ({
    ...score,
    items: firstOfEach(score.items, ({ state }) => state),
    itemsInAll: score.items.length,
  }));
}
