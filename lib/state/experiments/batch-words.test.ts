import { expect, it } from 'vitest';
import type { ExperimentBatch } from './batch-record';
import { batchStateText, foundText, resultsUntilMs } from './batch-words';

const requests = [1, 2, 3].map((repeat) => ({
  customId: `r1_b1_${repeat}`,
  job: '',
  row: 'r1',
  boundary: 'b1',
  repeat,
}));
const sent: ExperimentBatch = {
  id: 'a',
  atMs: 5,
  apiId: 'msgbatch_1',
  requests,
  state: 'in_progress',
  isArchived: false,
  isSettled: false,
};

it('[V8] says how far a batch is', () => {
  const { apiId: _, ...unsent } = sent;
  expect(batchStateText({ ...unsent, state: 'sending' })).toBe('Sending 3 requests…');
  expect(batchStateText({ ...unsent, state: 'sending', isSettled: true })).toBe('Unknown: it got no id.');
  expect(batchStateText(sent)).toBe('In progress: 3 processing.');
  const counts = { processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 1 };
  expect(batchStateText({ ...sent, state: 'ended', counts })).toBe('Ended: 1 succeeded, 1 errored, 1 expired.');
  expect(resultsUntilMs(sent)).toBe(5 + 29 * 86_400_000);
});

it('[V8] says what was wrong with its results', () => {
  const found = { damaged: 0, unknown: 0, repeated: 0, missing: 0 };
  expect(foundText(sent)).toBeUndefined();
  expect(foundText({ found })).toBeUndefined();
  expect(foundText({ found: { ...found, damaged: 2, missing: 1, unknown: 3 } })).toBe(
    'Of its results: 2 lines could not be read; 1 request had no result; 3 results had an unknown id.',
  );
  expect(foundText({ found: { ...found, repeated: 1 } })).toContain('and was not stored again');
});
