import { dimensionIds, dimensions } from '../../judge/dimensions';
import { ratingSpread } from '../../judge/trial';
import { ratingText } from '../../series/words/judge-words';
import type { Judgement } from '../prompts/prompt-judgement';

/** One for each dimension, with the cells of the columns; empty if nothing was judged. */
export function judgementRows(
  judgements: readonly (Judgement | undefined)[],
): readonly { readonly name: string; readonly cells: readonly string[] }[] {
  if (judgements.every((judgement) => judgement === undefined)) return [];
  const points = dimensionIds.map((id) => ({
    name: `Judged: ${dimensions[id].name}`,
    cells: judgements.map((judgement) => {
      const spread = judgement && ratingSpread(judgement.trials, id);
      return spread === undefined ? '' : ratingText(spread);
    }),
  }));
  const by = judgements.map((judgement) =>
    judgement === undefined ? '' : `${judgement.model}, ${judgement.trials.length} of ${judgement.repeats} times`,
  );
  return [...points, { name: 'Judged by', cells: by }];
}

export const JUDGEMENT_NOTE =
  'Judged: 0 to 5 points by a model; median with minimum and maximum over all repeats. This is an opinion; differences smaller than the spread are not meaningful.';
