import { object, type Parsed, textWithin } from '../base/schema';
import type { Probe } from './probe';

export const MAX_OWN_QUESTIONS = 10;
export const LONGEST_QUESTION = 500;
export const LONGEST_EXPECTED = 1_000;

export const ownQuestionSchema = object({
  question: textWithin(LONGEST_QUESTION),
  /** What the judge compares the answer with. The answering model never sees it. */
  expected: textWithin(LONGEST_EXPECTED),
});

/** A question that the user wrote. */
export type OwnQuestion = Parsed<typeof ownQuestionSchema>;

/** After the generated ones, and asked in the same way: neither model is told which are which. */
export function withOwnQuestions(probes: readonly Probe[], own: readonly OwnQuestion[]): readonly Probe[] {
  const added = own.slice(0, MAX_OWN_QUESTIONS).map(({ question, expected }, place): Probe => {
    return { id: `q${probes.length + place + 1}`, topic: 'own', question, expected };
  });
  return [...probes, ...added];
}
