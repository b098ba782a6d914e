import { describe, expect, test } from 'vitest';
import type { CompactionOutcome } from '../../worker/engine/compaction-messages';
import { answersIn, shownAnswer } from './column-answers';
import type { KeptRun } from './prompt-kept-run';
import { resultOf } from './prompt-run';
import { columnsView, compacted, failed, promptsForTest, withModel } from './prompts.test-support';

const about = { place: 'session=a', title: 'A session' };

/** Two columns, the second with a model that answers so. */
function opened(...outcomes: readonly CompactionOutcome[]) {
  const rest = [...outcomes];
  const set = promptsForTest(async () => rest.shift() ?? compacted('no more'));
  const { prompts } = set;
  prompts.getState().start(about, 20, columnsView({ type: 'offline' }, withModel));
  const [first, second] = prompts.getState().columns.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('There are two columns');
  const run = async (repeats = 1) => {
    const before = set.kept.length;
    await prompts.getState().prepare([second], repeats);
    prompts.getState().send();
    await expect.poll(() => set.kept).toHaveLength(before + repeats);
  };
  const texts = (round = 0, column = second) =>
    answersIn(prompts.getState(), column, round).map((each) => resultOf(each)?.text);
  const shown = (round = 0, column = second) => resultOf(shownAnswer(prompts.getState(), column, round))?.text;
  const choose = (text: string) => {
    const found = prompts.getState().runs.find((each) => resultOf(each)?.text === text);
    prompts.getState().choose(found?.id ?? '');
  };
  return { ...set, first, second, run, texts, shown, choose };
}

describe('answers of a column', () => {
  test('stay when it is run again, and the new one is shown even if another was selected', async () => {
    const { run, texts, shown, choose } = opened(compacted('one'), compacted('two'), compacted('three'));
    await run(2);
    choose('one');
    expect(shown()).toBe('one');
    await run();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(shown()).toBe('three');
  });

  test('stay while its settings change, and those of the new settings come first', async () => {
    const { prompts, second, run, texts, shown, choose } = opened(compacted('one'), compacted('two'));
    await run();
    const focused = { ...withModel, focus: 'tests' };
    prompts.getState().setSource(second, focused);
    expect([texts(), shown()]).toEqual([['one'], 'one']);
    await run();
    expect([texts(), shown()]).toEqual([['one', 'two'], 'two']);
    choose('one');
    expect(shown()).toBe('one');
    choose('two');
    prompts.getState().setSource(second, withModel);
    expect([texts(), shown()]).toEqual([['one', 'two'], 'one']);
    prompts.getState().setSource(second, { type: 'offline' });
    await expect.poll(() => texts()).toEqual(['by offline']);
    prompts.getState().setSource(second, withModel);
    expect(texts()).toEqual(['one', 'two']);
  });

  test('are each the base of their own further round', async () => {
    const outcomes = ['one', 'two', 'after two', 'after one'].map((text) => compacted(text));
    const { prompts, begun, first, run, texts, shown, choose } = opened(...outcomes);
    await run(2);
    prompts.getState().addRound(40);
    await run();
    expect(texts(1)).toEqual(['after two']);
    choose('one');
    expect(texts(1)).toEqual([]);
    await run();
    expect([texts(1), shown(1)]).toEqual([['after one'], 'after one']);
    choose('two');
    expect(texts(1)).toEqual(['after two']);
    const ids = ['one', 'two'].map((text) => prompts.getState().runs.find((each) => resultOf(each)?.text === text)?.id);
    const bases = begun.flatMap(({ place, writer }) =>
      place.type === 'round' && writer.type === 'model' ? [place.compaction] : [],
    );
    expect(bases).toEqual([ids[1], ids[0]]);
    await expect.poll(() => texts(1, first)).toEqual(['by offline']);
  });

  test('that cannot be used end the rounds', async () => {
    const { prompts, second, run } = opened(failed('It broke.', 'half'));
    await run();
    prompts.getState().addRound(40);
    await prompts.getState().prepare([second], 1);
    expect(prompts.getState().pending).toBeUndefined();
  });
});

describe('saved answers', () => {
  const saved = async () => {
    const { run, kept } = opened(compacted('one'), failed('It broke.', 'half'));
    await run(2);
    return kept;
  };
  const restored = (runs: readonly KeptRun[]) => {
    const set = opened();
    set.prompts.getState().takeUp(runs);
    return set;
  };

  test('are shown again at their cut, in order, and a further round can go on from them', async () => {
    const runs = await saved();
    const { prompts, begun, second, texts, shown, choose } = restored([...runs].reverse());
    await expect.poll(() => texts()).toEqual(['one', 'half']);
    expect(shown()).toBe('half');
    const [one, half] = answersIn(prompts.getState(), second, 0).map(resultOf);
    expect(one).toMatchObject({ sent: { dollars: 0.5 }, context: { before: 10_000 } });
    expect(half).toMatchObject({ problem: { what: 'It broke.' } });
    expect(begun.filter(({ writer }) => writer.type === 'given')).toMatchObject([
      { id: runs[0]?.id, writer: { text: 'one' } },
    ]);
    choose('one');
    prompts.getState().addRound(40);
    await prompts.getState().prepare([second], 1);
    expect(prompts.getState().pending?.runs[0]?.place).toEqual({ type: 'round', call: 40, compaction: runs[0]?.id });
  });

  test('are shown as they were saved if they cannot be put in place again', async () => {
    const [run] = await saved();
    if (run === undefined) throw new Error('One was saved');
    const { prompts, second, texts } = restored([{ ...run, result: { ...run.result, text: 'unusable' } }]);
    await expect.poll(() => texts()).toEqual(['unusable']);
    const result = resultOf(shownAnswer(prompts.getState(), second, 0));
    expect(result).toMatchObject({ scores: run.result.scores, problem: { what: 'It cannot be used.' } });
    expect(result?.context).toBeUndefined();
  });

  test('are shown once', async () => {
    const runs = await saved();
    const { prompts, texts } = restored(runs);
    prompts.getState().takeUp(runs);
    await expect.poll(() => texts()).toEqual(['one', 'half']);
  });

  test.each<[string, Partial<KeptRun>]>([
    ['another call', { call: 21 }],
    ['a further round', { round: 1 }],
    ['another session', { place: 'session=b' }],
    ['the context of a policy', { view: 'v1&preset=none&end' }],
  ])('of %s are not', async (_, other) => {
    const runs = await saved();
    const { texts } = restored(runs.map((run) => ({ ...run, ...other })));
    expect(texts()).toEqual([]);
  });
});
