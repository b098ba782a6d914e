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

/** In fractions of calls: small steps of a wheel would otherwise be lost in rounding. */
export interface ExactRange {
  readonly from: number;
  readonly to: number;
}

/** This many times as wide, with one place of the session where it was, as far as there are calls. */
export function zoomedRange({ from, to }: ExactRange, times: number, around: number, calls: number): ExactRange {
  const before = Math.max(1, to - from);
  const width = clampedWidth(before * times, calls);
  return within(around - ((around - from) / before) * width, width, calls);
}

/** The range in which two places of the session are at two shares of the width: what two fingers hold. */
export function rangeHeldBy(one: HeldPlace, other: HeldPlace, calls: number): ExactRange {
  const [left, right] = one.share <= other.share ? [one, other] : [other, one];
  const width = clampedWidth((right.at - left.at) / Math.max(0.001, right.share - left.share), calls);
  const middle = (left.at + right.at) / 2;
  return within(middle - ((left.share + right.share) / 2) * width, width, calls);
}

/** A place between calls, and where it is in the plot. */
export interface HeldPlace {
  readonly at: number;
  readonly share: number;
}

export function shiftedRange({ from, to }: ExactRange, by: number, calls: number): ExactRange {
  return within(from + by, to - from, calls);
}

/** The whole calls next to it. */
export function roundedRange({ from, to }: ExactRange, calls: number): CallRange {
  const width = Math.max(Math.min(MIN_CALLS, Math.max(1, calls)), Math.round(to - from));
  return movedRange({ from: Math.round(from), to: Math.round(from) + width }, 0, calls);
}

/** Of several events at calls, with some room on both sides. */
export function rangeAround(first: number, last: number, calls: number): CallRange {
  const room = Math.ceil((last - first) * ROOM) + 1;
  return rangeBetween(first - room, last + room, calls);
}

const ROOM = 0.1;

function clampedWidth(width: number, calls: number): number {
  const most = Math.max(1, calls);
  return Math.min(most, Math.max(Math.min(MIN_CALLS, most), width));
}

function within(from: number, width: number, calls: number): ExactRange {
  const start = Math.max(0, Math.min(from, Math.max(1, calls) - width));
  return { from: start, to: start + width };
}
