import type { Size } from './use-size';

/** The position of the plot within a chart. All overlays use it, so that they align. */
export interface PlotFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** Everything that does not depend on the size. Above the plot are a lane for the recording and one for the policy. */
const plotFrame = { left: 56, top: 40, bottom: 22 } as const;

/** In pixels from the top. The marks of the policy are between those of the recording and the plot. */
export const lanes = { recorded: { top: 0, height: 19 }, policy: { top: 19, height: 19 } } as const;

/** Below this width, line names omit their numbers, which are also in the legend. */
const NARROW = 560;

/** To the right of the plot are the names of its lines, and possibly a second scale. */
export function simulationFrame(
  { width, height }: Size,
  hasSideScale: boolean,
): PlotFrame & { readonly isNarrow: boolean } {
  const isNarrow = width < NARROW;
  const names = isNarrow ? 64 : 104;
  return { ...plotFrame, height, right: names + (hasSideScale ? SIDE_SCALE : 0), isNarrow };
}

/** Room for the numbers of a second scale. */
export const SIDE_SCALE = 52;

/** The plot itself, in pixels. */
export interface PlotArea {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function plotArea({ left, right, top, bottom, height }: PlotFrame, width: number): PlotArea {
  return { top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) };
}

const SHOW_WINDOW_FROM = 0.5;

/** Otherwise, a window drawn to scale would make the curve too flat to read. */
export function isWindowWorthShowing(peak: number, window: number): boolean {
  return peak >= window * SHOW_WINDOW_FROM;
}
