/** The position of the plot within a chart. All overlays use it, so that they align. */
export interface PlotFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** Everything that does not depend on the width. Above the plot are a lane for the recording and one for the policy. */
export const plotFrame = { left: 56, top: 46, bottom: 24, height: 296 } as const;

/** Below this width, line names omit their numbers, which are also in the legend. */
const NARROW = 560;

/** To the right of the plot are the names of its lines, and possibly a second scale. */
export function simulationFrame(width: number, hasSideScale: boolean): PlotFrame & { readonly isNarrow: boolean } {
  const isNarrow = width < NARROW;
  const names = isNarrow ? 64 : 104;
  return { ...plotFrame, right: names + (hasSideScale ? SIDE_SCALE : 0), isNarrow };
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
  return { top, width: Math.max(0, width - left - right), height: height - top - bottom };
}

const SHOW_WINDOW_FROM = 0.5;

/** Otherwise, a window drawn to scale would make the curve too flat to read. */
export function isWindowWorthShowing(peak: number, window: number): boolean {
  return peak >= window * SHOW_WINDOW_FROM;
}
