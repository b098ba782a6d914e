import { expect, it } from 'vitest';
import { cancelled, isCancelled } from '../../base/failure';
import { inSlices } from './in-slices';

/** Ten steps of 30 ms each. */
function tenSteps() {
  let nowMs = 0;
  let done = 0;
  function* work() {
    while (done < 10) {
      done += 1;
      nowMs += 30;
      yield done;
    }
    return 'all';
  }
  return { work: work(), nowMs: () => nowMs, done: () => done };
}

const { signal: neverAborted } = new AbortController();

it('pauses and reports once for each slice', async () => {
  const { work, nowMs } = tenSteps();
  const reported: number[] = [];
  const by = { signal: neverAborted, onProgress: (done: number) => reported.push(done) };
  expect(await inSlices(work, by, { sliceMs: 100, nowMs })).toBe('all');
  expect(reported).toEqual([4, 8]);
});

it('does what fits into one slice at once', async () => {
  const { work, nowMs } = tenSteps();
  const by = { signal: AbortSignal.abort(cancelled()), onProgress: () => expect.unreachable('No pause is needed') };
  expect(await inSlices(work, by, { sliceMs: 1_000, nowMs })).toBe('all');
});

it('gives up at the pause in which it is aborted', async () => {
  const { work, nowMs, done } = tenSteps();
  const stopping = new AbortController();
  const pause = async () => {
    if (done() === 8) stopping.abort();
  };
  const by = { signal: stopping.signal, onProgress: () => undefined };
  const end = await inSlices(work, by, { sliceMs: 100, pause, nowMs }).catch(isCancelled);
  expect([end, done()]).toEqual([true, 8]);
});
