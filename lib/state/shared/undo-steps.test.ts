import { expect, it } from 'vitest';
import { noSteps, stepBack, stepForward, stepFrom, type UndoSteps } from './undo-steps';

const numbers: UndoSteps<number> = noSteps;

it('goes back to what was there, and forward again', () => {
  const two = stepFrom(stepFrom(numbers, 1), 2);
  const back = stepBack(two, 3);
  expect(back).toEqual({ value: 2, steps: { past: [1], future: [3] } });
  expect(stepForward(back?.steps ?? numbers, 2)).toEqual({ value: 3, steps: two });
});

it('has nothing to redo after a new step', () => {
  const back = stepBack(stepFrom(numbers, 1), 2);
  expect(stepFrom(back?.steps ?? numbers, 1)).toEqual({ past: [1], future: [] });
});

it('ends at both ends', () => {
  expect(stepBack(numbers, 1)).toBeUndefined();
  expect(stepForward(numbers, 1)).toBeUndefined();
});

it('forgets the oldest of more than a hundred', () => {
  const { past } = Array.from({ length: 101 }, (_, at) => at).reduce(stepFrom<number>, numbers);
  expect([past.length, past[0]]).toEqual([100, 1]);
});
