import type { ChildLane } from '../../simulator/children/child-lane';
import type { CallRange } from './call-range';
import type { CallScale } from './plot-scale';

/** Where a sub-agent is drawn below the calls of its parent. */
export interface LaneShape {
  /** Of the lane. */
  readonly index: number;
  /** Of what is in sight of it. */
  readonly left: number;
  readonly width: number;
  /** The size of its context over its own calls, from its start to its end. All lanes have the same scale. */
  readonly path: string;
}

/** Narrower ones could not be seen, nor pressed. */
const MIN_WIDTH = 24;

/** Those that reach into the range. */
export function laneShapes(
  lanes: readonly ChildLane[],
  range: CallRange,
  scale: CallScale,
  { width, height }: { readonly width: number; readonly height: number },
): readonly LaneShape[] {
  const top = lanes.reduce((most, { peakTokens }) => Math.max(most, peakTokens), 1);
  return lanes.flatMap((lane, index) => {
    if (lane.to < range.from || lane.from >= range.to) return [];
    const start = scale.shareOf(lane.from) * width;
    // Without an answer it goes on to the edge of the last call.
    const answered = Math.min(scale.shareOf(lane.to) * width, scale.shareBefore(Math.max(range.to, lane.to)) * width);
    const end = Math.max(start + MIN_WIDTH, answered);
    const left = Math.max(0, Math.min(start, width - MIN_WIDTH));
    const right = Math.max(left + MIN_WIDTH, Math.min(width, end));
    return [{ index, left, width: right - left, path: sizePath(lane.sizes, left, right, top, height) }];
  });
}

function sizePath(sizes: readonly number[], left: number, right: number, top: number, height: number): string {
  if (sizes.length === 0) return '';
  const step = (right - left) / Math.max(1, sizes.length - 1);
  const points = sizes.map((size, at) => `${round(left + at * step)} ${round(height * (1 - size / top))}`);
  const first = points[0] ?? '';
  const line = points.length === 1 ? `M${first}H${round(right)}` : `M${points.join('L')}`;
  return `${line}V${height}H${round(left)}Z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
