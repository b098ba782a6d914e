/** The calls a chart shows: from the first up to the one before `to`. */
export interface CallRange {
  readonly from: number;
  readonly to: number;
}

/** Fewer would be shown so wide that their neighbours, which explain them, are out of sight. */
const LEAST_CALLS = 8;

export function wholeRange(calls: number): CallRange {
  return { from: 0, to: Math.max(1, calls) };
}

export function isWholeRange({ from, to }: CallRange, calls: number): boolean {
  return from <= 0 && to >= calls;
}

/** From one call to another, whichever comes first; widened where it would be too narrow. */
export function rangeBetween(one: number, other: number, calls: number): CallRange {
  const first = Math.max(0, Math.min(one, other));
  const last = Math.min(calls - 1, Math.max(one, other));
  const missing = Math.min(LEAST_CALLS, calls) - (last - first + 1);
  if (missing <= 0) return { from: first, to: last + 1 };
  return movedRange({ from: first, to: last + 1 + missing }, -Math.floor(missing / 2), calls);
}

/** As wide as before, by so many calls further, as far as there are calls. */
export function movedRange({ from, to }: CallRange, by: number, calls: number): CallRange {
  const width = Math.min(to - from, Math.max(1, calls));
  const start = Math.max(0, Math.min(from + by, Math.max(1, calls) - width));
  return { from: start, to: start + width };
}

/** With its first or its last call put elsewhere; the other end stays. */
export function rangeWithEnd(range: CallRange, end: 'first' | 'last', call: number, calls: number): CallRange {
  const least = Math.min(LEAST_CALLS, Math.max(1, calls));
  return end === 'first'
    ? { from: Math.max(0, Math.min(call, range.to - least)), to: range.to }
    : { from: range.from, to: Math.min(Math.max(1, calls), Math.max(call + 1, range.from + least)) };
}

/** Moved no further than it takes to show the call. */
export function rangeShowing(range: CallRange, call: number, calls: number): CallRange {
  if (call < range.from) return movedRange(range, call - range.from, calls);
  return call >= range.to ? movedRange(range, call + 1 - range.to, calls) : range;
}
