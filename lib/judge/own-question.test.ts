import { describe, expect, it } from 'vitest';
import { parseBy } from '../base/schema';
import { answerRequest, verdictRequest } from './judge-requests';
import { MAX_OWN_QUESTIONS, ownQuestionSchema, withOwnQuestions } from './own-question';
import type { Probe } from './probe';

const generated: readonly Probe[] = [
  { id: 'q1', topic: 'value', question: 'Which port is it?', expected: '7741' },
  { id: 'q2', topic: 'rules', question: 'Which rules are there?', expected: 'No timeouts.' },
];
const own = { question: 'Who releases it?', expected: 'Ada releases it.' };

describe('questions of the user', () => {
  it('come after the generated ones, with ids of their own, and not too many', () => {
    const probes = withOwnQuestions(generated, [own]);
    expect(probes.slice(0, 2)).toEqual(generated);
    expect(probes[2]).toEqual({ id: 'q3', topic: 'own', ...own });
    expect(
      withOwnQuestions(
        [],
        Array.from({ length: 20 }, () => own),
      ),
    ).toHaveLength(MAX_OWN_QUESTIONS);
  });

  it('are asked blind: the answering model sees no expected answer, and neither model sees which are own', () => {
    const probes = withOwnQuestions(generated, [own]);
    const asked = JSON.stringify(answerRequest('m', probes, 'Ada is on holiday.'));
    expect(asked).toContain('Who releases it?');
    expect(asked).not.toContain('Ada releases it.');
    const judged = JSON.stringify(verdictRequest('m', probes, { q3: 'unknown' }));
    expect(judged).toContain('Ada releases it.');
    expect(judged).not.toContain('"own"');
    expect(asked).not.toContain('"own"');
    const third = (text: string) => text.indexOf('q3');
    expect(third(asked)).toBeGreaterThan(0);
  });

  it('need a question and an expected answer', () => {
    expect(parseBy(ownQuestionSchema, { question: 'Who?', expected: ' ' }).ok).toBe(false);
    expect(parseBy(ownQuestionSchema, { question: 'x'.repeat(501), expected: 'y' }).ok).toBe(false);
    expect(parseBy(ownQuestionSchema, own).ok).toBe(true);
  });
});
