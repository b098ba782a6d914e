import { expect, test } from 'vitest';
import { Refusal } from '../../base/failure';
import type { ReplayProgress } from '../../simulator/replay/replay';
import type { LatestAnswer } from '../../worker/wire/latest-only';
import { NewestReplay, type ReplayState } from './newest-replay';

/** A worker that answers when it is told to, and a clock that the test moves. */
function setUp() {
  const asked = new Map<
    string,
    {
      readonly signal: AbortSignal;
      progress(progress: ReplayProgress): void;
      answer(answer: LatestAnswer<string>): Promise<void>;
      fail(error: Error): Promise<void>;
    }
  >();
  const taken: string[] = [];
  const timers = new Set<{ atMs: number; run(): void }>();
  let nowMs = 0;
  let state: ReplayState<string> = { type: 'shown' };
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  const replays = new NewestReplay<string, string>({
    ask: (choice, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const failing = (error: Error) => {
          reject(error);
          return settle();
        };
        asked.set(choice, {
          signal,
          progress: onProgress,
          answer: (answer) => {
            resolve(answer);
            return settle();
          },
          fail: failing,
        });
      }),
    take: (answer) => taken.push(answer),
    tell: (told) => {
      state = told;
    },
    clock: {
      later: (delayMs, run) => {
        const timer = { atMs: nowMs + delayMs, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  });
  return {
    replays,
    taken,
    state: () => state,
    isSlow: () => state.type === 'running' && state.isSlow,
    of: (choice: string) => {
      const found = asked.get(choice);
      if (found === undefined) throw new Error(`${choice} was not asked for`);
      return found;
    },
    wait: (ms: number) => {
      nowMs += ms;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

const done = (value: string) => ({ type: 'done', value }) as const;

test('says nothing of a fast replay', async () => {
  const { replays, taken, state, isSlow, of, wait } = setUp();
  replays.begin('a');
  wait(149);
  expect([state().type, isSlow()]).toEqual(['running', false]);
  await of('a').answer(done('a'));
  wait(1_000);
  expect([state(), taken]).toEqual([{ type: 'shown' }, ['a']]);
});

test('says that a slow one is at work, and how far it is', () => {
  const { replays, state, of, wait } = setUp();
  replays.begin('a');
  wait(150);
  const running = { type: 'running', choice: 'a', isSlow: true };
  expect(state()).toEqual({ ...running, progress: undefined });
  of('a').progress({ done: 3, total: 9 });
  expect(state()).toEqual({ ...running, progress: { done: 3, total: 9 } });
});

test('begins every choice at once, and ends with the newest', async () => {
  const { replays, taken, state, of, wait } = setUp();
  replays.begin('a');
  wait(150);
  replays.begin('b');
  of('a').progress({ done: 3, total: 9 });
  expect(state()).toEqual({ type: 'running', choice: 'b', isSlow: true, progress: undefined });
  await of('a').answer({ type: 'overtaken' });
  expect(state()).toMatchObject({ choice: 'b' });
  await of('b').answer(done('b'));
  expect([state(), taken]).toEqual([{ type: 'shown' }, ['b']]);
});

test('tells whoever works on an older choice for long to drop it', async () => {
  const { replays, taken, of, wait } = setUp();
  replays.begin('a');
  wait(5_000);
  replays.begin('b');
  wait(999);
  expect(of('a').signal.aborted).toBe(false);
  wait(1);
  expect([of('a').signal.aborted, of('b').signal.aborted]).toEqual([true, false]);
  await of('b').answer(done('b'));
  expect(taken).toEqual(['b']);
});

test('a drag that the figures follow is not slow, however long it takes', async () => {
  const { replays, taken, isSlow, of, wait } = setUp();
  const choices = ['a', 'b', 'c', 'd'];
  replays.begin('first');
  let last = 'first';
  for (const choice of choices) {
    replays.begin(choice);
    wait(100);
    await of(last).answer(done(last));
    expect(isSlow()).toBe(false);
    last = choice;
  }
  expect(taken).toEqual(['first', 'a', 'b', 'c']);
});

test('a drag that the figures do not follow is slow', () => {
  const { replays, isSlow, wait } = setUp();
  for (const choice of ['a', 'b', 'c']) {
    replays.begin(choice);
    wait(60);
  }
  expect(isSlow()).toBe(true);
});

test('cancels whatever is asked, and can do it again', async () => {
  const { replays, taken, state, of, wait } = setUp();
  replays.begin('a');
  replays.begin('b');
  wait(150);
  replays.cancel();
  expect(state()).toEqual({ type: 'cancelled', choice: 'b' });
  expect([of('a').signal.aborted, of('b').signal.aborted]).toEqual([true, true]);
  await of('b').answer(done('too late'));
  expect([state().type, taken]).toEqual(['cancelled', []]);
  replays.again();
  expect(state()).toEqual({ type: 'running', choice: 'b', isSlow: false, progress: undefined });
  await of('b').answer(done('b'));
  expect([state(), taken]).toEqual([{ type: 'shown' }, ['b']]);
});

test('tells a failure of the newest, after which the next choice works', async () => {
  const { replays, taken, state, of } = setUp();
  replays.begin('a');
  replays.begin('b');
  await of('a').fail(new Refusal('It died.', 'Try again.'));
  expect(state().type).toBe('running');
  await of('b').fail(new Refusal('It died.', 'Try again.'));
  expect(state()).toEqual({ type: 'failed', choice: 'b', failure: { what: 'It died.', advice: 'Try again.' } });
  replays.again();
  replays.begin('c');
  await of('c').answer(done('c'));
  expect([state(), taken]).toEqual([{ type: 'shown' }, ['c']]);
});

test('what is dropped is neither shown nor reported', async () => {
  const { replays, taken, state, of, wait } = setUp();
  replays.begin('a');
  replays.drop();
  expect([state(), of('a').signal.aborted]).toEqual([{ type: 'shown' }, true]);
  await of('a').answer(done('a'));
  wait(1_000);
  expect([state(), taken]).toEqual([{ type: 'shown' }, []]);
});
