import { expect, it } from 'vitest';
import { RECORDED_POLICY } from '../../rows/session-row';
import { madeUpRow, madeUpSessions } from './made-up-rows.test-support';
import { modelErrors, modelErrorsWords, sessionErrorWords } from './model-errors';
import { withSummaryRequests } from './recorded-cost';
import { sessionLines, sortedLines } from './session-lines';

const compared = madeUpSessions(
  ['Recorded', 'Other'],
  [
    [{ cost: 1 }, { cost: 2 }],
    [{ cost: 10 }, { cost: 5 }],
    [{ cost: 100 }, { cost: 1, deadAtCall: 3 }],
    [{ cost: 7 }, undefined],
    [{ cost: 7 }, 'failed'],
    [{ cost: 7 }, { cost: null }],
  ],
);

it('says of each session what it comes to, how that differs, and what is wrong', () => {
  const cells = sessionLines(compared, 'cost').map(({ cells }) => cells[1]);
  expect(cells.map((cell) => cell?.state)).toEqual([
    'known',
    'known',
    'ended-early',
    'computing',
    'no-result',
    'unknown',
  ]);
  expect(cells.map((cell) => cell?.difference)).toEqual([1, -5, undefined, undefined, undefined, undefined]);
  expect(cells[2]).toMatchObject({ value: 1, endedAt: 3 });
  expect(cells[4]?.failure?.what).toBe('It is broken.');
});

it('is sorted by the baseline’s values, the differences of others, or titles; what has none is last', () => {
  const lines = sessionLines(compared, 'cost');
  const ids = (by: number | 'title', isDescending: boolean) =>
    sortedLines(lines, { by, isDescending }, 0)
      .map(({ id }) => id)
      .join(' ');
  expect(ids(1, true)).toBe('s0 s1 s2 s3 s4 s5');
  expect(ids(1, false)).toBe('s1 s0 s2 s3 s4 s5');
  expect(ids(0, true)).toBe('s2 s1 s3 s4 s5 s0');
  expect(ids('title', true)).toBe('s5 s4 s3 s2 s1 s0');
});

it('[P2] adds what the requests for its summaries would have cost to the recording, and to nothing else', () => {
  const error = {
    recordedCompactions: 2,
    exactCompactions: 1,
    extraCompactions: 1,
    costOff: -0.02,
    unrecordedSummaries: 0.25,
  };
  const recorded = madeUpRow({ policy: RECORDED_POLICY, error }, { cost: 1 });
  expect(withSummaryRequests(recorded).figures?.cost).toBe(1.25);
  expect(withSummaryRequests(madeUpRow({ policy: 'x', error }, { cost: 1 })).figures?.cost).toBe(1);
  expect(withSummaryRequests(madeUpRow({ policy: RECORDED_POLICY }, { cost: 1 })).figures?.cost).toBe(1);
  expect(sessionErrorWords(error)).toBe('exact 1 of 2, +1 · cost ± 2.0 %');
});

it('[P2] sums the errors of the model', () => {
  expect(modelErrorsWords(modelErrors(compared))).toContain('unknown');
  const error = { recordedCompactions: 3, exactCompactions: 2, extraCompactions: 1, unrecordedSummaries: 0 };
  const sessions = [0.1, -0.3, 0.2].map((costOff, index) => ({
    id: String(index),
    title: '',
    under: [
      {
        id: '',
        rows: [madeUpRow({ error: { ...error, costOff } })] as const,
      },
    ],
  }));
  const errors = modelErrors({ sessions });
  expect(errors).toMatchObject({ measured: 3, recorded: 9, exact: 6, extra: 3, medianCostOff: 0.2 });
  expect(modelErrorsWords(errors)).toBe('Trigger exact 6 of 9, 3 not recorded · cost ± 20 % (median).');
});
