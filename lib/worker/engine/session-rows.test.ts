import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asRecorded } from '../../rows/row-policy';
import { Engine } from './client';
import { WorkerHere } from './engine.test-support';

it('[P2] has the error of the model, and the cost of the requests for summaries, that Compare shows of the session', async () => {
  const file = new Blob([readFileSync('public/samples/refactoring.jsonl')]);
  const engine = new Engine(() => new WorkerHere());
  const body = { type: 'file', path: 'refactoring.jsonl', file } as const;
  const counts = { losses: false, error: true };
  const rows = await engine.ask('session-rows', { ...body, hash: 'x', policies: [asRecorded], counts });
  await engine.ask('open-session', { ...body, child: [] });
  const error = await engine.ask('model-error', null);
  if (error === null) throw new Error('The rules of its agent are known');
  const { compactions, exact, extra, costOff, summaries } = error;
  expect(summaries.cost).toBeGreaterThan(0);
  expect(rows).toMatchObject([
    {
      session: {
        error: {
          recordedCompactions: compactions,
          exactCompactions: exact,
          extraCompactions: extra,
          costOff,
          unrecordedSummaries: summaries.cost,
        },
      },
    },
  ]);
});
