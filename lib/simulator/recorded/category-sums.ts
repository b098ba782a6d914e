import type { AnchoredWeights } from '../../tokens/anchored';
import { categories } from '../../tokens/category';
import { OTHER, RESULTS, THINKING } from '../../tokens/part-table';

const SYSTEM = categories.indexOf('system');
const MEDIA = categories.indexOf('media');
const TOOL_RESULTS = categories.indexOf('tool-results');
const INJECTED = categories.indexOf('injected');
const THINKING_SLOT = categories.indexOf('thinking');

/** One per category, and one for media inside results: they are scaled as results. */
export const MEDIA_IN_RESULTS = categories.length;

/** Of the content that is not media inside a result of text. */
export function slotOf({ category, group }: AnchoredWeights['parts'], part: number): number {
  const place = category[part] ?? SYSTEM;
  return place === MEDIA && group[part] !== OTHER ? MEDIA_IN_RESULTS : place;
}

export function groupOfSlot(slot: number): number {
  if (slot === THINKING_SLOT) return THINKING;
  return slot === TOOL_RESULTS || slot === MEDIA_IN_RESULTS ? RESULTS : OTHER;
}

export function categoryOfSlot(slot: number): number {
  return slot === MEDIA_IN_RESULTS ? MEDIA : slot;
}

/** The weights in the context by category, updated as the context changes. */
export class CategorySums {
  /** Without the scale of their group, which changes from call to call. */
  private readonly sums = new Float64Array(MEDIA_IN_RESULTS + 1);
  private readonly counts = new Int32Array(MEDIA_IN_RESULTS + 1);

  constructor(private readonly weights: AnchoredWeights) {}

  part(part: number, sign: 1 | -1): void {
    const { parts, weight } = this.weights;
    const tokens = weight[part] ?? 0;
    const media = tokens * (parts.mediaShare[part] ?? 0);
    this.add(slotOf(parts, part), sign, tokens - media);
    if (media > 0) this.add(MEDIA_IN_RESULTS, sign, media);
  }

  private add(slot: number, sign: 1 | -1, tokens: number): void {
    const count = (this.counts[slot] ?? 0) + sign;
    this.counts[slot] = count;
    // Rounding errors of fractions must not outlive the last part.
    this.sums[slot] = count === 0 ? 0 : (this.sums[slot] ?? 0) + sign * tokens;
  }

  at(call: number, placeholderTokens: number): Float64Array {
    const { scale } = this.weights;
    const shares = new Float64Array(categories.length);
    for (let slot = 0; slot <= MEDIA_IN_RESULTS; slot++) {
      const place = categoryOfSlot(slot);
      const tokens = Math.max(0, this.sums[slot] ?? 0) * (scale[groupOfSlot(slot)]?.[call] ?? 1);
      shares[place] = (shares[place] ?? 0) + tokens;
    }
    const outside = outsideParts(this.weights, call);
    shares[TOOL_RESULTS] = (shares[TOOL_RESULTS] ?? 0) + placeholderTokens;
    shares[SYSTEM] = (shares[SYSTEM] ?? 0) + outside.system;
    shares[INJECTED] = (shares[INJECTED] ?? 0) + outside.injected;
    return shares;
  }
}

/** What a call carried besides the parts of its messages, by category. */
export function outsideParts(weights: AnchoredWeights, call: number) {
  const { scale, notInFile, unfiledTokens } = weights;
  const systemWeight = weights.systemByCall?.sent[call] ?? weights.systemWeight;
  const injected = unfiledTokens[call] ?? 0;
  const missing = (notInFile[call] ?? 0) - injected;
  return { system: systemWeight * (scale[OTHER]?.[call] ?? 1) + missing, injected, notInFile: missing };
}
