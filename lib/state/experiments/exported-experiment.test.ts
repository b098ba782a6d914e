import { describe, expect, it } from 'vitest';
import type { StoredAnswer } from './experiment-record';
import { experimentOf } from './experiments.test-support';
import { experimentCsv, experimentJson, experimentMarkdown } from './exported-experiment';

const base = experimentOf(1);
const experiment = experimentOf(1, {
  title: 'A | B',
  boundaries: base.boundaries.map((boundary) => ({ ...boundary, title: `=${boundary.title}` })),
  thresholds: { 'used-later': 0.5 },
});
const usage = { input: 10, cacheRead: 20, cacheWrite5m: 30, cacheWrite1h: 0, output: 40 };

function answer(row: string, boundary: string, repeat: number, count: number): StoredAnswer {
  return {
    id: `${row}-${boundary}-${repeat}`,
    job: `${row}.${boundary}.${repeat}`,
    row,
    boundary,
    repeat,
    atMs: Date.UTC(2026, 10, 19, 12, 0, repeat),
    state: 'whole',
    text: 'A summary.',
    tokens: 12,
    scores: [{ id: 'used-later', count, of: 10 }],
    isBillUnknown: false,
    ...(row === 'r3' ? {} : { sent: { usage, dollars: 0.25, timeMs: 1_500, tries: 1 } }),
  };
}

const answers = [answer('r1', 'b1', 1, 4), answer('r1', 'b1', 2, 8), answer('r3', 'b1', 1, 3)];

describe('an exported experiment', () => {
  it('has a line for each answer as CSV, and no title as a formula', () => {
    const [head, first, , third] = experimentCsv({ experiment, answers }).split('\r\n');
    expect(head?.split(',').slice(0, 9)).toEqual([
      'session',
      'call',
      'boundary',
      'source',
      'version',
      'model',
      'repeat',
      'ended',
      'state',
    ]);
    expect(head).toMatch(/judged,Used later and kept,"Used later and kept, of"$/);
    expect(first).toContain("'=one,11,recorded,");
    expect(first).toContain(',2026-11-19T12:00:01.000Z,whole,0.25,1.5,60,40,12,1,,,4,10');
    expect(third).toContain('offline,,,1,');
  });

  it('has the matrix of a score as Markdown, with thresholds, time and cost', () => {
    const text = experimentMarkdown({ experiment, answers }, 'used-later');
    expect(text).toContain('# A | B');
    expect(text).toContain('Threshold: at least 50 %.');
    const line = text.split('\n').find((each) => each.startsWith('| Nine sections'));
    expect(line).toBe(
      '| Nine sections, claude-sonnet-5-5 | 60 %, 1 of 1 pass |  | 60 % (40–80 %), passes |  | $0.500 | 1.5 | 12 |',
    );
    expect(text).toContain('Paid: $0.500.');
  });

  it('has everything as JSON, with calls from 1 as in the page', () => {
    const read = JSON.parse(experimentJson({ experiment, answers }));
    expect(read.answers).toEqual(answers);
    expect(read.experiment.boundaries[0]).toMatchObject({ call: 11, type: 'recording', title: '=one' });
    expect(read.experiment.boundaries[0]).not.toHaveProperty('place');
    expect(read.experiment.rows[0].promptText).toBe(
      experiment.rows[0]?.type === 'model' && experiment.rows[0].promptText,
    );
  });
});
