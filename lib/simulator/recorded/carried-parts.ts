import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { categories } from '../../tokens/category';
import { type PartListener, PartsInContext } from '../../tokens/parts-in-context';
import type { Transcript } from '../../transcript/transcript';
import { CategorySums, categoryOfSlot, groupOfSlot, MEDIA_IN_RESULTS, outsideParts, slotOf } from './category-sums';
import type { RecordedTimeline } from './recorded-timeline';

/** What each part cost the calls that carried it, with its tokens at each of them. By part, in the order of the table. */
export interface CarriedParts {
  /** The sum of its tokens over the calls. */
  readonly carried: Float64Array;
  /** The same, at the price that each call's model reads the cache for. */
  readonly dollars: Float64Array;
  /** What it weighed in the first call that carried it, each time that it entered the context. */
  readonly added: Float64Array;
  /** Of what precedes the messages and is not in the file. */
  readonly carriedNotInFile: number;
  /** The growth of what is not a part of a message. */
  readonly addedOutside: { readonly system: number; readonly injected: number };
}

/**
 * Up to and including one call. The recording is walked once: a part's tokens at a call are its weight times a factor of
 * its slot, so it carried its weight times the sum of these factors between its entering and its leaving.
 */
export function carriedParts(
  transcript: Transcript,
  { timeline, weights }: RecordedTimeline,
  prices: Float64Array,
  lastCall: number,
): CarriedParts {
  const sums = new CategorySums(weights);
  const walk = new Walk(weights.parts, weights.weight, sums);
  const context = new PartsInContext(transcript, weights.parts, walk);
  let carriedNotInFile = 0;
  const before = { system: 0, injected: 0 };
  const addedOutside = { system: 0, injected: 0 };
  for (let call = 0; call <= lastCall; call++) {
    context.moveTo(transcript.calls[call]?.at ?? 0);
    const shares = sums.at(call, context.placeholderTokens);
    const factors = categories.map((category, place) => {
      const share = shares[place] ?? 0;
      return share > 0 ? (timeline.byCategory[category][call] ?? 0) / share : 0;
    });
    walk.pass(factors, (group) => weights.scale[group]?.[call] ?? 1, prices[call] ?? Number.NaN);
    const outside = outsideParts(weights, call);
    carriedNotInFile += outside.notInFile * (factors[categories.indexOf('system')] ?? 0);
    for (const name of ['system', 'injected'] as const) {
      const now = outside[name] * (factors[categories.indexOf(name)] ?? 0);
      addedOutside[name] += Math.max(0, now - before[name]);
      before[name] = now;
    }
  }
  walk.finish();
  const { carried, dollars, added } = walk;
  return { carried, dollars, added, carriedNotInFile, addedOutside };
}

/** In $ per token, by call; NaN if unknown. */
export function cacheReadPrices({ calls }: Transcript, used: Float64Array): Float64Array {
  return Float64Array.from(calls, ({ model }, call) => {
    const tokens = used[call] ?? 0;
    if (model === undefined || tokens === 0) return Number.NaN;
    const usage = { input: 0, cacheRead: tokens, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
    return (costOf(usage, modelFor(model)) ?? Number.NaN) / tokens;
  });
}

const PLACEHOLDER = MEDIA_IN_RESULTS + 1;
const RESULTS_SLOT = categories.indexOf('tool-results');

class Walk implements PartListener {
  readonly carried: Float64Array;
  readonly dollars: Float64Array;
  readonly added: Float64Array;
  /** Of each slot, the factors of all calls so far: of tokens, and of dollars. */
  private readonly tokensSoFar = new Float64Array(PLACEHOLDER + 1);
  private readonly dollarsSoFar = new Float64Array(PLACEHOLDER + 1);
  private readonly isWhole: Uint8Array;
  /** What is left of cleared parts. */
  private readonly left: Float64Array;
  /** Parts that no call has carried since they entered. */
  private readonly waiting = new Set<number>();
  /** The factors of the latest call. */
  private readonly now = new Float64Array(PLACEHOLDER + 1);

  constructor(
    private readonly parts: RecordedTimeline['weights']['parts'],
    private readonly weight: Float64Array,
    private readonly sums: CategorySums,
  ) {
    const size = weight.length;
    this.carried = new Float64Array(size);
    this.dollars = new Float64Array(size);
    this.added = new Float64Array(size);
    this.isWhole = new Uint8Array(size);
    this.left = new Float64Array(size);
  }

  part(part: number, sign: 1 | -1): void {
    this.sums.part(part, sign);
    this.isWhole[part] = sign === 1 ? 1 : 0;
    if (sign === 1) this.waiting.add(part);
    this.settleWhole(part, sign);
  }

  placeholder(part: number, tokens: number, sign: 1 | -1): void {
    this.left[part] = sign === 1 ? tokens : 0;
    this.settle(part, PLACEHOLDER, tokens, sign);
  }

  pass(factors: readonly number[], scaleOf: (group: number) => number, price: number): void {
    for (let slot = 0; slot <= PLACEHOLDER; slot++) {
      const factor =
        slot === PLACEHOLDER
          ? (factors[RESULTS_SLOT] ?? 0)
          : (factors[categoryOfSlot(slot)] ?? 0) * scaleOf(groupOfSlot(slot));
      this.tokensSoFar[slot] = (this.tokensSoFar[slot] ?? 0) + factor;
      if (!Number.isNaN(price)) this.dollarsSoFar[slot] = (this.dollarsSoFar[slot] ?? 0) + factor * price;
      this.now[slot] = factor;
    }
    for (const part of this.waiting) if (this.isWhole[part] === 1) this.addEntered(part);
    this.waiting.clear();
  }

  /** Counts what is still in the context. */
  finish(): void {
    for (let part = 0; part < this.weight.length; part++) {
      if (this.isWhole[part] === 1) this.settleWhole(part, -1);
      this.settle(part, PLACEHOLDER, this.left[part] ?? 0, -1);
    }
  }

  private addEntered(part: number): void {
    const { text, media } = this.sharesOf(part);
    const tokens = text * (this.now[slotOf(this.parts, part)] ?? 0) + media * (this.now[MEDIA_IN_RESULTS] ?? 0);
    this.added[part] = (this.added[part] ?? 0) + tokens;
  }

  private settleWhole(part: number, sign: 1 | -1): void {
    const { text, media } = this.sharesOf(part);
    this.settle(part, slotOf(this.parts, part), text, sign);
    if (media > 0) this.settle(part, MEDIA_IN_RESULTS, media, sign);
  }

  private sharesOf(part: number) {
    const tokens = this.weight[part] ?? 0;
    const media = tokens * (this.parts.mediaShare[part] ?? 0);
    return { text: tokens - media, media };
  }

  private settle(part: number, slot: number, tokens: number, sign: 1 | -1): void {
    this.carried[part] = (this.carried[part] ?? 0) - sign * tokens * (this.tokensSoFar[slot] ?? 0);
    this.dollars[part] = (this.dollars[part] ?? 0) - sign * tokens * (this.dollarsSoFar[slot] ?? 0);
  }
}
