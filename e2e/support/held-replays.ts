import type { Page } from '@playwright/test';
import { beforeScripts } from './before-scripts';

/**
 * In every worker that is running when they are held: each call of a replay takes longer than any, and the next one does not
 * begin before they are released. In the page, the policies whose replays were finished are noted.
 */
const code = `
if (!globalThis.areReplaysWatched) {
  globalThis.areReplaysWatched = true;
  if (typeof WorkerGlobalScope === 'undefined') {
    globalThis.finishedReplays = [];
    globalThis.startedWorkers = [];
    globalThis.Worker = class extends Worker {
      constructor(...all) {
        super(...all);
        globalThis.startedWorkers.push(this);
        this.addEventListener('message', ({ data }) => {
          const { type, value } = data?.answer ?? {};
          if (type === 'done' && value?.compactions !== undefined) globalThis.finishedReplays.push(value.policy);
        });
      }
    };
  } else {
    const { setTimeout, performance } = globalThis;
    const now = performance.now.bind(performance);
    const pace = new BroadcastChannel('pace of replays');
    let isHeld = false;
    let leaptMs = 0;
    let held = [];
    performance.now = () => now() + (isHeld ? (leaptMs += 1_000) : leaptMs);
    globalThis.setTimeout = (run, ms, ...all) => {
      if (isHeld && ms === undefined) held.push(run);
      else return setTimeout(run, ms, ...all);
    };
    pace.onmessage = ({ data }) => {
      isHeld = data === 'hold';
      if (!isHeld) for (const run of held.splice(0)) setTimeout(run);
      pace.postMessage('done');
    };
  }
}`;

export interface HeldReplays {
  hold(): Promise<void>;
  release(): Promise<void>;
  /** As if the workers ran out of memory. */
  kill(): Promise<void>;
  /** Ids of the policies whose replays were finished, in order. */
  finished(): Promise<readonly string[]>;
}

/** To be called before the page is opened. */
export async function heldReplays(page: Page): Promise<HeldReplays> {
  await beforeScripts(page, code);
  const tell = (word: string) =>
    page.evaluate(
      (said) =>
        new Promise<void>((resolve) => {
          const pace = new BroadcastChannel('pace of replays');
          pace.onmessage = () => {
            pace.close();
            resolve();
          };
          pace.postMessage(said);
        }),
      word,
    );
  return {
    hold: () => tell('hold'),
    release: () => tell('release'),
    kill: () =>
      page.evaluate(() => {
        const started: readonly Worker[] = Reflect.get(globalThis, 'startedWorkers');
        for (const worker of started) worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
      }),
    finished: () => page.evaluate(() => Reflect.get(globalThis, 'finishedReplays')),
  };
}
