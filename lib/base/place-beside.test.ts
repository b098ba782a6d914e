import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, placeBeside } from './place-beside';

const view = { width: 1_440, height: 900 };
const size = { width: 320, height: 140 };

describe('a popover', () => {
  test.each([
    ['a column at the left', { left: 0, top: 100, width: 300, height: 800 }, { left: 312, top: 100 }],
    ['a column at the right', { left: 1_120, top: 100, width: 320, height: 800 }, { left: 788, top: 100 }],
    ['a wide thing above', { left: 300, top: 100, width: 820, height: 400 }, { left: 300, top: 512 }],
    ['a wide thing below', { left: 300, top: 500, width: 820, height: 400 }, { left: 300, top: 348 }],
  ])('is placed beside %s', (_, target, place) => {
    expect(placeBeside(target, size, view)).toMatchObject(place);
  });

  test('is placed at the lower edge if there is no room elsewhere', () => {
    const placed = placeBeside({ left: 0, top: 50, width: 390, height: 2_000 }, size, { width: 390, height: 800 });
    expect(placed).toEqual({ left: 35, top: 652, seen: { left: 0, top: 50, width: 390, height: 590 } });
  });

  test('never covers its visible target, and stays within the view', () => {
    const side = fc.integer({ min: 400, max: 2_000 });
    const aView = fc.record({ width: side, height: side });
    const length = fc.integer({ min: 1, max: 3_000 });
    const place = fc.integer({ min: -1_000, max: 2_000 });
    const aTarget = fc.record({ left: place, top: place, width: length, height: length });
    fc.assert(
      fc.property(aTarget, aView, (target, anyView) => {
        const { left, top, seen } = placeBeside(target, size, anyView);
        const popover = { left, top, ...size };
        expect(overlaps(popover, seen)).toBe(false);
        expect(left >= 0 && left + size.width <= anyView.width).toBe(true);
        expect(top >= 0 && top + size.height <= anyView.height).toBe(true);
      }),
    );
  });
});

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
