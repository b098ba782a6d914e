import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberSpec } from '../../layers/shape/setting';
import { policies } from '../../policies/index';
import { settingsOf } from '../../policies/shape/settings-of';
import { placeOf, scaleOf, valueAfterKey, valueAt } from './setting-scale';

const WINDOW = 200_000;
const buffer = scaleOf({ min: 0, max: 10_000_000, step: 1_000, unit: 'tokens' }, WINDOW);
const limit = scaleOf({ min: 100, max: 10_000_000, step: 1_000, unit: 'characters' }, WINDOW);
const share = scaleOf({ min: 0.05, max: 1, step: 0.01, unit: 'share' }, WINDOW);

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

describe('the scale of a slider', () => {
  it('ends at the window for tokens, and otherwise at the end of the range', () => {
    expect([buffer.max, limit.max, share.max]).toEqual([WINDOW, 10_000_000, 1]);
    expect(scaleOf({ min: 0, max: 64_000, step: 500, unit: 'tokens' }, WINDOW).max).toBe(64_000);
  });

  it('has room to move if the window is smaller than the smallest value', () => {
    expect(scaleOf({ min: 1_000, max: 10_000_000, step: 1_000, unit: 'tokens' }, 500).max).toBe(2_000);
  });

  it('is logarithmic if a step would be less than a pixel', () => {
    expect([buffer.isLogarithmic, limit.isLogarithmic, share.isLogarithmic]).toEqual([false, true, false]);
  });

  it('gives room to the small values of a huge range', () => {
    expect(placeOf(limit, 20_000)).toBeGreaterThan(0.3);
    expect(placeOf(limit, 200_000)).toBeLessThan(0.6);
  });

  it('shows a value beyond it at its end', () => {
    expect([placeOf(buffer, 5_000_000), placeOf(buffer, -1)]).toEqual([1, 0]);
  });
});

describe('a drag', () => {
  it('reaches whole steps and both ends', () => {
    expect(valueAt(buffer, 0.0666)).toBe(13_000);
    expect([valueAt(limit, 0), valueAt(limit, 1)]).toEqual([100, 10_000_000]);
    expect(valueAt(limit, placeOf(limit, 50_400))).toBe(50_000);
    expect(valueAt(share, placeOf(share, 0.29))).toBe(0.29);
  });

  const specs = new Set(policies.flatMap((policy) => settingsOf(policy).map(({ spec }) => spec)));
  const numbers = [...specs].filter((spec): spec is NumberSpec => spec.type === 'number');

  it('stays within the range of a setting, and increases to the right', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...numbers), place, place, (spec, one, other) => {
        const scale = scaleOf(spec, WINDOW);
        const [left, right] = [Math.min(one, other), Math.max(one, other)].map((at) => valueAt(scale, at));
        expect(left).toBeGreaterThanOrEqual(spec.min);
        expect(right).toBeLessThanOrEqual(spec.max);
        expect(right).toBeGreaterThanOrEqual(left ?? Number.NaN);
      }),
    );
  });

  it('can leave every setting at its default', () => {
    for (const spec of numbers) {
      const scale = scaleOf(spec, 1_000_000);
      const reached = Math.min(spec.default, scale.max);
      expect(valueAt(scale, placeOf(scale, reached))).toBe(reached);
    }
  });
});

describe('the keys of a slider', () => {
  it('move by one step, with Shift by ten', () => {
    expect(valueAfterKey(buffer, 13_000, key('ArrowRight'))).toBe(14_000);
    expect(valueAfterKey(buffer, 13_000, key('ArrowDown'))).toBe(12_000);
    expect(valueAfterKey(buffer, 13_000, key('ArrowUp', true))).toBe(23_000);
    expect(valueAfterKey(buffer, 13_000, key('ArrowLeft', true))).toBe(3_000);
    expect(valueAfterKey(buffer, 13_000, key('PageUp'))).toBe(23_000);
    expect(valueAfterKey(buffer, 13_000, key('PageDown'))).toBe(3_000);
  });

  it('stop at the ends, and jump there', () => {
    expect(valueAfterKey(buffer, 199_500, key('ArrowRight', true))).toBe(WINDOW);
    expect(valueAfterKey(limit, 900, key('ArrowLeft'))).toBe(100);
    expect([valueAfterKey(limit, 900, key('Home')), valueAfterKey(limit, 900, key('End'))]).toEqual([100, 10_000_000]);
  });

  it('move a value between two steps to the nearer one', () => {
    expect(valueAfterKey(buffer, 13_400, key('ArrowRight'))).toBe(14_000);
    expect(valueAfterKey(buffer, 13_400, key('ArrowLeft'))).toBe(13_000);
  });

  it('neither lose nor double a fractional step', () => {
    let value = 0.05;
    for (let step = 0; step < 60; step++) value = valueAfterKey(share, value, key('ArrowRight')) ?? Number.NaN;
    expect(value).toBe(0.65);
    for (let step = 0; step < 60; step++) value = valueAfterKey(share, value, key('ArrowLeft')) ?? Number.NaN;
    expect(value).toBe(0.05);
  });

  it('ignore other keys', () => {
    expect(valueAfterKey(buffer, 13_000, key('j'))).toBeUndefined();
  });
});
