import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadLabels } from './spread-labels';

describe('labels', () => {
  it('stay in place if none overlap', () => {
    expect(spreadLabels([100, 0, 40], 15, 200)).toEqual([100, 0, 40]);
  });

  it('move apart as little as necessary, half each', () => {
    expect(spreadLabels([100, 105], 15, 200)).toEqual([95, 110]);
    expect(spreadLabels([50, 50, 50], 10, 200)).toEqual([40, 50, 60]);
  });

  it('stay within bounds', () => {
    expect(spreadLabels([0, 0, 200, 200], 15, 200)).toEqual([0, 15, 185, 200]);
  });

  it('never overlap and keep their order, whatever their positions', () => {
    const wanted = fc.array(fc.double({ min: -50, max: 300, noNaN: true }), { maxLength: 10 });
    fc.assert(
      fc.property(wanted, (places) => {
        const spread = spreadLabels(places, 15, 250);
        const order = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
        const inOrder = order.map((label) => spread[label] ?? Number.NaN);
        for (const [index, place] of inOrder.entries()) {
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(250);
          if (index > 0) expect(place - (inOrder[index - 1] ?? 0)).toBeGreaterThan(15 - 1e-6);
        }
      }),
    );
  });
});
