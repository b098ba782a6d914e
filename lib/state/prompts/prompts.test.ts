import { describe, expect, test, vi } from 'vitest';
import type { Answer, StreamOptions, StreamOutcome } from '../../api/stream-message';
import { summaryPrompts } from '../../prompts/index';
import { togetherDollars } from './prompt-preparing';
import { resultOf } from './prompt-run';
import { runsOf, shownRun } from './prompts';
import { columnsView, promptsForTest, score, states, withModel } from './prompts.test-support';

const about = { place: 'session=a', title: 'A session' };
const usage = { input: 900, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };
const answer = (text: string): Answer => ({ blocks: [], text, thinking: '', usage, dollars: 0.5, timeMs: 100 });
const whole = (text: string): StreamOutcome => ({
  type: 'answered',
  ending: 'whole',
  stopReason: 'end_turn',
  answer: answer(text),
});
const failed = (kind: 'rate-limit' | 'broken-off' | 'too-long', text = '', retryAfterMs?: number): StreamOutcome => ({
  type: 'failed',
  failure: { kind, what: `It is ${kind}.`, advice: 'Wait.', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  answer: text === '' ? { blocks: [], text, thinking: '', timeMs: 1 } : answer(text),
});

function inTurn(...outcomes: readonly StreamOutcome[]) {
  const rest = [...outcomes];
  return vi.fn(async () => rest.shift() ?? whole('no more'));
}

async function prepared(stream: Parameters<typeof promptsForTest>[0], repeats = 1) {
  const set = promptsForTest(stream);
  const { start, prepare } = set.prompts.getState();
  start(about, 20, columnsView({ type: 'offline' }, withModel));
  await expect.poll(() => states(set.prompts)).toEqual(['0 ended by offline']);
  await prepare(
    set.prompts.getState().columns.map(({ id }) => id),
    repeats,
  );
  return set;
}

describe('columns without a model', () => {
  test('are written at once, and again for another cut', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toEqual(['0 ended by recorded', '0 ended by offline']);
    prompts.getState().start(about, 30, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toEqual(['0 ended by recorded', '0 ended by offline']);
    expect(asked.filter((line) => line.endsWith(' 30'))).toHaveLength(2);
  });

  test('go on in a further round from what the round before left', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toHaveLength(2);
    prompts.getState().addRound(40);
    await expect.poll(() => states(prompts).filter((state) => state.startsWith('1 ended'))).toHaveLength(2);
    expect(asked.slice(2)).toEqual(['begin recorded round 40', 'begin offline round 40']);
    prompts.getState().dropRound();
    expect(prompts.getState()).toMatchObject({ calls: [20], round: 0 });
    expect(states(prompts)).toHaveLength(2);
  });

  test('take the rounds of a link one after another', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    const view = columnsView({ type: 'recorded' }, { type: 'offline' });
    prompts.getState().start(about, 20, { ...view, laterCalls: [10, 40, 60] });
    expect(prompts.getState().calls).toEqual([20, 40, 60]);
    await expect.poll(() => states(prompts).filter((state) => /ended/.test(state))).toHaveLength(6);
    expect(asked.filter((line) => line.startsWith('begin offline'))).toEqual([
      'begin offline recording 20',
      'begin offline round 40',
      'begin offline round 60',
    ]);
  });

  test('are two to four', () => {
    const { prompts } = promptsForTest(inTurn());
    prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
    for (let times = 0; times < 5; times++) prompts.getState().addColumn({ type: 'offline' });
    expect(prompts.getState().columns).toHaveLength(4);
    for (const { id } of prompts.getState().columns) prompts.getState().removeColumn(id);
    expect(prompts.getState().columns).toHaveLength(2);
  });
});

describe('columns with a model', () => {
  test('send nothing before the user has seen what, for how much, and says so', async () => {
    const stream = inTurn();
    const { prompts } = await prepared(stream);
    const [run] = prompts.getState().pending?.runs ?? [];
    expect(run?.secretsMasked).toBe(2);
    expect(run?.estimate.inputTokens).toBeGreaterThan(10_000);
    expect(run?.estimate.mostDollars).toBeGreaterThan(run?.estimate.inputDollars ?? 0);
    prompts.getState().dismiss();
    prompts.getState().send();
    expect(stream).not.toHaveBeenCalled();
    expect(prompts.getState().pending).toBeUndefined();
  });

  test('show the summary with its scores and figures, and keep it', async () => {
    const { prompts, kept } = await prepared(inTurn(whole('a summary')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 ended a summary');
    expect(kept).toMatchObject([
      {
        place: 'session=a',
        call: 20,
        result: { text: 'a summary', scores: [score], sent: { dollars: 0.5, tries: 1 } },
      },
    ]);
  });

  test('[F4] ask again with less where the request was too long, and add up what that took', async () => {
    const { prompts, asked, kept } = await prepared(inTurn(failed('too-long'), whole('a summary')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 ended a summary');
    expect(asked.slice(-2)).toEqual(['answer too-long', 'answer text']);
    expect(kept[0]?.result.sent).toMatchObject({ tries: 2, timeMs: 101, dollars: 0.5 });
  });

  test('wait as long as the API wants, visibly, and then ask once more', async () => {
    const stream = inTurn(failed('rate-limit', '', 200), whole('a summary'));
    const { prompts } = await prepared(stream);
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 waiting');
    expect(stream).toHaveBeenCalledTimes(1);
    await expect.poll(() => states(prompts)).toContain('0 ended a summary');
  });

  test('do not ask again once the wait is stopped', async () => {
    const stream = inTurn(failed('rate-limit', '', 60_000));
    const { prompts } = await prepared(stream);
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 waiting');
    prompts.getState().halt();
    await expect.poll(() => states(prompts)).toContain('0 failed It is rate-limit.');
    expect(stream).toHaveBeenCalledTimes(1);
  });

  test('keep and mark what had come when the line broke', async () => {
    const { prompts, kept } = await prepared(inTurn(failed('broken-off', '<summary>the first half')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 ended the first half');
    expect(kept[0]?.result).toMatchObject({ problem: { what: 'It is broken-off.' }, scores: [score] });
    expect(kept[0]?.result.context).toBeUndefined();
  });

  test('run repeats one after another', async () => {
    let atOnce = 0;
    let most = 0;
    const { prompts } = await prepared(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return whole('again');
    }, 3);
    prompts.getState().send();
    await expect.poll(() => states(prompts).filter((state) => state === '0 ended again')).toHaveLength(3);
    expect(most).toBe(1);
  });

  test('wait for the first with the same beginning until its answer begins, and are priced so', async () => {
    const events: StreamOptions['onEvent'][] = [];
    let finish: (outcome: StreamOutcome) => void = () => undefined;
    const stream = vi.fn((_: unknown, { onEvent }: StreamOptions) => {
      events.push(onEvent);
      return new Promise<StreamOutcome>((resolve) => {
        finish = resolve;
      });
    });
    const { prompts } = promptsForTest(stream);
    const other = { ...withModel, prompt: summaryPrompts[1]?.id ?? '' };
    prompts.getState().start(about, 20, columnsView(withModel, other, { ...withModel, model: 'claude-opus-5' }));
    await prompts.getState().prepare(
      prompts.getState().columns.map(({ id }) => id),
      2,
    );
    const planned = prompts.getState().pending?.runs ?? [];
    expect(planned.map(({ estimate }) => estimate.cacheReadTokens > 0)).toEqual([false, true, false]);
    const together = togetherDollars(planned, 2);
    expect(together?.least).toBeLessThan(together?.most ?? 0);
    expect(together?.most).toBeLessThan(together?.mostUncached ?? 0);
    expect(togetherDollars(planned.slice(0, 1), 1)?.most).toBe(togetherDollars(planned.slice(0, 1), 1)?.mostUncached);
    prompts.getState().send();
    await expect
      .poll(() => states(prompts))
      .toEqual(['asking', 'queued', 'queued', 'queued', 'asking', 'queued'].map((state) => `0 ${state}`));
    events[0]?.({ type: 'first-token', timeMs: 5 });
    await expect.poll(() => states(prompts)[2]).toBe('0 asking');
    expect(stream).toHaveBeenCalledTimes(3);
    prompts.getState().halt();
    finish(whole('never looked at'));
  });

  test('do not wait for a first that failed', async () => {
    const { prompts } = promptsForTest(async () => failed('broken-off'));
    prompts.getState().start(about, 20, columnsView(withModel, { ...withModel, prompt: summaryPrompts[1]?.id ?? '' }));
    await prompts.getState().prepare(
      prompts.getState().columns.map(({ id }) => id),
      1,
    );
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toEqual(['0 failed It is broken-off.', '0 failed It is broken-off.']);
  });

  test('show of several answers the newest, or the one that was chosen', async () => {
    const { prompts } = await prepared(inTurn(whole('one'), whole('two')), 2);
    const column = prompts.getState().columns[1]?.id ?? '';
    const shown = () => {
      const { runs, chosen } = prompts.getState();
      return resultOf(shownRun(runsOf(runs, column, 0), chosen))?.text;
    };
    prompts.getState().send();
    await expect.poll(shown).toBe('two');
    const [first, second] = runsOf(prompts.getState().runs, column, 0);
    prompts.getState().choose(first?.id ?? '');
    expect(shown()).toBe('one');
    prompts.getState().choose(second?.id ?? '');
    expect(shown()).toBe('two');
    expect(prompts.getState().chosen).toHaveLength(1);
  });

  test('send none of the repeats that are left once they are stopped', async () => {
    const stream = vi.fn(
      (_: unknown, { signal }: StreamOptions) =>
        new Promise<StreamOutcome>((resolve) => {
          signal.addEventListener('abort', () => resolve(failed('broken-off')), { once: true });
        }),
    );
    const { prompts } = await prepared(stream, 3);
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().halt();
    const stopped = '0 failed Stopped before it was sent.';
    await expect
      .poll(() => states(prompts))
      .toEqual(['0 ended by offline', '0 failed It is broken-off.', stopped, stopped]);
    expect(stream).toHaveBeenCalledTimes(1);
  });

  test('stop for one column alone, with what has come', async () => {
    const stream = ({ signal, onEvent }: StreamOptions) =>
      new Promise<StreamOutcome>((resolve) => {
        onEvent?.({ type: 'text', text: 'so far' });
        const end = () => resolve({ ...failed('broken-off', 'so far') });
        signal.addEventListener('abort', end, { once: true });
      });
    const { prompts } = await prepared((_, options) => stream(options));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().halt(prompts.getState().columns[1]?.id);
    await expect.poll(() => states(prompts)).toContain('0 ended so far');
  });

  test('score what was left for another cut of the same session, and keep it', async () => {
    const stream = (_: unknown, { signal }: StreamOptions) =>
      new Promise<StreamOutcome>((resolve) => {
        signal.addEventListener('abort', () => resolve(failed('broken-off', 'so far')), { once: true });
      });
    const { prompts, kept } = await prepared(stream);
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().start(about, 50, columnsView({ type: 'offline' }, withModel));
    await expect.poll(() => kept).toMatchObject([{ call: 20, result: { text: 'so far', scores: [score] } }]);
    prompts.getState().stop();
  });

  test('do not score what was left behind: another session may be open by then', async () => {
    const { prompts, kept } = await prepared(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(failed('broken-off', 'so far')), { once: true });
        }),
    );
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().start({ place: 'session=b', title: 'Another' }, 50, columnsView({ type: 'offline' }));
    await expect.poll(() => kept).toMatchObject([{ place: 'session=a', call: 20, result: { scores: [] } }]);
  });

  test('drop an answer for a cut that nobody looks at, but keep it for later', async () => {
    let finish: (outcome: StreamOutcome) => void = () => undefined;
    const { prompts, kept } = await prepared(
      () =>
        new Promise<StreamOutcome>((resolve) => {
          finish = resolve;
        }),
    );
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().start(about, 50, columnsView({ type: 'offline' }, withModel));
    finish(whole('too late'));
    await expect.poll(() => kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ call: 20, result: { text: 'too late' } });
    expect(states(prompts)).toEqual(['0 ended by offline']);
  });
});
