import type { CallRange } from './call-range';
import { reduceCalls } from './reduce-calls';

/** Maps a call or a value to pixels. */
export interface Placing {
  readonly x: (call: number) => number;
  readonly y: (value: number) => number;
}

/** A series as an SVG path. The line is interrupted where a value is unknown. `calls` is the end of the series. */
export function linePath(
  values: Float64Array,
  { from, to }: CallRange,
  calls: number,
  { x, y }: Placing,
  mostPoints: number,
): string {
  // One more on each side extends the line to the edge of the plot.
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

/** A series that is constant for many calls, as a step path. Each value covers the whole slot of its call. */
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

/** Of a line that changes at a few calls: it stays at its last value, and is interrupted where it is unknown. */
export function stepsPath(
  steps: readonly { readonly from: number; readonly tokens: number }[],
  { from, to }: CallRange,
  { x, y }: Placing,
): string {
  const shown = steps.filter((_, place) => (steps[place + 1]?.from ?? to) > from).filter((step) => step.from < to);
  let path = '';
  let isDrawing = false;
  shown.forEach((step, place) => {
    if (!Number.isNaN(step.tokens)) {
      const end = Math.min(shown[place + 1]?.from ?? to, to);
      const start = tenth(x(Math.max(step.from, from) - 0.5));
      path += isDrawing ? `V${tenth(y(step.tokens))}` : `M${start} ${tenth(y(step.tokens))}`;
      path += `H${tenth(x(end - 0.5))}`;
    }
    isDrawing = !Number.isNaN(step.tokens);
  });
  return path;
}

/** More digits than visible would make the path several times as long. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
