/** One equation of a fit: these amounts should add up to this value. */
export interface Sample {
  readonly amounts: Float64Array;
  readonly value: number;
}

export interface FitOptions {
  /** The initial value of each factor, which it stays near with few samples. */
  readonly start: Float64Array;
  /** How many samples the initial value counts for. */
  readonly startCounts: number;
}

const ROUNDS = 25;
const SWEEPS = 100;
const SMALLEST_VALUE = 30;
/** Errors below this share count as this share. */
const EVEN = 0.03;

/**
 * Finds non-negative factors with small relative errors: the sum of |amounts · factors − value| / value. A few outliers
 * do not dominate such a sum. Solved by iteratively reweighted least squares.
 */
export function robustFit(samples: readonly Sample[], { start, startCounts }: FitOptions): Float64Array {
  let factors = Float64Array.from(start);
  if (samples.length === 0) return factors;
  let weights = samples.map(({ value }) => 1 / Math.max(value, SMALLEST_VALUE) ** 2);
  for (let round = 0; round < ROUNDS; round++) {
    factors = weightedFit(samples, weights, start, startCounts, factors);
    weights = samples.map(({ amounts, value }) => {
      const scale = Math.max(value, SMALLEST_VALUE);
      return 1 / (scale * Math.max(Math.abs(dot(amounts, factors) - value), EVEN * scale));
    });
  }
  return factors;
}

function weightedFit(
  samples: readonly Sample[],
  weights: readonly number[],
  start: Float64Array,
  startCounts: number,
  from: Float64Array,
): Float64Array<ArrayBuffer> {
  const size = start.length;
  const matrix = new Float64Array(size * size);
  const target = new Float64Array(size);
  samples.forEach(({ amounts, value }, index) => {
    const weight = weights[index] ?? 0;
    for (let row = 0; row < size; row++) {
      const scaled = weight * at(amounts, row);
      if (scaled === 0) continue;
      target[row] = at(target, row) + scaled * value;
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        matrix[cell] = at(matrix, cell) + scaled * at(amounts, column);
      }
    }
  });
  for (let row = 0; row < size; row++) {
    const pull = startCounts / Math.max(at(start, row), 1e-6) ** 2;
    matrix[row * size + row] = at(matrix, row * size + row) + pull;
    target[row] = at(target, row) + pull * at(start, row);
  }
  return descend(matrix, target, from);
}

/** One factor at a time, each at least zero. */
function descend(matrix: Float64Array, target: Float64Array, from: Float64Array): Float64Array<ArrayBuffer> {
  const size = target.length;
  const factors = Float64Array.from(from);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    for (let row = 0; row < size; row++) {
      let rest = at(target, row);
      for (let column = 0; column < size; column++) {
        if (column !== row) rest -= at(matrix, row * size + column) * at(factors, column);
      }
      const next = Math.max(0, rest / at(matrix, row * size + row));
      moved = Math.max(moved, Math.abs(next - at(factors, row)) / (at(factors, row) + 1e-6));
      factors[row] = next;
    }
    if (moved < 1e-6) break;
  }
  return factors;
}

export function dot(amounts: Float64Array, factors: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < amounts.length; i++) sum += at(amounts, i) * at(factors, i);
  return sum;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
