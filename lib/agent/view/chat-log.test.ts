import { expect, it } from 'vitest';
import { memoryRun, said, withMemory } from '../host/memory-run.test-support';

const FACT = 'Remember that the release branch is frozen on Wednesdays.';

it('[R1] says which call first carried a recalled memory', async () => {
  const run = memoryRun();
  await said(run, FACT, 'When is the release branch frozen?');
  const { items, run: live } = { items: run.host.state.log.items, run: run.host.state.run };
  const at = items.findLastIndex(({ type }) => type === 'prompt');
  const recall = items[at + 1];
  const reply = items.slice(at).find((item) => item.type === 'reply');
  expect(recall).toMatchObject({ type: 'recall', state: 'done' });
  expect(recall?.type === 'recall' && recall.call).toBe(reply?.type === 'reply' && reply.call);
  expect(live.calls.length).toBeGreaterThan(1);
});

it('[R1] shows a choice that comes after its turn where its prompt stands, and in the call that carried it', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let choices = 0;
  const run = memoryRun({
    policy: withMemory(),
    model: (scripted) => ({
      ask: async (request, options) => {
        if (request.purpose === 'recall') {
          choices += 1;
          if (choices === 1) await held;
        }
        return scripted.ask(request, options);
      },
    }),
  });
  await said(run, FACT);
  const { log } = run.host.state;
  const recalls = () => log.items.flatMap((item) => (item.type === 'recall' ? [item] : []));
  // What is late goes on beside the turns, so the run is not waited for.
  await run.host.enter({ type: 'prompt', text: 'When is the release branch frozen?' });
  await turnEnds(run);
  await run.host.enter({ type: 'prompt', text: 'Count the lines of README.md.' });
  await turnEnds(run);
  expect(recalls().map(({ state }) => state)).toEqual(['late', 'done']);
  answer();
  for (let times = 0; times < 500 && recalls()[0]?.state !== 'done'; times++) await tick();
  expect(recalls()[0]).toMatchObject({ state: 'done' });
  expect(recalls()[0]?.candidates.map(({ fate }) => fate)).toEqual(['shown']);
  expect(recalls()[0]?.call).toBeUndefined();
  const calls = run.host.state.run.calls.length;
  await said(run, 'Count the lines of README.md again.');
  expect(recalls()[0]?.call).toBe(calls);
});

async function turnEnds({ host }: ReturnType<typeof memoryRun>): Promise<void> {
  for (let times = 0; times < 2_000 && !host.isResting; times++) await tick();
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
