/** Where the plot lies within a chart. Everything drawn over the areas is placed with it, so that all agree. */
export interface PlotFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** What does not depend on the width. Above the plot there are a lane for what was recorded and one for the policy. */
export const plotFrame = { left: 56, top: 46, bottom: 24, height: 296 } as const;

/** Below this width the names of lines are written without their numbers, which the legend has too. */
const NARROW = 560;

/** To the right of the plot there are the names of its lines, and perhaps a second scale. */
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

/** Else, drawn to scale, the window would leave the curve too flat to read. */
export function isWindowWorthShowing(peak: number, window: number): boolean {
  return peak >= window * SHOW_WINDOW_FROM;
}
