import type { Score } from '../scores/score';

/**
 * [K15] What answers are compared by: the share, so that places count alike whatever they have to score. A density is one
 * already. Undefined if there was nothing to score.
 */
export function scoreValue({ id, count, of }: Pick<Score, 'id' | 'count' | 'of'>): number | undefined {
  if (of === 0) return undefined;
  return id === 'used-later-density' ? count / 1_000 : count / of;
}
