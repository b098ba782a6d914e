import { describe, expect, test } from 'vitest';
import { formatBytes } from './format-bytes';
import { exactNumber, percent, shortNumber } from './format-number';

describe('shortNumber', () => {
  test('small numbers are written out', () => {
    expect([0, 7, 999].map(shortNumber)).toEqual(['0', '7', '999']);
  });

  test('thousands, millions and billions have one decimal', () => {
    expect([1000, 171_220, 1_000_000, 2_340_000_000].map(shortNumber)).toEqual(['1.0k', '171.2k', '1.0M', '2.3G']);
  });

  test('a number just below a unit uses the unit it rounds to', () => {
    expect([999_960, 999_940].map(shortNumber)).toEqual(['1.0M', '999.9k']);
  });
});

test('exactNumber separates thousands', () => {
  expect(exactNumber(171_220)).toBe('171,220');
});

test('percent never shows a nonzero share as zero', () => {
  expect([0, 0.0001, 0.034, 0.5, 1].map(percent)).toEqual(['0.0 %', '< 0.1 %', '3.4 %', '50 %', '100 %']);
  expect([0.994, 0.998, 0.9999].map(percent)).toEqual(['99 %', '99.8 %', '> 99.9 %']);
});

test('formatBytes uses decimal units', () => {
  expect([0, 999, 1500, 4_139_145, 25_000_000, 10_700_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '4.1 MB',
    '25 MB',
    '11 GB',
  ]);
});
