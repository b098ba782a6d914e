import { expect, it } from 'vitest';
import type { PredictionCheck } from '../../simulator/explain/predict-compactions';
import { modelError, modelErrorWords } from './model-error';

const at = (call: number) => ({ call, used: 0, threshold: 0 });
const check = (recordedCall: number, of: Partial<PredictionCheck>): PredictionCheck => ({
  boundary: 0,
  recordedCall,
  causes: [],
  ...of,
});
const bill = {
  calls: 10,
  callsWithoutUsage: 0,
  unfinishedOutputs: 0,
  sent: 0,
  cacheRead: 0,
  cacheWrite: 0,
  uncached: 0,
  output: 0,
  cost: 20,
};
const cost = (dollars: number, unknown = 0) => ({ cost: { dollars, known: 10, unknown } });

it('[E2] has the largest errors of the trigger and the size, and the error of the cost', () => {
  const checks = [
    check(10, { predicted: at(10), tokensOff: -1_000, recordedTokens: 100_000 }),
    check(30, { predicted: at(28), tokensOff: 3_000, recordedTokens: 150_000 }),
    check(50, {}),
  ];
  const error = modelError({ checks, elsewhere: [] }, bill, cost(19));
  expect(error).toEqual({ checks: 3, atSameCall: 1, missed: 1, callsOff: 2, sizeOff: 0.02, costOff: 19 / 20 - 1 });
  expect(modelErrorWords(error)).toEqual([
    'Trigger: 1 of 3 recorded automatic compactions simulated at the same call, the others up to 2 calls off, 1 never.',
    'Size there: at most 2.0 % off.',
    'Cost, with the recorded compactions: −5.0 %.',
  ]);
});

it('[E2] says what a recording cannot tell', () => {
  const error = modelError({ checks: [], elsewhere: [] }, undefined, cost(19));
  expect(error).toEqual({ checks: 0, atSameCall: 0, missed: 0, callsOff: 0 });
  expect(modelErrorWords(error)).toEqual([
    'No automatic compaction is recorded, so the trigger cannot be checked.',
    'No bill is recorded, so the cost cannot be checked.',
  ]);
  expect(modelError({ checks: [], elsewhere: [] }, bill, cost(19, 1))).not.toHaveProperty('costOff');
});

it('[E2] says where nothing is off', () => {
  const exact = check(10, { predicted: at(10), tokensOff: 20, recordedTokens: 100_000 });
  const error = modelError({ checks: [exact], elsewhere: [] }, bill, cost(20));
  expect(modelErrorWords(error)).toEqual([
    'Trigger: 1 of 1 recorded automatic compaction simulated at the same call.',
    'Size there: as recorded.',
    'Cost, with the recorded compactions: as recorded.',
  ]);
});
