import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, type Standing, sizeDifference } from './clear-difference';

const of = (total: number, ...counts: readonly number[]): Standing => ({
  answers: counts.map((count) => ({ count, of: total })),
  isFixed: false,
});
const fixed = (total: number, count: number): Standing => ({ answers: [{ count, of: total }], isFixed: true });

describe('[K15] one answer each', () => {
  it('is clear if a coin would hardly ever fall so', () => {
    expect(difference(of(30, 13), of(30, 17), { first: 1, second: 5 })).toMatchObject({
      type: 'unclear',
      by: 'counts',
    });
    const six = difference(of(6, 6), of(6, 0), { first: 6, second: 0 });
    expect(six).toEqual({ type: 'clear', by: 'counts', chance: expect.closeTo(2 / 64, 10) });
    expect(difference(of(6, 5), of(6, 0), { first: 5, second: 0 })).toMatchObject({ type: 'unclear' });
    expect(difference(of(1_700, 300), of(1_700, 200), { first: 150, second: 50 })).toMatchObject({ type: 'clear' });
  });

  it('is none if the shares are equal, whatever the items, and if there was nothing to score', () => {
    expect(difference(of(30, 13), of(30, 13), { first: 4, second: 4 })).toEqual({ type: 'none' });
    expect(difference(of(0, 0), of(0, 0), undefined)).toEqual({ type: 'none' });
  });

  it('compares shares if the items are not the same, as of the paths that a summary names', () => {
    // By Fisher's exact test, as in its textbook example of tea: 3 of 4 against 1 of 4.
    expect(difference(of(4, 3), of(4, 1), undefined)).toEqual({
      type: 'unclear',
      by: 'counts',
      chance: expect.closeTo(34 / 70, 10),
    });
    expect(difference(of(15, 0), of(27, 12), undefined)).toMatchObject({ type: 'clear' });
  });
});

describe('[K15] repeats', () => {
  it('are clearly different if their ranges are apart, and there are enough of them', () => {
    const items = { first: 0, second: 30 };
    expect(difference(of(30, 10, 12, 11), of(30, 13, 15, 14), items)).toEqual({
      type: 'clear',
      by: 'spread',
      chance: expect.closeTo(0.1, 10),
    });
    expect(difference(of(30, 10, 12), of(30, 13, 15), items)).toMatchObject({ type: 'unclear', by: 'spread' });
    expect(difference(of(30, 10, 13, 11), of(30, 13, 15, 14), items)).toMatchObject({ type: 'unclear', chance: 1 });
  });

  it('are compared with what is always the same by the side on which they all are', () => {
    expect(difference(fixed(30, 9), of(30, 10, 12, 11, 14, 15), undefined)).toMatchObject({ type: 'clear' });
    expect(difference(of(30, 10, 12, 11), fixed(30, 9), undefined)).toMatchObject({ type: 'unclear', by: 'spread' });
  });

  it('decide only on both sides: one answer of a model has no spread', () => {
    expect(difference(of(30, 20), of(30, 10, 11, 12), { first: 10, second: 0 })).toMatchObject({ by: 'counts' });
    expect(difference(fixed(30, 20), fixed(30, 10), { first: 10, second: 0 })).toMatchObject({ by: 'counts' });
  });
});

it('[K15] sizes differ clearly from a tenth on', () => {
  expect(sizeDifference(100, 100)).toEqual({ type: 'none' });
  expect(sizeDifference(100, 91)).toEqual({ type: 'unclear', by: 'size' });
  expect(sizeDifference(100, 90)).toEqual({ type: 'clear', by: 'size' });
});

it('[K15] a difference is the same in both directions, and its chance is one', () => {
  const count = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })).map(([a, b]) => ({
    count: Math.min(a, b),
    of: Math.max(a, b),
  }));
  const standing = fc.record({ answers: fc.array(count, { minLength: 1, maxLength: 5 }), isFixed: fc.constant(false) });
  fc.assert(
    fc.property(standing, standing, (a, b) => {
      const [there, back] = [difference(a, b, undefined), difference(b, a, undefined)];
      expect(back.type).toBe(there.type);
      if (there.type === 'none' || there.by === 'size') return;
      expect(there.chance).toBeGreaterThan(0);
      expect(there.chance).toBeLessThanOrEqual(1);
    }),
  );
});
