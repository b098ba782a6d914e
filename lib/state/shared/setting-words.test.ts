import { expect, test } from 'vitest';
import { noCosts } from '../../economics/cost';
import { sweepMeasures } from '../../series/tables/sweep-series';
import { effectlessWords, rowWords, valueWords } from './setting-words';

test('writes a value with its unit, a switch as on or off, and nothing as not set', () => {
  expect([
    valueWords(13_000, 'tokens'),
    valueWords(83.5, 'percent'),
    valueWords(0.75, 'share'),
    valueWords(true),
    valueWords(false),
    valueWords('never', 'characters'),
    valueWords(undefined, 'tokens'),
  ]).toEqual(['13,000 tokens', '83.5 %', '0.75', 'on', 'off', 'never', 'not set']);
});

test('lists ranges without effect with the number of values tried, longest first', () => {
  const ranges = [
    { from: 10, to: 20, tried: 2 },
    { from: 40_000, to: 90_000, tried: 12 },
  ];
  expect(effectlessWords(ranges, 'tokens')).toEqual([
    'No effect on this session from 40,000 to 90,000 tokens (12 values tried).',
    'No effect on this session from 10 to 20 tokens (2 values tried).',
  ]);
  expect(effectlessWords([{ from: 0, to: 1, tried: 40 }], 'share')).toEqual([
    'No effect on this session from 0 to 1 (40 values tried).',
  ]);
});

test('reads a row out with everything known about it', () => {
  const totals = {
    peak: 166_201,
    sent: 0,
    cacheRead: 0,
    cacheWrite: 0,
    uncached: 0,
    output: 0,
    cost: { dollars: 12.306, known: 3, unknown: 0 },
    modelCalls: 0,
  };
  const row = { value: 13_000, compactions: 3, peak: 166_201, totals };
  expect(rowWords(sweepMeasures, row, 'tokens')).toBe('13,000 tokens: compactions 3, peak 166,201 tokens, cost $12.31');
  expect(rowWords(sweepMeasures, { ...row, totals: { ...totals, cost: noCosts }, deadAt: 80 }, 'tokens')).toBe(
    '13,000 tokens: compactions 3, peak 166,201 tokens, dead from call 81',
  );
});
