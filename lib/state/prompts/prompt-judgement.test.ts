import { expect, test } from 'vitest';
import { parseBy } from '../../base/schema';
import { fewProbes } from '../../judge/probes-from-text.test-support';
import { judgementToShow, keptJudgement } from './prompt-judgement';
import { judgement, trial } from './prompt-judgement.test-support';

const judgementFrom = (value: unknown) => {
  const parsed = parseBy(keptJudgement, value);
  return parsed.ok ? parsed.value : undefined;
};

const stored = (value: unknown) => JSON.parse(JSON.stringify(value));

test('round-trips a judgement, and drops an invalid one', () => {
  expect(judgementFrom(stored(judgement))).toEqual(judgement);
  expect(judgementFrom(undefined)).toBeUndefined();
  expect(judgementFrom(stored({ ...judgement, model: 4 }))).toBeUndefined();
  const seven = { ...trial, ratings: { ...trial.ratings, context: { points: 7, reason: '' } } };
  const damaged = {
    ...judgement,
    trials: [trial, seven, 4],
    failures: [{}],
    probes: [...fewProbes, { topic: 'none' }],
  };
  expect(judgementFrom(stored(damaged))).toEqual({ ...judgement, trials: [trial], failures: [] });
});

test('replaces a saved judgement only with one that has a verdict', () => {
  const without = { ...judgement, trials: [] };
  expect(judgementToShow(judgement, without)).toBe(judgement);
  expect(judgementToShow(without, judgement)).toBe(judgement);
  expect(judgementToShow(without, undefined)).toBe(without);
});
