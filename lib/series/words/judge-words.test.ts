import { expect, test } from 'vitest';
import type { Finding, Trial } from '../../judge/trial';
import { findingCounts, ratingText } from './judge-words';

const trial = (finding: Finding): Trial => ({ answers: {}, ratings: {}, found: { q1: { finding, reason: '' } } });

test('points are shown with their spread, if any', () => {
  expect(ratingText({ least: 3, median: 4, most: 5 })).toBe('4 (3–5)');
  expect(ratingText({ least: 4, median: 4, most: 4 })).toBe('4');
});

test('findings are counted across repeats', () => {
  expect(findingCounts([trial('right'), trial('wrong'), trial('right')], 'q1')).toBe('2 right, 1 wrong');
  expect(findingCounts([], 'q1')).toBe('');
});
