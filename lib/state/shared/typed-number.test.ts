import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberText, typedNumber } from './typed-number';

it.each([
  ['13000', 13_000],
  [' 13,000 ', 13_000],
  ['13 000', 13_000],
  ['13_000', 13_000],
  ['13k', 13_000],
  ['1.5 M', 1_500_000],
  ['.5', 0.5],
  ['1.', 1],
  ['-3', -3],
  ['1.005k', 1_005],
])('accepts "%s" as a number', (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

it.each(['', '-', '.', 'never', '12 tokens', '1e5', '0x10', '1.2.3', 'k', 'NaN', 'Infinity'])(
  'rejects "%s" as a number',
  (text) => {
    expect(typedNumber(text)).toBeUndefined();
  },
);

it('round-trips', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.constantFrom(1, 2, 10, 100), (whole, parts) => {
      expect(typedNumber(numberText(whole / parts))).toBeCloseTo(whole / parts, 4);
    }),
  );
});
