import { expect, test } from 'vitest';
import type { ListedScore } from '../../worker/engine/compaction-messages';
import { forgottenItems, scoreMarks } from './score-marks';
import { scoreSpread } from './score-spread';

const usedLater: ListedScore = {
  id: 'used-later',
  count: 1,
  of: 2,
  itemsInAll: 2,
  items: [
    {
      state: 'found',
      text: 'src/a.ts',
      marks: [
        { made: 0, start: 4, end: 12 },
        { made: 1, start: 0, end: 8 },
      ],
    },
    { state: 'missing', text: '40 ms', marks: [] },
  ],
};
const madeUp: ListedScore = {
  id: 'files-made-up',
  count: 1,
  of: 3,
  itemsInAll: 1,
  items: [{ state: 'missing', text: 'src/b.ts', marks: [{ made: 0, start: 20, end: 28 }] }],
};

test('marks only the selected scores, and only in the text of the summary itself', () => {
  expect(scoreMarks([usedLater, madeUp], 'needed')).toMatchObject([{ start: 4, end: 12, of: { isGood: true } }]);
  expect(scoreMarks([usedLater, madeUp], 'doubtful')).toMatchObject([{ start: 20, of: { isGood: false } }]);
});

test('[K2] lists missing values that are used later as forgotten', () => {
  expect(forgottenItems([madeUp, usedLater]).map(({ text }) => text)).toEqual(['40 ms']);
  expect(forgottenItems([madeUp])).toEqual([]);
});

test('spreads a score from the minimum to the maximum of all answers', () => {
  const answers = [3, 1, 2].map((count) => [{ ...usedLater, count }, madeUp]);
  expect(scoreSpread(answers).map(({ id, least, most }) => `${id} ${least.count} ${most.count}`)).toEqual([
    'used-later 1 3',
    'files-made-up 1 1',
  ]);
  expect(scoreSpread([])).toEqual([]);
});
