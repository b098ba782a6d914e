import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceCalls } from './reduce-calls';

describe('when calls are reduced', () => {
  it('all stay while there is room', () => {
    expect(reduceCalls(new Float64Array(9), { from: 2, to: 6 }, 4)).toEqual([2, 3, 4, 5]);
    expect(reduceCalls(new Float64Array(9), { from: 6, to: 6 }, 4)).toEqual([]);
  });

  it('the first, the last and all extremes stay in order, within the limit', () => {
    const values = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 10, maxLength: 500 });
    fc.assert(
      fc.property(values, fc.integer({ min: 4, max: 80 }), (list, most) => {
        const chosen = reduceCalls(Float64Array.from(list), { from: 0, to: list.length }, most);
        expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
        expect(chosen.length).toBeLessThanOrEqual(Math.max(most, 4));
        expect([chosen[0], chosen.at(-1)]).toEqual([0, list.length - 1]);
        const kept = chosen.map((call) => list[call] ?? Number.NaN);
        expect([Math.max(...kept), Math.min(...kept)]).toEqual([Math.max(...list), Math.min(...list)]);
      }),
    );
  });
});
