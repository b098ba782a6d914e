/** Limits of a column's width, in pixels. */
export interface SizeLimits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The side columns of the Simulate view. The middle one takes the rest. */
export const paneSizes = {
  left: { least: 240, most: 480, usual: 300 },
  right: { least: 260, most: 600, usual: 320 },
} as const satisfies Record<string, SizeLimits>;

export type Pane = keyof typeof paneSizes;

export function sizeWithin({ least, most }: SizeLimits, width: number): number {
  return Math.round(Math.min(most, Math.max(least, width)));
}

const STEP = 16;

/** The width after a key press; undefined for other keys. A separator moves in the direction of its arrow. */
export function sizeAfterKey(key: string, width: number, side: Pane): number | undefined {
  const limits = paneSizes[side];
  const outwards = side === 'left' ? 1 : -1;
  switch (key) {
    case 'ArrowRight':
      return sizeWithin(limits, width + outwards * STEP);
    case 'ArrowLeft':
      return sizeWithin(limits, width - outwards * STEP);
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
