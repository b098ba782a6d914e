import { expect, type Page } from '@playwright/test';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import type { SweepRow } from '../../lib/sweep/sweep-rows';
import type { EngineMethod, EngineRequests, FromWorker } from '../../lib/worker/engine/messages';
import { claudeSession } from '../support/claude-session';
import { test } from '../support/one-page';
import { SessionsPage } from '../support/sessions-page';

type Ask = { [Method in EngineMethod]: readonly [Method, EngineRequests[Method]['request']] }[EngineMethod];

/** With a window that the session overflows. */
const policy = { ...claudeCode21, windowTokens: 100_000 };
const choice = { policy, replies: { type: 'assumed' }, mode: 'free' } as const;
const simulate = (id: string): Ask => ['simulate', { ...choice, policy: { ...policy, id } }];
const sweepOf = (...values: number[]): Ask => [
  'sweep-values',
  { ...choice, path: 'full-compact.restoredFiles', values },
];

/** Finds the built worker through the one that opens a session for its page. */
async function workerAddress(page: Page): Promise<string> {
  const sessions = new SessionsPage(page);
  await sessions.open();
  const started = page.waitForEvent('worker');
  await sessions.pick({ 'a.jsonl': claudeSession() });
  return (await started).url();
}

/**
 * Starts a worker for each list, lets it open a session of a hundred calls, and posts everything in its list at once.
 * Returns the answers in the order of the list.
 */
async function askWorkers(page: Page, lists: readonly (readonly Ask[])[]): Promise<FromWorker[][]> {
  const address = await workerAddress(page);
  const text = claudeSession({ calls: 100 });
  // Playwright's own type of what is passed has no end for types as large as these.
  const sent: readonly (readonly (readonly [method: string, request: unknown])[])[] = lists;
  return page.evaluate(
    ({ address, text, sent }) => {
      const request = { type: 'file', path: 'b.jsonl', file: new Blob([text]), child: [] };
      const answersOf = (list: (typeof sent)[number]) =>
        new Promise<FromWorker[]>((resolve, reject) => {
          // The build does not make it a module, though the code starts it as one.
          const worker = new Worker(address);
          const answers: FromWorker[] = [];
          let missing = list.length;
          worker.onerror = (event) => reject(new Error(event.message));
          worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (data.id === -1) {
              for (const [id, [method, request]] of list.entries())
                worker.postMessage({ type: 'ask', id, method, request });
              return;
            }
            if (data.type === 'progress') return;
            answers[data.id] = data;
            missing -= 1;
            if (missing > 0) return;
            worker.terminate();
            resolve(answers);
          };
          worker.postMessage({ type: 'ask', id: -1, method: 'open-session', request });
        });
      return Promise.all(sent.map(answersOf));
    },
    { address, text, sent },
  );
}

test('of fifty simulations requested at once runs only the last, and the first unless it takes long', async ({
  page,
}) => {
  const asked = Array.from({ length: 50 }, (_, n) => simulate(`policy ${n}`));
  const [answers = []] = await askWorkers(page, [asked]);
  expect(answers[0]).toMatchObject({ answer: { type: expect.stringMatching(/^(done|overtaken)$/) } });
  expect(answers[49]).toMatchObject({ answer: { type: 'done', value: { policy: 'policy 49', calls: 100 } } });
  expect(answers.slice(1, -1)).toEqual(
    Array.from({ length: 48 }, (_, n) => ({ type: 'answer', id: n + 1, answer: { type: 'overtaken' } })),
  );
});

test('returns the same sweep rows from several workers as from one', async ({ page }) => {
  const rowsOf = (answers: readonly FromWorker[] = []) =>
    answers.flatMap((message) => (message.type === 'answer' ? (message.answer as readonly SweepRow[]) : []));
  const [alone, first, second] = await askWorkers(page, [[sweepOf(0, 5, 10, 15)], [sweepOf(0, 5)], [sweepOf(10, 15)]]);
  expect(rowsOf(alone).map(({ value }) => value)).toEqual([0, 5, 10, 15]);
  expect(rowsOf(alone)[0]?.compactions).toBeGreaterThan(0);
  expect([...rowsOf(first), ...rowsOf(second)]).toEqual(rowsOf(alone));
});
