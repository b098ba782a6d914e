import { describe, expect, test, vi } from 'vitest';
import { summaryPrompts } from '../../prompts/index';
import type { CompactionOutcome } from '../../worker/engine/compaction-messages';
import { answersIn, shownAnswer } from './column-answers';
import { columnMills, togetherMills } from './prompt-preparing';
import { resultOf } from './prompt-run';
import {
  columnsView,
  compacted,
  failed,
  promptsForTest,
  rescored,
  score,
  states,
  untilStopped,
  type Writing,
  withModel,
} from './prompts.test-support';

const about = { place: 'session=a', title: 'A session' };

function inTurn(...outcomes: readonly CompactionOutcome[]) {
  const rest = [...outcomes];
  return vi.fn<Writing>(async () => rest.shift() ?? compacted('no more'));
}

async function prepared(write: Writing, repeats = 1) {
  const set = promptsForTest(write);
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
  test('are written immediately, and again for another cut', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toEqual(['0 ended by recorded', '0 ended by offline']);
    prompts.getState().start(about, 30, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toEqual(['0 ended by recorded', '0 ended by offline']);
    expect(asked.filter((line) => line.endsWith(' 30'))).toHaveLength(2);
  });

  test('continue in a further round from what the previous round left', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
    await expect.poll(() => states(prompts)).toHaveLength(2);
    prompts.getState().addRound(40);
    await expect.poll(() => states(prompts).filter((state) => state.startsWith('1 ended'))).toHaveLength(2);
    expect(asked.slice(2)).toEqual(['recorded round 40', 'offline round 40']);
    prompts.getState().dropRound();
    expect(prompts.getState()).toMatchObject({ calls: [20], round: 0 });
    expect(states(prompts)).toHaveLength(2);
  });

  test('replay the rounds of a link one after another', async () => {
    const { prompts, asked } = promptsForTest(inTurn());
    const view = columnsView({ type: 'recorded' }, { type: 'offline' });
    prompts.getState().start(about, 20, { ...view, laterCalls: [10, 40, 60] });
    expect(prompts.getState().calls).toEqual([20, 40, 60]);
    await expect.poll(() => states(prompts).filter((state) => /ended/.test(state))).toHaveLength(6);
    expect(asked.filter((line) => line.startsWith('offline'))).toEqual([
      'offline recording 20',
      'offline round 40',
      'offline round 60',
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
  test('send nothing before the user has seen what and for how much', async () => {
    const write = inTurn();
    const { prompts } = await prepared(write);
    const [run] = prompts.getState().pending?.runs ?? [];
    expect(run?.secretsMasked).toBe(2);
    expect(run?.estimate.inputTokens).toBeGreaterThan(10_000);
    expect(run?.estimate.mostDollars).toBeGreaterThan(run?.estimate.inputDollars ?? 0);
    prompts.getState().dismiss();
    prompts.getState().send();
    expect(write).not.toHaveBeenCalled();
    expect(prompts.getState().pending).toBeUndefined();
  });

  test('of an OpenAI-compatible server are estimated without the tools, at the price that is known', async () => {
    const { prompts } = promptsForTest(inTurn());
    const models = ['claude-opus-4', 'chat/gpt-5', 'chat/qwen3:8b', 'free/qwen3:8b'];
    const view = columnsView(...models.map((model) => ({ ...withModel, model })));
    prompts.getState().start(about, 20, view);
    await prompts.getState().prepare(
      prompts.getState().columns.map(({ id }) => id),
      1,
    );
    const [claude, listed, unknown, free] = (prompts.getState().pending?.runs ?? []).map(({ estimate }) => estimate);
    for (const compatible of [listed, unknown, free]) {
      expect((claude?.inputTokens ?? 0) - (compatible?.inputTokens ?? 0)).toBe(1_000);
    }
    expect(listed?.mostDollars).toBeGreaterThan(0);
    expect([unknown?.inputDollars, unknown?.mostDollars]).toEqual([undefined, undefined]);
    expect([free?.inputDollars, free?.mostDollars]).toEqual([0, 0]);
  });

  test('show the summary with its scores and figures, and save it', async () => {
    const { prompts, kept } = await prepared(inTurn(compacted('a summary')));
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

  test('[K4] are scored again after the rules were edited', async () => {
    const { prompts } = await prepared(inTurn(compacted('a summary')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 ended a summary');
    await prompts.getState().rescore();
    const scores = prompts.getState().runs.map((run) => resultOf(run)?.scores);
    expect(scores.length).toBeGreaterThan(1);
    for (const each of scores) expect(each).toEqual([rescored]);
  });

  test('pass the key to the engine with each request, and nowhere else', async () => {
    const write = inTurn(compacted('one'), compacted('two'));
    const { prompts, kept, interrupted } = await prepared(write, 2);
    prompts.getState().send();
    await expect.poll(() => kept).toHaveLength(2);
    const writer = { type: 'model', model: withModel.model, key: 'stand-in-key' };
    expect(write.mock.calls.map(([request]) => request.writer)).toEqual([writer, writer]);
    expect(JSON.stringify([prompts.getState(), kept, interrupted])).not.toContain('stand-in-key');
  });

  test('show partial text, retries and waits', async () => {
    const failure = { what: 'Too many.', advice: 'Wait.' };
    const steps = [
      { type: 'asking', tryNumber: 1, text: '' },
      { type: 'asking', tryNumber: 2, text: 'so far', firstTokenMs: 5 },
      { type: 'waiting', leftMs: 200, isAskedFor: true, failure },
    ] as const;
    let next: () => void = () => undefined;
    const { prompts } = await prepared(async (_, { onProgress }) => {
      for (const step of steps) {
        onProgress(step);
        await new Promise<void>((resolve) => {
          next = resolve;
        });
      }
      return compacted('a summary');
    });
    prompts.getState().send();
    for (const step of steps) {
      await expect.poll(() => prompts.getState().runs.map(({ state }) => state)).toContainEqual(step);
      next();
    }
    await expect.poll(() => states(prompts)).toContain('0 ended a summary');
  });

  test('save and mark the partial text of a broken connection', async () => {
    const { prompts, kept } = await prepared(inTurn(failed('It is broken-off.', 'the first half')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 ended the first half');
    expect(kept[0]?.result).toMatchObject({
      problem: { what: 'It is broken-off.' },
      scores: [score],
      sent: { dollars: 0.5 },
    });
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
      return compacted('again');
    }, 3);
    prompts.getState().send();
    await expect.poll(() => states(prompts).filter((state) => state === '0 ended again')).toHaveLength(3);
    expect(most).toBe(1);
  });

  test('wait for the first with the same prefix until its answer begins, and are priced accordingly', async () => {
    const progress: Parameters<Writing>[1]['onProgress'][] = [];
    let finish: (outcome: CompactionOutcome) => void = () => undefined;
    const write = vi.fn<Writing>((_, { onProgress }) => {
      progress.push(onProgress);
      onProgress({ type: 'asking', tryNumber: 1, text: '' });
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const { prompts } = promptsForTest(write);
    const other = { ...withModel, prompt: summaryPrompts[1]?.id ?? '' };
    prompts.getState().start(about, 20, columnsView(withModel, other, { ...withModel, model: 'claude-opus-5' }));
    await prompts.getState().prepare(
      prompts.getState().columns.map(({ id }) => id),
      2,
    );
    const planned = prompts.getState().pending?.runs ?? [];
    expect(planned.map(({ estimate }) => estimate.cacheReadTokens > 0)).toEqual([false, true, false]);
    const together = togetherMills(planned, 2);
    expect(together?.least).toBeLessThan(together?.most ?? 0);
    const rows = planned.map((run) => columnMills(run, 2));
    for (const bound of ['least', 'most', 'mostUncached'] as const) {
      expect(rows.every((row) => Number.isInteger(row?.[bound]))).toBe(true);
      expect(rows.reduce((sum, row) => sum + (row?.[bound] ?? 0), 0)).toBe(together?.[bound]);
    }
    expect(together?.most).toBeLessThan(together?.mostUncached ?? 0);
    expect(togetherMills(planned.slice(0, 1), 1)?.most).toBe(togetherMills(planned.slice(0, 1), 1)?.mostUncached);
    prompts.getState().send();
    await expect
      .poll(() => states(prompts))
      .toEqual(['asking', 'queued', 'queued', 'queued', 'asking', 'queued'].map((state) => `0 ${state}`));
    progress[0]?.({ type: 'asking', tryNumber: 1, text: '', firstTokenMs: 5 });
    await expect.poll(() => states(prompts)[2]).toBe('0 asking');
    expect(write).toHaveBeenCalledTimes(3);
    prompts.getState().halt();
    finish(compacted('never looked at'));
  });

  test('do not wait for a first that failed', async () => {
    const { prompts } = promptsForTest(async () => failed('It is broken-off.'));
    prompts.getState().start(about, 20, columnsView(withModel, { ...withModel, prompt: summaryPrompts[1]?.id ?? '' }));
    await prompts.getState().prepare(
      prompts.getState().columns.map(({ id }) => id),
      1,
    );
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toEqual(['0 failed It is broken-off.', '0 failed It is broken-off.']);
  });

  test('show the latest of several answers, or the selected one', async () => {
    const { prompts } = await prepared(inTurn(compacted('one'), compacted('two')), 2);
    const column = prompts.getState().columns[1]?.id ?? '';
    const shown = () => {
      return resultOf(shownAnswer(prompts.getState(), column, 0))?.text;
    };
    prompts.getState().send();
    await expect.poll(shown).toBe('two');
    const [first, second] = answersIn(prompts.getState(), column, 0);
    prompts.getState().choose(first?.id ?? '');
    expect(shown()).toBe('one');
    prompts.getState().choose(second?.id ?? '');
    expect(shown()).toBe('two');
    expect(prompts.getState().chosen).toHaveLength(1);
  });

  test('skip the remaining repeats once they are stopped', async () => {
    const write = vi.fn(untilStopped(failed('It was stopped.')));
    const { prompts } = await prepared(write, 3);
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().halt();
    const stopped = '0 failed Stopped before it was sent.';
    await expect
      .poll(() => states(prompts))
      .toEqual(['0 ended by offline', '0 failed It was stopped.', stopped, stopped]);
    expect(write).toHaveBeenCalledTimes(1);
  });

  test('stop for one column alone, keeping the partial text', async () => {
    const { prompts } = await prepared(untilStopped(failed('It was stopped.', 'so far')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().halt(prompts.getState().columns[1]?.id);
    await expect.poll(() => states(prompts)).toContain('0 ended so far');
  });

  test('show why it waited if the wait is stopped', async () => {
    const failure = { what: 'Too many.', advice: 'Wait.' };
    const { prompts } = await prepared((request, answering) => {
      const end = untilStopped(failed('Too many.'))(request, answering);
      answering.onProgress({ type: 'waiting', leftMs: 60_000, isAskedFor: true, failure });
      return end;
    });
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 waiting');
    prompts.getState().halt();
    await expect.poll(() => states(prompts)).toContain('0 failed Too many.');
  });

  test.each([
    ['another cut of the same session', about],
    ['another session', { place: 'session=b', title: 'Another' }],
  ])('restore what was saved for %s, with its scores', async (_, next) => {
    const { prompts, kept } = await prepared(untilStopped(failed('It was stopped.', 'so far')));
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().start(next, 50, columnsView({ type: 'offline' }, withModel));
    await expect
      .poll(() => kept)
      .toMatchObject([{ place: 'session=a', call: 20, result: { text: 'so far', scores: [score] } }]);
    prompts.getState().stop();
  });

  test('drop an answer for a cut that is no longer shown, but save it for later', async () => {
    let finish: (outcome: CompactionOutcome) => void = () => undefined;
    const { prompts, kept } = await prepared((_, { onProgress }) => {
      onProgress({ type: 'asking', tryNumber: 1, text: '' });
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    prompts.getState().send();
    await expect.poll(() => states(prompts)).toContain('0 asking');
    prompts.getState().start(about, 50, columnsView({ type: 'offline' }, withModel));
    finish(compacted('too late'));
    await expect.poll(() => kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ call: 20, result: { text: 'too late' } });
    expect(states(prompts)).toEqual(['0 ended by offline']);
  });
});
