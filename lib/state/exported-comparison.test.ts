import { describe, expect, test } from 'vitest';
import { parseJson } from '../base/json';
import type { ListedScore } from '../worker/compaction-messages';
import { comparisonAsJson, comparisonAsMarkdown } from './exported-comparison';
import type { RunResult } from './prompt-run';

const score: ListedScore = {
  id: 'used-later',
  count: 1,
  of: 2,
  itemsInAll: 2,
  items: [
    { state: 'found', text: 'src/a.ts', marks: [] },
    { state: 'missing', text: '40 ms', marks: [] },
  ],
};
const result: RunResult = {
  text: 'a ```` b',
  tokens: 6,
  scores: [score],
  sent: { timeMs: 5, tries: 1, dollars: 0.25 },
};
const comparison = {
  session: 'One | two',
  call: 19,
  round: 0,
  columns: [
    { title: 'Nine | sections', result },
    { title: 'Offline', result: { text: 'x', tokens: 1, scores: [score] } },
  ],
};

describe('the columns as a file', () => {
  test('Markdown has every score, what was forgotten, and the text as it is', () => {
    const text = comparisonAsMarkdown(comparison);
    expect(text).toContain('before call 20, round 1');
    expect(text).toContain('|  | Nine \\| sections | Offline |');
    expect(text).toContain('| K2 Used later and kept | 1 of 2 values | 1 of 2 values |');
    expect(text).toContain('| Cost | $0.250 |  |');
    expect(text).toContain('`````text\na ```` b\n`````');
    expect(text).toContain('Forgotten and used later:\n\n- 40 ms');
    expect(text).toContain('upper bound');
  });

  test('JSON has all of it, calls counted from 1', () => {
    expect(parseJson(comparisonAsJson(comparison))).toMatchObject({
      ok: true,
      value: { highwater: 'prompts', version: 1, call: 20, columns: [{ text: 'a ```` b' }, { title: 'Offline' }] },
    });
  });
});
