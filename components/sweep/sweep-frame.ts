/** Where a plot lies within its picture. What is drawn over the lines is placed with these, so both agree. */
export const sweepFrame = { left: 56, right: 8, height: 56 } as const;

/** With some room above and below; the lines of a sweep are compared with themselves, so they need not begin at nothing. */
export function amountDomain(lowest: number, highest: number): readonly [number, number] {
  const room = (highest - lowest) * 0.15 || Math.max(1, Math.abs(highest));
  return [lowest - room, highest + room];
}
