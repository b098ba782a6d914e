import { describe, expect, test } from 'vitest';
import { parseJson } from '../../base/json';
import type { ListedScore } from '../../worker/engine/compaction-messages';
import { judgement } from '../prompts/prompt-judgement.test-support';
import type { RunResult } from '../prompts/prompt-run';
import { comparisonAsJson, comparisonAsMarkdown } from './exported-comparison';

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
  round: 1,
  earlierCalls: [11],
  columns: [
    { title: 'Nine | sections', result },
    {
      title: 'Offline',
      writer: { type: 'offline', focus: 'the | tests' } as const,
      result: { text: 'x', tokens: 1, scores: [score] },
    },
  ],
};

describe('exported columns', () => {
  test('as Markdown have every score, what was forgotten, and the unchanged text', () => {
    const text = comparisonAsMarkdown(comparison);
    expect(text).toContain('before call 20, round 2\n\nRound 1: before call 12.\n');
    expect(text).toContain('|  | Nine \\| sections | Offline |');
    expect(text).toContain('| K2 Used later and kept | 1 of 2 values | 1 of 2 values |');
    expect(text).toContain('| Cost | $0.250 |  |');
    expect(text).toContain('| Focus |  | the \\| tests |');
    expect(text).toContain('`````text\na ```` b\n`````');
    expect(text).toContain('Lost and used later:\n\n- 40 ms');
    expect(text).toContain('upper bound');
  });

  test('as Markdown have the prompt, the figures of every column and the spread of several answers', () => {
    const writer = {
      type: 'model',
      promptId: 'mine',
      promptTitle: 'Mine',
      promptText: 'Write ``` down.',
      model: 'claude-opus-5',
      maxTokens: 4_000,
    } as const;
    const usage = { input: 10, cacheRead: 990, cacheWrite5m: 0, cacheWrite1h: 0, output: 70 };
    const asked: RunResult = {
      ...result,
      context: { before: 9_000, after: 1_200 },
      sent: { timeMs: 1_500, tries: 1, usage, dollars: 0.5 },
    };
    const better = { ...asked, text: 'another', scores: [{ ...score, count: 2 }] };
    const unscored = { title: 'Recorded', result: { text: 'x', tokens: 1, scores: [] } };
    const columns = [unscored, { title: 'Mine', writer, result: asked, otherAnswers: [better] }];
    const text = comparisonAsMarkdown({ ...comparison, columns });
    for (const line of [
      '| K2 Used later and kept |  | 1 of 2 values (1 to 2) |',
      '| Max output |  | 4,000 |',
      '| Answers |  | 2, one shown below |',
      '| Context |  | ≈ 9,000 → ≈ 1,200 |',
      '| Sent |  | 1,000 |',
      '| From cache |  | 990 |',
      '| Output |  | 70 |',
      '| Seconds |  | 1.5 |',
      'The prompt:\n\n````text\nWrite ``` down.\n````',
    ]) {
      expect(text).toContain(line);
    }
    expect(parseJson(comparisonAsJson({ ...comparison, columns }))).toMatchObject({
      value: { columns: [{}, { text: 'a ```` b', otherAnswers: [{ text: 'another' }] }] },
    });
  });

  test('as JSON have everything, with calls counted from 1', () => {
    expect(parseJson(comparisonAsJson(comparison))).toMatchObject({
      ok: true,
      value: {
        highwater: 'prompts',
        version: 1,
        call: 20,
        round: 2,
        earlierCalls: [12],
        columns: [{ text: 'a ```` b' }, { title: 'Offline', writer: { focus: 'the | tests' } }],
      },
    });
  });

  test("have the judge's verdict in both formats, if there is one", () => {
    const [first, ...others] = comparison.columns;
    if (first === undefined) throw new Error('There is a column');
    const judged = { ...comparison, columns: [{ ...first, judgement }, ...others] };
    const text = comparisonAsMarkdown(judged);
    expect(text).toContain('| Judged: Accuracy | 3 |  |');
    expect(text).toContain('| Judged by | claude-haiku-4-5, 2 of 3 times |  |');
    expect(text).toContain('This is an opinion');
    expect(comparisonAsMarkdown(comparison)).not.toContain('Judged');
    expect(parseJson(comparisonAsJson(judged))).toMatchObject({
      value: { columns: [{ judgement: { trials: [{ found: { q1: { finding: 'partly' } } }, {}] } }, {}] },
    });
  });
});
