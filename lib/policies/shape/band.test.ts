import { expect, it } from 'vitest';
import { tutorial } from '../presets/tutorial';
import { bandOf } from './band';

it.each([
  [0, 'free'],
  [99_999, 'free'],
  [100_000, 'attention'],
  [139_999, 'attention'],
  [140_000, 'warning'],
  [166_999, 'warning'],
  [167_000, 'auto'],
  [179_999, 'auto'],
  [180_000, 'danger'],
  [250_000, 'danger'],
] as const)('[W8] [W7] %i of a raw window of 200,000 is %s', (used, band) => {
  expect(bandOf(used, 200_000, tutorial.bands ?? [])).toBe(band);
});

it('[W8] without bands, all of it is free', () => {
  expect(bandOf(200_000, 200_000, [])).toBe('free');
});
