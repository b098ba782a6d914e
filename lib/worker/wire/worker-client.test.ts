import { describe, expect, it } from 'vitest';
import { isCancelled, Refusal } from '../../base/failure';
import { answering } from './answering';
import type { ToWorker } from './wire';
import { type AskedWorker, WorkerClient } from './worker-client';

type Counting = {
  /** Counts until it is aborted. */
  readonly count: { readonly request: null; readonly progress: number; readonly answer: number };
};

/** A worker in this process that counts up, one each task. */
function counting() {
  const posted: ToWorker<Counting>[] = [];
  const startWorker = (): AskedWorker<Counting> => {
    const worker: AskedWorker<Counting> = {
      onmessage: null,
      onerror: null,
      postMessage: (message) => {
        posted.push(message);
        setTimeout(() => void handle(message));
      },
      terminate: () => undefined,
    };
    const handle = answering<Counting>(
      (data) => worker.onmessage?.(new MessageEvent('message', { data })),
      async (_, { signal, report }) => {
        let count = 0;
        while (!signal.aborted) {
          count += 1;
          report(count);
          await new Promise((resolve) => setTimeout(resolve));
        }
        return count;
      },
    );
    return worker;
  };
  const client = new WorkerClient(startWorker, () => new Refusal('It died.', 'Ask again.'));
  return { client, posted };
}

/** What came of a count that is stopped at 3, or before it was asked for. */
async function stopped(wantsPartial: boolean, stopAt = 3) {
  const { client, posted } = counting();
  const stopping = new AbortController();
  if (stopAt === 0) stopping.abort();
  const onProgress = (count: number) => count === stopAt && stopping.abort();
  const answer = client.ask('count', null, { signal: stopping.signal, onProgress, wantsPartial });
  const end = await answer.catch((error: unknown) => (isCancelled(error) ? 'cancelled' : error));
  return { end, posted: posted.map(({ type }) => type) };
}

describe('an aborted request', () => {
  it('ends immediately, and is never sent if it was aborted before', async () => {
    expect(await stopped(false)).toEqual({ end: 'cancelled', posted: ['ask', 'cancel'] });
    expect(await stopped(false, 0)).toEqual({ end: 'cancelled', posted: [] });
  });

  it('returns the partial result if that is requested', async () => {
    const { end, posted } = await stopped(true);
    expect(end).toBeGreaterThanOrEqual(3);
    expect(posted).toEqual(['ask', 'cancel']);
    expect(await stopped(true, 0)).toEqual({ end: 0, posted: ['ask'] });
  });
});
