/** How wide a column may be, in pixels. */
export interface WidthLimits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The columns at the sides of the Simulate view. The one in the middle takes what is left. */
export const sideColumns = {
  left: { least: 240, most: 480, usual: 300 },
  right: { least: 260, most: 600, usual: 320 },
} as const satisfies Record<string, WidthLimits>;

export type SideColumn = keyof typeof sideColumns;

export function widthWithin({ least, most }: WidthLimits, width: number): number {
  return Math.round(Math.min(most, Math.max(least, width)));
}

const STEP = 16;

/** What a key makes of the width, or nothing where it is not for us. A separator goes where its arrow points. */
export function widthAfterKey(key: string, width: number, side: SideColumn): number | undefined {
  const limits = sideColumns[side];
  const outwards = side === 'left' ? 1 : -1;
  switch (key) {
    case 'ArrowRight':
      return widthWithin(limits, width + outwards * STEP);
    case 'ArrowLeft':
      return widthWithin(limits, width - outwards * STEP);
    case 'Home':
      return limits.least;
    case 'End':
      return limits.most;
    case 'Enter':
      return limits.usual;
    default:
      return undefined;
  }
}
