import { describe, expect, it } from 'vitest';
import { wholeRange } from './call-range';
import { linePath, stepPath, stepsPath } from './line-path';

const placing = { x: (call: number) => call * 10, y: (value: number) => 100 - value };

describe('a line', () => {
  it('goes through every call while there are few', () => {
    expect(linePath(Float64Array.of(1, 2, 50), wholeRange(3), 3, placing, 100)).toBe('M0 99L10 98L20 50');
  });

  it('ends with the series, and breaks where a value is unknown', () => {
    const values = Float64Array.of(1, Number.NaN, 3, 4, 0);
    expect(linePath(values, wholeRange(5), 4, placing, 100)).toBe('M0 99M20 97L30 96');
  });

  it('extends one call beyond the visible range on both sides', () => {
    expect(linePath(new Float64Array(10), { from: 4, to: 6 }, 10, placing, 100)).toBe('M30 100L40 100L50 100L60 100');
  });

  it('keeps the peaks of many calls', () => {
    const values = new Float64Array(10_000);
    values[7_003] = 77;
    const path = linePath(values, wholeRange(10_000), 10_000, placing, 400);
    expect(path).toContain('L70030 23');
    expect(path.split('L').length).toBeLessThanOrEqual(400);
  });
});

describe('steps', () => {
  it('change only with the value, at the edge of the call', () => {
    const values = Float64Array.of(50, 50, 80, 80, 0);
    expect(stepPath(values, wholeRange(5), 4, placing)).toBe('M-5 50H15V20H45');
  });

  it('are empty if no call is visible', () => {
    expect(stepPath(Float64Array.of(50), wholeRange(1), 0, placing)).toBe('');
  });
});

describe('steps of a line that changes at a few calls', () => {
  const steps = [
    { from: 0, tokens: 50 },
    { from: 3, tokens: 80 },
    { from: 6, tokens: Number.NaN },
    { from: 8, tokens: 10 },
  ];

  it('go on to the end, and are interrupted where the line is unknown', () => {
    expect(stepsPath(steps, wholeRange(12), placing)).toBe('M-5 50H25V20H55M75 90H115');
  });

  it('are cut to the visible range', () => {
    expect(stepsPath(steps, { from: 4, to: 9 }, placing)).toBe('M35 20H55M75 90H85');
    expect(stepsPath(steps, { from: 6, to: 8 }, placing)).toBe('');
  });
});
