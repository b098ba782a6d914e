import { expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { surroundings } from '../host/surroundings';
import { fullCompaction } from '../lessons/full-compaction';
import { lessonModel } from '../lessons/lesson-model';
import { snip } from '../lessons/snip';
import { thrash } from '../lessons/thrash';
import { runTools } from '../tools/run-tools';
import { AbRun, type AbSide } from './ab-run';

const atOnce = () => ({ firstWordMs: 0, perWordMs: 0 });

function runOf(policies: readonly Policy[], lesson = snip) {
  const { files, prompts } = lesson;
  return new AbRun(
    policies,
    { model: { type: 'scripted', lesson: lesson.id }, files, prompts },
    {
      surroundings,
      model: (_, place) => lessonModel(lesson, place, { pace: atOnce, nowMs: () => 0 }),
      runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
      signal: new AbortController().signal,
    },
  );
}

async function ended(run: AbRun): Promise<readonly AbSide[]> {
  while (await run.step());
  return run.view();
}

it('makes the calls of both sides in step, each under its policy', async () => {
  const run = runOf([snip.policy, fullCompaction.policy]);
  for (let calls = 1; calls <= 5; calls++) {
    expect(await run.step()).toBe(true);
    expect(run.view().map(({ simulation }) => simulation.calls)).toEqual([calls, calls]);
  }
  const [a, b] = await ended(run);
  expect(a?.simulation.changes.map(({ layer }) => layer)).toEqual(['snip']);
  expect(b?.simulation.changes).toEqual([]);
  expect([a?.end, b?.end]).toEqual(['finished', 'finished']);
  // What snip removed is read again, at the call that says so.
  expect(a?.rereads).toEqual([9]);
  expect(b?.rereads).toEqual([]);
});

it('is the same every time, and the same for the same policy', async () => {
  const policies = [playground, playground];
  const first = await ended(runOf(policies));
  expect(first[0]).toEqual(first[1]);
  expect(await ended(runOf(policies))).toEqual(first);
});

it('goes on with one side when the other cannot', async () => {
  const [a, b] = await ended(runOf([thrash.policy, { ...thrash.policy, windowTokens: 200_000 }], thrash));
  expect(a?.end).toBe('thrash');
  expect(b?.end).toBe('finished');
  expect(b?.simulation.calls).toBeGreaterThan(a?.simulation.calls ?? 0);
});
