/** The position of a plot within its chart. Overlays use the same numbers as the lines. */
export const sweepFrame = { left: 64, right: 8, height: 56 } as const;

/** With some room above and below; the lines of a sweep need not start at zero. */
export function amountDomain(lowest: number, highest: number): readonly [number, number] {
  const room = (highest - lowest) * 0.15 || Math.max(1, Math.abs(highest));
  return [lowest - room, highest + room];
}
