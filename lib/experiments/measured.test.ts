import { describe, expect, it } from 'vitest';
import { measured } from './measured';

describe('[V1] the median of several values', () => {
  it('is missing without values, and alone for one', () => {
    expect(measured([])).toBeUndefined();
    expect(measured([0.4])).toEqual({ count: 1, median: 0.4, low: 0.4, high: 0.4, interval: 'none' });
  });

  it('has minimum and maximum for two to four values, in any order', () => {
    expect(measured([3, 1])).toEqual({ count: 2, median: 2, low: 1, high: 3, interval: 'range' });
    expect(measured([9, 1, 3, 4])).toEqual({ count: 4, median: 3.5, low: 1, high: 9, interval: 'range' });
  });

  it('has quartiles from five values on, between neighbours in proportion', () => {
    expect(measured([5, 1, 2, 4, 100])).toEqual({ count: 5, median: 4, low: 2, high: 5, interval: 'quartiles' });
    expect(measured([0, 10, 20, 30, 40, 50])).toEqual({
      count: 6,
      median: 25,
      low: 12.5,
      high: 37.5,
      interval: 'quartiles',
    });
  });
});
