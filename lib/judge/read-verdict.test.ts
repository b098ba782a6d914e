import { describe, expect, it } from 'vitest';
import { forcedTool, toolInput } from '../../e2e/stand-in/tool-input';
import { verdictRequest } from './judge-requests';
import { fewProbes } from './probes-from-text.test-support';
import { readAnswers, readVerdict } from './read-verdict';

const body = verdictRequest('claude-haiku-4-5', fewProbes, {});
const valid = toolInput(forcedTool(body) ?? {}, body);
const { found, ratings } = valid;

describe('a verdict', () => {
  it('is read if it matches the schema', () => {
    expect(readVerdict(JSON.stringify(valid), fewProbes)).toEqual({ ok: true, value: { found, ratings } });
  });

  it.each([
    ['', 'it is not JSON'],
    ['{"found": {', 'it is not JSON'],
    ['[]', 'it is not an object'],
    [{ found, ratings: {} }, 'accuracy has no points'],
    [
      { found, ratings: { ...Object(ratings), context: { points: 7, reason: '' } } },
      'context has 7 points, but must have 0 to 5',
    ],
    [{ found, ratings: { ...Object(ratings), context: { points: 2.5, reason: '' } } }, 'context has 2.5 points'],
    [{ found, ratings: { ...Object(ratings), context: { points: '5', reason: '' } } }, 'context has no points'],
    [{ found: { ...Object(found), q3: { finding: 'good' } }, ratings }, 'the answer to q3 is not classified'],
    [{ ratings }, 'the answer to q1 is not classified'],
  ])('that is invalid is a failure with a message, never zero points: %j', (given, error) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    expect(readVerdict(text, fewProbes)).toEqual({ ok: false, error: expect.stringContaining(error) });
  });
});

describe('answers', () => {
  it('are read completely or not at all', () => {
    const answers = { q1: 'a', q2: 'b', q3: '', q4: 'd' };
    expect(readAnswers(JSON.stringify({ ...answers, q9: 'x' }), fewProbes)).toEqual({ ok: true, value: answers });
    expect(readAnswers(JSON.stringify({ q1: 'a', q2: 4 }), fewProbes)).toEqual({
      ok: false,
      error: 'question q2 has no answer',
    });
  });
});
