import { describe, expect, test } from 'vitest';
import { paneSizes, sizeAfterKey, sizeWithin } from './pane-sizes';

const { left, right, chart } = paneSizes;

describe('the size of a pane', () => {
  test('stays within its limits, in whole pixels', () => {
    expect([0, 300.4, 9_999].map((width) => sizeWithin(left, width))).toEqual([left.least, 300, left.most]);
  });

  test('follows the separator, in the direction of the arrow key', () => {
    expect(sizeAfterKey('ArrowRight', 300, 'left')).toBe(316);
    expect(sizeAfterKey('ArrowLeft', 300, 'left')).toBe(284);
    expect(sizeAfterKey('ArrowRight', 300, 'right')).toBe(284);
    expect(sizeAfterKey('ArrowLeft', 300, 'right')).toBe(316);
    expect(sizeAfterKey('ArrowDown', 300, 'chart')).toBe(316);
    expect(sizeAfterKey('ArrowUp', 300, 'chart')).toBe(284);
    expect(sizeAfterKey('ArrowLeft', left.least, 'left')).toBe(left.least);
  });

  test('has keys for minimum, maximum and default', () => {
    const keys = ['Home', 'End', 'Enter'];
    expect(keys.map((key) => sizeAfterKey(key, 333, 'right'))).toEqual([right.least, right.most, right.usual]);
    expect(keys.map((key) => sizeAfterKey(key, 333, 'chart'))).toEqual([chart.least, chart.most, null]);
  });

  test('ignores other keys, and the arrows of the other direction', () => {
    expect(sizeAfterKey('Tab', 300, 'left')).toBeUndefined();
    expect(sizeAfterKey('ArrowUp', 300, 'left')).toBeUndefined();
    expect(sizeAfterKey('ArrowLeft', 300, 'chart')).toBeUndefined();
  });
});
