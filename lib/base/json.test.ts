import { describe, expect, it } from 'vitest';
import { asCount, asNumber, asObject, asTimeMs, boundedDepth, type Json, parseJson } from './json';

it('handles numbers that overflow and objects that look like arrays', () => {
  expect(asNumber(JSON.parse('1e999') as Json)).toBeUndefined();
  expect(asCount(-1)).toBeUndefined();
  expect(asObject([])).toBeUndefined();
  expect(asObject(null)).toBeUndefined();
});

it('keeps a __proto__ key as an ordinary key', () => {
  const parsed = parseJson('{"__proto__": {"polluted": true}}');
  expect(parsed.ok).toBe(true);
  if (!parsed.ok) return;
  expect(boundedDepth(parsed.value).value).toEqual(JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe('time', () => {
  it.each([
    ['2026-03-01T10:00:00.000Z', 1_772_359_200_000],
    [1_772_359_200, 1_772_359_200_000],
    [1_772_359_200.5, 1_772_359_200_500],
    [1_772_359_200_000, 1_772_359_200_000],
    ['1772359200000000000', 1_772_359_200_000],
  ])('reads %s in the right unit', (value, expected) => expect(asTimeMs(value)).toBe(expected));

  it.each(['', 'yesterday', 0, null])('rejects %j', (value) => expect(asTimeMs(value)).toBeUndefined());

  it.each([-5, -1e300, 8.64e21, 1e308])('%j is a date, if not a plausible one', (value) => {
    expect(Number.isNaN(new Date(asTimeMs(value) ?? Number.NaN).getTime())).toBe(false);
  });
});

describe('depth', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as Json;

  it('returns shallow values unchanged, without a copy', () => {
    const value = nested(100);
    expect(boundedDepth(value)).toEqual({ value, cut: false });
    expect(boundedDepth(value).value).toBe(value);
  });

  it('cuts what would overflow a recursion, and reports it', () => {
    const { value, cut } = boundedDepth(nested(10_000));
    expect(cut).toBe(true);
    expect(() => JSON.stringify(value)).not.toThrow();
  });
});
