import type { CallRange } from './call-range';

/** Horizontal positions of calls in a plot. Each has a slot of the same width, and is in the middle of it. */
export interface CallScale {
  /** As a share of the width. */
  shareOf(call: number): number;
  /** The edge between a call and the previous one, where compactions are drawn. */
  shareBefore(call: number): number;
  callAt(share: number): number;
}

export function callScale({ from, to }: CallRange): CallScale {
  const slots = Math.max(1, to - from);
  return {
    shareOf: (call) => (call - from + 0.5) / slots,
    shareBefore: (call) => (call - from) / slots,
    callAt: (share) => from + Math.max(0, Math.min(slots - 1, Math.floor(share * slots))),
  };
}

/** Round values from zero up to the first that is not below `max`. */
export function roundTicks(max: number): readonly number[] {
  // A maximum of zero would give a step of zero and endless ticks.
  if (!(max > 0)) return [0];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Slightly more than four steps is better than two.
  const least = rough * 0.95;
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least) ?? rough;
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The largest known value; 0 without any. */
export function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** The highest value does not touch the edge. */
const ABOVE = 1.02;

/** The end of a token scale that shows all of these. */
export function topOfPlot(...tokens: readonly number[]): number {
  return Math.max(1, ...tokens) * ABOVE;
}

/** The calls labelled below a plot: the first, and round numbers counted from 1. */
export function callTicks({ from, to }: CallRange, most: number): readonly number[] {
  const step = Math.ceil(roundStep((to - from) / Math.max(1, most)));
  const ticks = from === 0 ? [0] : [];
  for (let number = (Math.floor(from / step) + 1) * step; number <= to; number += step) {
    if (number > 1) ticks.push(number - 1);
  }
  return ticks;
}

function roundStep(rough: number): number {
  const least = Math.max(1, rough);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least) ?? least;
}
