import { describe, expect, test } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { isSamePlace, readInterrupted, writeInterrupted } from './interrupted-runs';
import { resultOf } from './prompt-run';
import {
  columnsView,
  compacted,
  promptsForTest,
  rescored,
  states,
  type Writing,
  withModel,
} from './prompts.test-support';
import type { ColumnSource } from './prompts-link';

const about = { place: 'session=a', title: 'A session' };
const neverEnds =
  (text: string): Writing =>
  (_, { onProgress }) => {
    onProgress({ type: 'asking', tryNumber: 1, text });
    return new Promise(() => undefined);
  };

/** What a page leaves when it closes during an answer. */
async function left(text: string): Promise<string> {
  const { prompts, interrupted } = promptsForTest(neverEnds(text));
  const { start, prepare, send, leave } = prompts.getState();
  start(about, 20, columnsView({ type: 'offline' }, withModel));
  await prepare(
    prompts.getState().columns.map(({ id }) => id),
    1,
  );
  send();
  const shown = () => prompts.getState().runs.flatMap(({ state }) => (state.type === 'asking' ? [state.text] : []));
  await expect.poll(shown).toEqual([text]);
  leave();
  return interrupted.text;
}

/** The next page. */
function back(text: string, source: ColumnSource = withModel, call = 20) {
  const page = promptsForTest(neverEnds(''));
  page.interrupted.text = text;
  page.prompts.getState().start(about, call, columnsView({ type: 'recorded' }, source));
  return page;
}

describe('an answer interrupted by a reload', () => {
  test('is restored in its column with the partial text, marked, scored and saved', async () => {
    const { prompts, kept, interrupted } = back(await left('<analysis>so</analysis><summary>the first half'));
    await expect.poll(() => states(prompts)).toContain('0 ended the first half');
    const result = () =>
      prompts
        .getState()
        .runs.map(resultOf)
        .find((each) => each?.problem !== undefined);
    await expect.poll(() => result()?.scores).toEqual([rescored]);
    expect(result()).toMatchObject({ problem: { what: expect.stringContaining('reloaded or closed') } });
    expect(result()?.tokens).toBeGreaterThan(1);
    expect(kept.at(-1)).toMatchObject({ call: 20, result: { text: 'the first half', scores: [rescored] } });
    expect(interrupted.text).toBe('');
  });

  test.each([
    ['another cut', withModel, 30],
    ['another model', { ...withModel, model: 'claude-opus-5' }, 20],
    ['another focus', { ...withModel, focus: 'paths' }, 20],
  ] as const)('is saved even if the page returns with %s', async (_name, source, call) => {
    const { prompts, kept } = back(await left('half'), source, call);
    await expect.poll(() => kept).toMatchObject([{ call: 20, result: { text: 'half', scores: [] } }]);
    expect(states(prompts).join()).not.toContain('half');
  });

  test.each([
    ['as its JSON text, as an older version left it', (place: unknown) => JSON.stringify(place)],
    ['with its fields in another order', (place: object) => Object.fromEntries(Object.entries(place).reverse())],
  ])('is in its column again if the place is stored %s', async (_name, keptAs) => {
    const noted = (JSON.parse(await left('half')) as { readonly place: object }[]).map((each) => ({
      ...each,
      place: keptAs(each.place),
    }));
    const { prompts } = back(JSON.stringify(noted));
    await expect.poll(() => states(prompts)).toContain('0 ended half');
  });

  test('of a simulation is in its column again only under the same policy', async () => {
    const [recorded] = readInterrupted(await left('half'));
    const choice = {
      policy: claudeCode21,
      mode: 'free',
      replies: { type: 'recorded' },
      pinned: [],
      commands: [],
    } as const;
    const place = { type: 'simulation', call: 20, choice } as const;
    const [noted] = recorded === undefined ? [] : readInterrupted(writeInterrupted([{ ...recorded, place }]));
    const others = { ...place, choice: { ...choice, policy: everythingOn } };
    expect(noted && [isSamePlace(noted.place, place), isSamePlace(noted.place, others)]).toEqual([true, false]);
  });

  test('is reported but not saved if no text had arrived', async () => {
    const { prompts, kept } = back(await left(''));
    await expect.poll(() => states(prompts).join()).toContain('0 failed Interrupted: the page was reloaded');
    expect(kept).toEqual([]);
  });

  test('stays noted until a page restores it, whatever ends in another tab meanwhile', async () => {
    const other = promptsForTest(async () => compacted('all of it'));
    const { start, prepare, send } = other.prompts.getState();
    start(about, 30, columnsView({ type: 'offline' }, withModel));
    other.interrupted.text = (await left('half')).replaceAll('"run-2"', '"run-of-a-closed-tab"');
    await prepare(
      other.prompts.getState().columns.map(({ id }) => id),
      1,
    );
    send();
    await expect.poll(() => other.kept).toHaveLength(1);
    expect(readInterrupted(other.interrupted.text).map(({ run }) => run.result.text)).toEqual(['half']);
  });

  test('leaves nothing if nothing was in progress, and damaged notes are skipped', async () => {
    const { prompts, interrupted } = back('');
    await expect.poll(() => states(prompts)).toEqual(['0 ended by recorded']);
    prompts.getState().leave();
    expect(interrupted.text).toBe('');
    const whole = JSON.parse(await left('half'));
    expect(readInterrupted(JSON.stringify([4, { place: '{}', run: {} }, ...whole]))).toHaveLength(1);
    expect(readInterrupted('{')).toEqual([]);
  });
});

test('an answer is shown once it is stored, and is whole on the next page if the first closes in between', async () => {
  let store = () => {};
  const storing = new Promise<void>((resolve) => {
    store = resolve;
  });
  const { prompts, kept, interrupted } = promptsForTest(
    async (_, { onProgress }) => {
      onProgress({ type: 'asking', tryNumber: 1, text: 'all of' });
      return compacted('all of it');
    },
    [],
    () => storing,
  );
  const { start, prepare, send, leave } = prompts.getState();
  start(about, 20, columnsView({ type: 'offline' }, withModel));
  await prepare(
    prompts.getState().columns.map(({ id }) => id),
    1,
  );
  send();
  await expect.poll(() => kept.length).toBe(1);
  expect(states(prompts)).not.toContain('0 ended all of it');
  leave();
  const next = back(interrupted.text);
  await expect.poll(() => states(next.prompts)).toContain('0 ended all of it');
  expect(next.kept.at(-1)).toMatchObject({ id: kept[0]?.id, result: { text: 'all of it' } });
  expect(next.kept.at(-1)?.result.problem).toBeUndefined();
  store();
  await expect.poll(() => states(prompts)).toContain('0 ended all of it');
  expect(kept).toHaveLength(1);
});
