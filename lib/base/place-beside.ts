export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** Where a popover is placed, and what part of its target stays visible. */
export interface Placed {
  readonly left: number;
  readonly top: number;
  readonly seen: Box;
}

const GAP = 12;
const MARGIN = 8;

/**
 * Beside the target, at the first side with room, and never over it. Without room at any side it is placed at the lower
 * edge, and the rest of the target stays visible.
 */
export function placeBeside(target: Box, size: Size, view: Size): Placed {
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const lowest = view.height - size.height - MARGIN;
  const rightmost = view.width - size.width - MARGIN;
  const alongX = within(target.left, MARGIN, rightmost);
  const alongY = within(target.top, MARGIN, lowest);
  const places = [
    { left: right + GAP, top: alongY },
    { left: target.left - GAP - size.width, top: alongY },
    { left: alongX, top: bottom + GAP },
    { left: alongX, top: target.top - GAP - size.height },
  ];
  const place = places.find(({ left, top }) => left >= MARGIN && left <= rightmost && top >= MARGIN && top <= lowest);
  if (place !== undefined) return { ...place, seen: shared(target, { left: 0, top: 0, ...view }) };
  const top = Math.max(0, lowest);
  return {
    left: Math.max(0, (view.width - size.width) / 2),
    top,
    seen: shared(target, { left: 0, top: 0, width: view.width, height: Math.max(0, top - GAP) }),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function shared(a: Box, b: Box): Box {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(0, Math.min(a.left + a.width, b.left + b.width) - left),
    height: Math.max(0, Math.min(a.top + a.height, b.top + b.height) - top),
  };
}
