/** The calls that a chart shows: from the first to before `to`. */
export interface CallRange {
  readonly from: number;
  readonly to: number;
}

/** With fewer, the calls would be so wide that their context is out of sight. */
const MIN_CALLS = 8;

export function wholeRange(calls: number): CallRange {
  return { from: 0, to: Math.max(1, calls) };
}

export function isWholeRange({ from, to }: CallRange, calls: number): boolean {
  return from <= 0 && to >= calls;
}

/** From one call to another, in either order; widened if too narrow. */
export function rangeBetween(one: number, other: number, calls: number): CallRange {
  const first = Math.max(0, Math.min(one, other));
  const last = Math.min(calls - 1, Math.max(one, other));
  const missing = Math.min(MIN_CALLS, calls) - (last - first + 1);
  if (missing <= 0) return { from: first, to: last + 1 };
  return movedRange({ from: first, to: last + 1 + missing }, -Math.floor(missing / 2), calls);
}

/** Shifted by this many calls, with the same width, as far as there are calls. */
export function movedRange({ from, to }: CallRange, by: number, calls: number): CallRange {
  const width = Math.min(to - from, Math.max(1, calls));
  const start = Math.max(0, Math.min(from + by, Math.max(1, calls) - width));
  return { from: start, to: start + width };
}

/** With its first or last call moved; the other end stays. */
export function rangeWithEnd(range: CallRange, end: 'first' | 'last', call: number, calls: number): CallRange {
  const least = Math.min(MIN_CALLS, Math.max(1, calls));
  return end === 'first'
    ? { from: Math.max(0, Math.min(call, range.to - least)), to: range.to }
    : { from: range.from, to: Math.min(Math.max(1, calls), Math.max(call + 1, range.from + least)) };
}

/** Moved only as far as necessary to show the call. */
export function rangeShowing(range: CallRange, call: number, calls: number): CallRange {
  if (call < range.from) return movedRange(range, call - range.from, calls);
  return call >= range.to ? movedRange(range, call + 1 - range.to, calls) : range;
}
