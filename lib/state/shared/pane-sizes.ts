/** Limits of a pane's width or height, in pixels. */
export interface SizeLimits {
  readonly least: number;
  readonly most: number;
  /** Missing if it depends on the window. */
  readonly usual: number | null;
}

/** The panes of the Simulate view with a border that can be moved. The messages take the rest. */
export const paneSizes = {
  left: { least: 240, most: 480, usual: 300 },
  right: { least: 260, most: 600, usual: 320 },
  chart: { least: 200, most: 900, usual: null },
} as const satisfies Record<string, SizeLimits>;

export type Pane = keyof typeof paneSizes;

/** The arrow keys that move its border, the growing one first. */
const arrows: Readonly<Record<Pane, readonly [string, string]>> = {
  left: ['ArrowRight', 'ArrowLeft'],
  right: ['ArrowLeft', 'ArrowRight'],
  chart: ['ArrowDown', 'ArrowUp'],
};

export function sizeWithin({ least, most }: SizeLimits, size: number): number {
  return Math.round(Math.min(most, Math.max(least, size)));
}

const STEP = 16;

/** The size after a key press; undefined for other keys. A separator moves in the direction of its arrow. */
export function sizeAfterKey(key: string, size: number, pane: Pane): number | null | undefined {
  const limits = paneSizes[pane];
  const [growing, shrinking] = arrows[pane];
  switch (key) {
    case growing:
      return sizeWithin(limits, size + STEP);
    case shrinking:
      return sizeWithin(limits, size - STEP);
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
