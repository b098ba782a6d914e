import { scoreValue } from '../fidelity/comparison/score-value';
import { type ScoreDefinition, type ScoreId, scoreDefinitions, scoreIds } from '../fidelity/scores/score-definitions';
import type { Answer } from './experiment';

/** What a matrix can show: a score, or what a model judged. */
export type MeasureId = ScoreId | 'judged';

export type Measure = Pick<ScoreDefinition, 'name' | 'better' | 'explanation'> & { readonly rule: string };

export const measures: Readonly<Record<MeasureId, Measure>> = {
  ...scoreDefinitions,
  judged: {
    rule: 'V6',
    name: 'Questions answered (judged)',
    better: 'more',
    explanation:
      'How many of the questions about the removed messages a model answers correctly from the summary alone, in the opinion of a model. Partly right counts half.',
  },
};

/** How a value is shown and typed: most are shares. */
export function scaleOf(id: MeasureId): { readonly times: number; readonly unit: string } {
  return id === 'used-later-density' ? { times: 1_000, unit: 'per 1,000 tokens' } : { times: 100, unit: '%' };
}

export const measureIds: readonly MeasureId[] = [...scoreIds, 'judged'];

/** What is measured; undefined if there was nothing to score, or nobody has judged it. */
export function measureOf(answer: Pick<Answer, 'scores' | 'judged'>, id: MeasureId): number | undefined {
  if (id === 'judged') return answer.judged;
  const score = answer.scores.find((each) => each.id === id);
  return score === undefined ? undefined : scoreValue(score);
}
