import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { type NumberRange, sweepableSettings } from '../../series/tables/sweepable-settings';
import { sweepProblem, sweepScale, sweepValues, usualRange } from './sweep-range';

const WINDOW = 200_000;
const tokens: NumberRange = { unit: 'tokens', min: 0, max: 10_000_000, step: 1_000 };
const results: NumberRange = { unit: 'results', min: 1, max: 1_000, step: 1 };
const share: NumberRange = { unit: 'share', min: 0.05, max: 1, step: 0.01 };

describe('the default range', () => {
  it('extends to four times the value, or four times the default if that is more', () => {
    expect(usualRange({ ...tokens, default: 13_000 }, 20_000, WINDOW)).toEqual({ from: 0, to: 80_000 });
    expect(usualRange({ ...tokens, default: 13_000 }, 3_000, WINDOW)).toEqual({ from: 0, to: 52_000 });
  });

  it('has at least forty steps, if the setting has as many', () => {
    expect(usualRange({ ...results, default: 5 }, 5, WINDOW)).toEqual({ from: 1, to: 41 });
    expect(usualRange({ ...results, max: 10 }, 3, WINDOW)).toEqual({ from: 1, to: 10 });
  });

  it('is the whole range of a share', () => {
    expect(usualRange({ ...share, default: 0.75 }, 0.6, WINDOW)).toEqual({ from: 0.05, to: 1 });
  });

  it('does not exceed what fits in the window, even if the value does', () => {
    expect(usualRange({ ...tokens, default: 10_000_000 }, 10_000_000, WINDOW)).toEqual({ from: 0, to: WINDOW });
    expect(usualRange({ ...tokens, unit: 'characters' }, 700_000, WINDOW)).toEqual({ from: 0, to: 4 * WINDOW });
  });

  it('is everything if neither the value nor the default gives a scale', () => {
    expect(usualRange({ ...tokens, default: 0 }, 0, WINDOW)).toEqual({ from: 0, to: WINDOW });
    expect(usualRange(results, undefined, WINDOW)).toEqual({ from: 1, to: 1_000 });
  });
});

describe('the values', () => {
  it('are even, round and include both ends', () => {
    expect(sweepValues({ from: 0, to: 50_000 }, 6, 1_000, undefined)).toEqual([
      0, 10_000, 20_000, 30_000, 40_000, 50_000,
    ]);
    expect(sweepValues({ from: 0, to: 10_000 }, 4, 1_000, undefined)).toEqual([0, 3_000, 7_000, 10_000]);
    expect(sweepValues({ from: 0.1, to: 0.7 }, 7, 0.01, undefined)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  });

  it('are as round as their distance, and whole multiples of the step', () => {
    expect(sweepValues({ from: 10_000, to: 10_100 }, 5, 1_000, undefined)).toEqual([
      10_000, 10_030, 10_050, 10_080, 10_100,
    ]);
    expect(sweepValues({ from: 1, to: 4 }, 40, 1, undefined)).toEqual([1, 2, 3, 4]);
  });

  it('include the current value in its place, unless it is outside', () => {
    expect(sweepValues({ from: 0, to: 10_000 }, 3, 1_000, 1_234)).toEqual([0, 1_234, 5_000, 10_000]);
    expect(sweepValues({ from: 0, to: 10_000 }, 3, 1_000, 20_000)).toEqual([0, 5_000, 10_000]);
  });

  it('grow by factors in a huge range, starting at zero if the range does', () => {
    const values = sweepValues({ from: 0, to: 1_000_000 }, 7, 10, undefined);
    expect(values).toEqual([0, 60, 450, 3_150, 21_530, 146_770, 1_000_000]);
  });

  it('of every setting of every preset ascend, start and end with the range, and can be swept', () => {
    for (const policy of policies) {
      for (const { range, value } of sweepableSettings(policy, { window: WINDOW, version: undefined }).flatMap(
        ({ settings }) => settings,
      )) {
        const usual = usualRange(range, value, WINDOW);
        const values = sweepValues(usual, 40, range.step, value);
        expect(sweepProblem(usual, 40, range)).toBeUndefined();
        expect([values[0], values.at(-1)]).toEqual([usual.from, usual.to]);
        expect(values.every((each, place) => place === 0 || each > (values[place - 1] ?? each))).toBe(true);
        expect(values.length).toBeLessThanOrEqual(43);
      }
    }
  });
});

it('are logarithmic only in huge ranges', () => {
  expect(sweepScale({ from: 0, to: 200_000 }, 40, 1_000).isLogarithmic).toBe(false);
  expect(sweepScale({ from: 0, to: 200_000 }, 40, 10).isLogarithmic).toBe(true);
  expect(sweepScale({ from: 1_000, to: 200_000 }, 40, 10).isLogarithmic).toBe(false);
});

it.each([
  [{ from: -1, to: 5 }, 40, 'the setting takes values from 1 to 1,000'],
  [{ from: 1, to: 2_000 }, 40, 'the setting takes values from 1 to 1,000'],
  [{ from: Number.NaN, to: 5 }, 40, 'the setting takes values from 1 to 1,000'],
  [{ from: 1, to: 2.5 }, 40, 'the setting takes whole numbers'],
  [{ from: 5, to: 5 }, 40, 'the first value must be below the last'],
  [{ from: 1, to: 5 }, 1, 'there can be 2 to 200 values'],
  [{ from: 1, to: 5 }, 2.5, 'there can be 2 to 200 values'],
  [{ from: 1, to: 5 }, 40, undefined],
])('check %o by %s: %s', (range, count, problem) => {
  expect(sweepProblem(range, count, results)).toBe(problem);
});
