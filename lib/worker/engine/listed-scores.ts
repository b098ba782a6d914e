import type { Score } from '../../fidelity/scores/score';
import { firstOfEach } from '../wire/first-of-each';
import type { ListedScore } from './compaction-messages';

/** As many items as a user reads, of every state, so that found items can be marked too. */
export function listedScores(scores: readonly Score[]): readonly ListedScore[] {
  return scores.map((score) => ({
    ...score,
    items: firstOfEach(score.items, ({ state }) => state),
    itemsInAll: score.items.length,
  }));
}
