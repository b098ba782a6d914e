import { Random } from './random';

/** Holds what is estimated in 95 of 100 cases. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What one session adds to the sum above and to the sum below the line. */
export interface Share {
  readonly above: number;
  readonly below: number;
}

/** Of fewer sessions, the interval holds the truth less often than it says. */
export const FEWEST_SESSIONS = 20;
/** Of these, as many must differ: a rare difference may be missing from the sessions altogether. */
export const FEWEST_DIFFERENT = 10;

const RESAMPLES = 999;
/** Of the sorted resamples: 2.5 % are beyond each. */
const LOWEST = 24;
const HIGHEST = RESAMPLES - 1 - LOWEST;
/** Of the sorted distances: 5 % are beyond. */
const FARTHEST = 949;

/**
 * Of Σ above / Σ below, by a studentized bootstrap over sessions: each resample is measured in its own standard error,
 * since a few expensive sessions make both large. Percentile and BCa intervals of 20 to 50 skewed costs, or losses that most
 * sessions do not have, held the truth in 82 to 91 of 100 cases. This one lies halfway between one with as much beyond each
 * end, which is too short where differences go both ways, and one with equal arms, which is so where all go one way.
 * Undefined if it would reach beyond all bounds.
 *
 * The same for the same shares in any order.
 */
export function bootstrapInterval(shares: readonly Share[]): Interval | undefined {
  const sorted = [...shares].sort((a, b) => a.above - b.above || a.below - b.below);
  const count = sorted.length;
  const below = Float64Array.from(sorted, (share) => share.below);
  const estimate = sumOf(sorted.map((share) => share.above)) / sumOf(below);
  if (count < 2 || !Number.isFinite(estimate)) return undefined;
  const rest = Float64Array.from(sorted, (share) => share.above - estimate * share.below);
  const error = Math.sqrt(sumOf(rest.map((each) => each * each)) * (count / (count - 1))) / sumOf(below);
  if (error === 0) return { low: estimate, high: estimate };

  const distances = resampled(rest, below);
  const [lowest, highest] = [distances[LOWEST] ?? 0, distances[HIGHEST] ?? 0];
  const arm = distances.map(Math.abs).sort()[FARTHEST] ?? 0;
  const low = estimate - (error * (highest + arm)) / 2;
  const high = estimate - (error * (lowest - arm)) / 2;
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : undefined;
}

/** How far each resample is from the sessions themselves, in its standard errors, sorted. */
function resampled(rest: Float64Array, below: Float64Array): Float64Array {
  const count = rest.length;
  const random = new Random('sessions');
  const distances = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let aboves = 0;
    let belows = 0;
    let squares = 0;
    let crossed = 0;
    let belowSquares = 0;
    for (let drawn = 0; drawn < count; drawn++) {
      const session = Math.floor(random.fraction() * count);
      const one = rest[session] ?? 0;
      const other = below[session] ?? 0;
      aboves += one;
      belows += other;
      squares += one * one;
      crossed += one * other;
      belowSquares += other * other;
    }
    const offset = aboves / belows;
    const spread = Math.max(0, squares - 2 * offset * crossed + offset * offset * belowSquares);
    const error = Math.sqrt(spread * (count / (count - 1))) / belows;
    // All drawn alike: nothing says how far off they are.
    distances[resample] = offset === 0 ? 0 : offset / error;
  }
  return distances.sort();
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
