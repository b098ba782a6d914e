import { expect, it } from 'vitest';
import type { ChildLane } from '../../simulator/children/child-lane';
import { laneShapes } from './lane-shapes';
import { callScale } from './plot-scale';

function lane(from: number, to: number, sizes: readonly number[] = [100, 200]): ChildLane {
  const peakTokens = Math.max(...sizes, 0);
  return {
    title: 'a',
    from,
    to,
    placedBy: 'call',
    calls: sizes.length,
    sizes,
    peakTokens,
    isEstimate: false,
    carriedTokens: 100,
    returnedTokens: 10,
    sentTokens: 300,
  };
}

const size = { width: 1000, height: 10 };

function shapes(lanes: readonly ChildLane[], from = 0, to = 10) {
  return laneShapes(lanes, { from, to }, callScale({ from, to }), size);
}

it('[O4] a lane reaches from the middle of one call to the middle of another', () => {
  expect(shapes([lane(2, 5)])).toEqual([{ index: 0, left: 250, width: 300, path: 'M250 5L550 0V10H250Z' }]);
});

it('[O4] a lane without an answer reaches to the end, and none is too narrow to press', () => {
  expect(shapes([lane(8, 10), lane(9, 10), lane(4, 4)])).toMatchObject([
    { left: 850, width: 150 },
    { left: 950, width: 50 },
    { left: 450, width: 24 },
  ]);
});

it('[O4] all lanes have the same scale', () => {
  const [small, large] = shapes([lane(0, 1, [50, 100]), lane(0, 1, [200, 200])]);
  expect(small?.path).toBe('M50 7.5L150 5V10H50Z');
  expect(large?.path).toBe('M50 0L150 0V10H50Z');
  expect(shapes([lane(0, 1, []), lane(0, 1, [100])]).map(({ path }) => path)).toEqual(['', 'M50 0H150V10H50Z']);
});

it('[O4] zoomed, only lanes that reach into the calls shown are there, cut at its edges', () => {
  const found = shapes([lane(0, 2), lane(3, 6), lane(7, 9), lane(1, 9)], 4, 7);
  expect(found.map(({ index }) => index)).toEqual([1, 3]);
  expect(found[0]).toMatchObject({ left: 0 });
  expect(found[1]).toMatchObject({ left: 0, width: 1000 });
});
