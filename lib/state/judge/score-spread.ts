import type { ScoreId } from '../../fidelity/scores/score-definitions';
import type { ListedScore } from '../../worker/engine/compaction-messages';

/** The range of several answers to the same prompt in one score. */
export interface ScoreSpread {
  readonly id: ScoreId;
  readonly least: Counted;
  readonly most: Counted;
}

type Counted = Pick<ListedScore, 'id' | 'count' | 'of'>;

export function scoreSpread(answers: readonly (readonly ListedScore[])[]): readonly ScoreSpread[] {
  const [first = []] = answers;
  return first.map(({ id }) => {
    const each = answers.flatMap((scores) => scores.find((score) => score.id === id) ?? []);
    const byCount = each.sort((a, b) => a.count - b.count);
    const none = { id, count: 0, of: 0 };
    return { id, least: byCount[0] ?? none, most: byCount.at(-1) ?? none };
  });
}
