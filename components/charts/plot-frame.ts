/** Where the plot lies within the chart. Everything drawn over the areas is placed with these, so both agree. */
export const plotFrame = { left: 56, right: 12, top: 26, bottom: 24, height: 304 } as const;

export interface Scale {
  /** Share of the plot's width at which a call stands. Each call has a slot; it stands in the middle of its slot. */
  shareOf(call: number): number;
  callAt(share: number): number;
}

export function callScale(calls: number): Scale {
  const slots = Math.max(1, calls);
  return {
    shareOf: (call) => (call + 0.5) / slots,
    callAt: (share) => Math.max(0, Math.min(slots - 1, Math.floor(share * slots))),
  };
}

/** Round values from zero up to the first that is not below `max`. */
export function tokenTicks(max: number): readonly number[] {
  const rough = Math.max(max, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Below this share of the window, drawing the window to scale would leave the curve too flat to read. */
const SHOW_WINDOW_FROM = 0.5;

export function topOfScale(peak: number, window: number): number {
  return peak >= window * SHOW_WINDOW_FROM ? Math.max(peak, window) * 1.02 : peak * 1.05;
}
