/** Limits of a column's width, in pixels. */
export interface WidthLimits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The side columns of the Simulate view. The middle one takes the rest. */
export const sideColumns = {
  left: { least: 240, most: 480, usual: 300 },
  right: { least: 260, most: 600, usual: 320 },
} as const satisfies Record<string, WidthLimits>;

export type SideColumn = keyof typeof sideColumns;

export function widthWithin({ least, most }: WidthLimits, width: number): number {
  return Math.round(Math.min(most, Math.max(least, width)));
}

const STEP = 16;

/** The width after a key press; undefined for other keys. A separator moves in the direction of its arrow. */
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
