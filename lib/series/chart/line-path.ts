import type { CallRange } from './call-range';
import { reduceCalls } from './reduce-calls';

/** From a call or a value to pixels. */
export interface Placing {
  readonly x: (call: number) => number;
  readonly y: (value: number) => number;
}

/** A series as the path of an SVG. Where a value is not known, the line is broken. `calls` is where the series ends. */
export function linePath(
  values: Float64Array,
  { from, to }: CallRange,
  calls: number,
  { x, y }: Placing,
  mostPoints: number,
): string {
  // One more on each side leads the line to the edge of the plot.
  const shown = { from: Math.max(0, from - 1), to: Math.min(calls, to + 1) };
  let path = '';
  let isDrawing = false;
  for (const call of reduceCalls(values, shown, mostPoints)) {
    const value = values[call] ?? Number.NaN;
    if (!Number.isNaN(value)) path += `${isDrawing ? 'L' : 'M'}${tenth(x(call))} ${tenth(y(value))}`;
    isDrawing = !Number.isNaN(value);
  }
  return path;
}

/** A series that stays as it is for many calls, as a path of steps. Each value holds for the whole slot of its call. */
export function stepPath(values: Float64Array, { from, to }: CallRange, calls: number, { x, y }: Placing): string {
  let path = '';
  let last: number | undefined;
  for (let call = from; call < Math.min(to, calls); call++) {
    const value = values[call] ?? 0;
    if (value === last) continue;
    path +=
      last === undefined
        ? `M${tenth(x(call - 0.5))} ${tenth(y(value))}`
        : `H${tenth(x(call - 0.5))}V${tenth(y(value))}`;
    last = value;
  }
  return last === undefined ? '' : `${path}H${tenth(x(to - 0.5))}`;
}

/** More digits than the eye can see would make the path several times as long. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
