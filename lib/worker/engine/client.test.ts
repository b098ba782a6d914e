import { expect, test } from 'vitest';
import { isCancelled } from '../../base/failure';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { Engine } from './client';
import { readingSession, WorkerHere } from './engine.test-support';
import type { SimulationChoice, ToWorker } from './messages';

const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };

/** Does not receive what comes once it hangs. */
class HangingWorker extends WorkerHere {
  hangs = false;
  override postMessage(message: ToWorker): void {
    if (!this.hangs) super.postMessage(message);
  }
}

/** An engine with a session open, its workers, and a clock that the test moves. */
async function opened() {
  const workers: HangingWorker[] = [];
  const waits: (() => void)[] = [];
  const engine = new Engine(
    () => {
      const worker = new HangingWorker();
      workers.push(worker);
      return worker;
    },
    (_, run) => {
      waits.push(run);
      return () => undefined;
    },
  );
  const session = readingSession();
  await engine.ask('open-session', session);
  const first = workers[0];
  if (first === undefined) throw new Error('It was asked');
  return {
    engine,
    session,
    first,
    workers,
    wait: () => {
      for (const run of waits.splice(0)) run();
    },
    /** Asked of the second worker, in order. */
    askedAgain: () => workers[1]?.asked.map((message) => (message.type === 'ask' ? message.method : message.type)),
  };
}

test('after its worker died, a request works in the next one, with the session and the rules as they were', async () => {
  const { engine, first, workers, askedAgain } = await opened();
  await engine.ask('edit-rules', { edits: [] });
  const dying = engine.ask('simulate', choice);
  first.die();
  await expect(dying).rejects.toMatchObject({ what: expect.stringContaining('stopped unexpectedly') });
  expect(await engine.ask('simulate', choice)).toMatchObject({ type: 'done', value: { calls: 24 } });
  expect(askedAgain()).toEqual(['open-session', 'simulate']);
  expect(workers[1]?.asked[0]).toMatchObject({ request: { ruleEdits: [] } });
});

test('a new session is opened in place of the one before', async () => {
  const { engine, session, first, askedAgain } = await opened();
  first.die();
  await engine.ask('open-session', session);
  expect(await engine.ask('simulate', choice)).toMatchObject({ type: 'done' });
  expect(askedAgain()).toEqual(['open-session', 'simulate']);
});

test('a worker that does not give up what was cancelled is ended, and what is still wanted is asked again', async () => {
  const { engine, first, workers, wait, askedAgain } = await opened();
  first.hangs = true;
  const stopping = new AbortController();
  const outdated = engine.ask('simulate', choice, { signal: stopping.signal });
  stopping.abort();
  expect(await outdated.catch(isCancelled)).toBe(true);
  const wanted = [engine.ask('simulate', choice), engine.ask('message', { index: 0 })];
  expect(workers).toHaveLength(1);
  wait();
  expect(await Promise.all(wanted)).toMatchObject([{ type: 'done', value: { calls: 24 } }, { role: 'user' }]);
  expect([first.isTerminated, askedAgain()]).toEqual([true, ['open-session', 'simulate', 'message']]);
});

test('what is cancelled before the next worker is ready is never sent', async () => {
  const { engine, first, askedAgain } = await opened();
  first.die();
  const stopping = new AbortController();
  const outdated = engine.ask('simulate', choice, { signal: stopping.signal });
  const wanted = engine.ask('message', { index: 0 });
  stopping.abort();
  expect(await outdated.catch(isCancelled)).toBe(true);
  await wanted;
  expect(askedAgain()).toEqual(['open-session', 'message']);
});

test('a worker that gives up in time goes on', async () => {
  const { engine, workers, wait } = await opened();
  const stopping = new AbortController();
  const outdated = engine.ask('simulate', choice, { signal: stopping.signal });
  stopping.abort();
  expect(await outdated.catch(isCancelled)).toBe(true);
  await engine.ask('message', { index: 0 });
  wait();
  await engine.ask('message', { index: 0 });
  expect(workers).toHaveLength(1);
});

test('a worker that hangs is not ended while it is asked for something that is done only once', async () => {
  const { engine, first, workers, wait } = await opened();
  first.hangs = true;
  const stopping = new AbortController();
  const files = engine.ask('import-files', { files: [], maskSecrets: true });
  const outdated = engine.ask('simulate', choice, { signal: stopping.signal });
  stopping.abort();
  expect(await outdated.catch(isCancelled)).toBe(true);
  wait();
  expect([first.isTerminated, workers.length]).toEqual([false, 1]);
  engine.stop();
  expect(await files.catch(isCancelled)).toBe(true);
});
