import { describe, expect, it } from 'vitest';
import { asObject, parseJson } from '../../lib/base/json';
import { largeSessionLines } from './large-session';

describe('the large session', () => {
  const lines = [...largeSessionLines(4_000_000, 7)];

  it('reaches the requested size and ends soon after', () => {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    expect(bytes).toBeGreaterThanOrEqual(4_000_000);
    expect(bytes).toBeLessThan(7_000_000);
  });

  it('consists of JSON records of the usual kinds', () => {
    const kinds = new Set<string>();
    for (const line of lines) {
      const record = parseJson(line);
      expect(record.ok).toBe(true);
      if (record.ok) kinds.add(String(asObject(record.value)?.subtype ?? asObject(record.value)?.type));
    }
    expect([...kinds].sort()).toEqual(['assistant', 'compact_boundary', 'custom-title', 'progress', 'user']);
  });

  it('is the same for the same seed, and different for another', () => {
    expect([...largeSessionLines(300_000, 7)]).toEqual(lines.slice(0, [...largeSessionLines(300_000, 7)].length));
    expect([...largeSessionLines(300_000, 8)][3]).not.toEqual(lines[3]);
  });
});
