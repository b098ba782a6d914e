import type { Transcript } from '../transcript/transcript';
import type { AnchoredWeights } from './anchored';
import { OTHER } from './part-table';
import { type PartListener, PartsInContext } from './parts-in-context';

/** The sum of the anchored weights of everything a call carried, for each call. */
export function anchoredTotals(transcript: Transcript, weights: AnchoredWeights): Float64Array {
  const { parts, weight, scale, systemWeight, notInFile } = weights;
  const sums = scale.map((_, group) => (group === OTHER ? systemWeight : 0));
  const listener: PartListener = {
    part(part, sign) {
      const group = parts.group[part] ?? OTHER;
      sums[group] = (sums[group] ?? 0) + sign * (weight[part] ?? 0);
    },
  };
  const context = new PartsInContext(transcript, parts, listener);
  return Float64Array.from(transcript.calls, ({ at }, call) => {
    context.moveTo(at);
    const scaled = sums.map((sum, group) => sum * (scale[group]?.[call] ?? 1));
    return scaled.reduce((total, sum) => total + sum, (notInFile[call] ?? 0) + context.placeholderTokens);
  });
}
