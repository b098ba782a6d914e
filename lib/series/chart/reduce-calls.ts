import type { CallRange } from './call-range';

/** First, last, smallest and largest. */
const CALLS_PER_BUCKET = 4;

/**
 * Of the calls at the same pixel, keeps the first and the last, the smallest and the largest, so that no peak and no drop
 * is smoothed away. In order, at most `most`.
 */
export function reduceCalls(values: Float64Array, { from, to }: CallRange, most: number): number[] {
  const count = Math.max(0, to - from);
  if (count <= most) return Array.from({ length: count }, (_, index) => from + index);
  const buckets = Math.max(1, Math.floor(most / CALLS_PER_BUCKET));
  const chosen: number[] = [];
  const choose = (call: number) => {
    if (call !== chosen.at(-1)) chosen.push(call);
  };
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = from + Math.floor((bucket * count) / buckets);
    const end = from + Math.floor(((bucket + 1) * count) / buckets);
    let smallest = start;
    let largest = start;
    for (let call = start; call < end; call++) {
      const value = values[call] ?? 0;
      if (value < (values[smallest] ?? 0)) smallest = call;
      if (value > (values[largest] ?? 0)) largest = call;
    }
    choose(start);
    choose(Math.min(smallest, largest));
    choose(Math.max(smallest, largest));
    choose(end - 1);
  }
  return chosen;
}
