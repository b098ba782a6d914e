import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from './apportion';

describe('apportion', () => {
  it('gives the rounding remainder to those that lost most', () => {
    expect([...apportion([1, 1, 1], 10)]).toEqual([4, 3, 3]);
    expect([...apportion([0.5, 2.6, 2.9], 6)]).toEqual([0, 3, 3]);
  });

  it('gives everything to the first if all shares are zero', () => {
    expect([...apportion([0, 0], 7)]).toEqual([7, 0]);
    expect([...apportion([], 7)]).toEqual([]);
  });

  it('adds up exactly and stays within one of the exact share', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(shares, fc.nat(2_000_000), (values, total) => {
        const whole = [...apportion(values, total)];
        const sum = values.reduce((all, value) => all + value, 0);
        expect(whole.reduce((all, value) => all + value, 0)).toBe(total);
        whole.forEach((value, index) => {
          expect(Number.isInteger(value) && value >= 0).toBe(true);
          if (sum > 0) expect(Math.abs(value - ((values[index] ?? 0) / sum) * total)).toBeLessThan(1.000001);
        });
      }),
    );
  });
});
