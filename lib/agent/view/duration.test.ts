import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationText, parseDuration } from './duration';

const MINUTE_MS = 60_000;

it.each([
  ['90m', 90, '1 hour 30 minutes'],
  ['1h', 60, '1 hour'],
  ['1D', 1_440, '1 day'],
  [' 2d12h ', 3_600, '2 days 12 hours'],
  ['1d 1d', 2_880, '2 days'],
  ['1000d', 1_440_000, '1,000 days'],
])('reads %s', (typed, minutes, words) => {
  expect(parseDuration(typed)).toEqual({ ok: true, value: minutes * MINUTE_MS });
  expect(durationText(minutes * MINUTE_MS)).toBe(words);
});

it.each([
  ['', /^\/wait takes a time/],
  ['soon', /^"soon" is not a time\./],
  ['-1h', /is not a time/],
  ['1.5h', /is not a time/],
  ['60', /is not a time/],
  ['1h of rest', /is not a time/],
  ['0m', /is no time at all/],
  ['1001d', /is more than 1,000 days/],
  ['999999999d 999999999d', /is more than/],
  ['9'.repeat(5_000), /^"9{40}" is not a time/],
])('rejects %s', (typed, why) => {
  const parsed = parseDuration(typed);
  expect(parsed.ok ? parsed.value : parsed.error).toMatch(why);
});

it('reads back what it says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_440_000 }), (minutes) => {
      const typed = durationText(minutes * MINUTE_MS)
        .replaceAll(',', '')
        .replaceAll(/ ([dhm])[a-z]*/g, '$1');
      expect(parseDuration(typed)).toEqual({ ok: true, value: minutes * MINUTE_MS });
    }),
  );
});
