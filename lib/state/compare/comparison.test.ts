import { expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { tutorial } from '../../policies/presets/tutorial';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { Engine } from '../../worker/engine/client';
import { readingSession, WorkerHere } from '../../worker/engine/engine.test-support';
import { type CompareView, columnOf, keyOf, MAX_COLUMNS } from './compare-link';
import { type Comparison, createComparison } from './comparison';

const viewOf = (...policies: Parameters<typeof columnOf>[0][]): CompareView => ({
  columns: policies.map(columnOf),
  baseline: undefined,
});

async function opened(view: CompareView) {
  const worker = new WorkerHere();
  const engine = new Engine(() => worker);
  const session = await engine.ask('open-session', readingSession());
  const comparison = createComparison({ loadEngine: async () => engine });
  const seen: Comparison['atWork'][] = [];
  comparison.subscribe(({ atWork }) => seen.push(atWork));
  /** However slow the machine is: a poll would time out. */
  const until = (isSo: (state: Comparison) => boolean) =>
    new Promise<Comparison>((resolve) => {
      const check = (state: Comparison) => {
        if (isSo(state)) resolve(state);
      };
      comparison.subscribe(check);
      check(comparison.getState());
    });
  const whole = () =>
    until(
      ({ columns, losses, recordedLosses, atWork }) =>
        columns.every((column) => losses.has(keyOf(column))) && recordedLosses !== undefined && atWork === undefined,
    );
  const askedFor = (method: string) =>
    worker.asked.filter((message) => message.type === 'ask' && message.method === method).length;
  comparison.getState().start(session, view);
  return { comparison, state: () => comparison.getState(), until, whole, seen, askedFor };
}

it('replays every column, then counts what it loses, with what is at work, the recording first', async () => {
  const { whole, seen, state } = await opened(viewOf(claudeCode21, none));
  const { policies, losses, recordedLosses, error } = await whole();
  const [compacting, dead] = viewOf(claudeCode21, none).columns.map(keyOf);
  expect(policies.get(compacting ?? '')?.simulation.compactions).toHaveLength(1);
  expect(policies.get(dead ?? '')?.simulation.deadAt).toBeDefined();
  expect(losses.get(compacting ?? '')).toMatchObject({ misses: 0 });
  expect(losses.get(dead ?? '')).toEqual({ lost: 0, misses: 0 });
  expect(recordedLosses).toEqual({ lost: 0, misses: 0 });
  expect(error).toBeNull();
  const begun = seen.filter((atWork, place) => {
    const before = seen[place - 1];
    return atWork !== undefined && (before?.column !== atWork.column || before.what !== atWork.what);
  });
  expect(begun.map((atWork) => [atWork?.what, atWork?.column])).toEqual([
    ['replay', state().columns[0]],
    ['replay', state().columns[1]],
    ['replay', 'recording'],
    ['losses', 'recording'],
    ['losses', state().columns[0]],
    ['losses', state().columns[1]],
    ['losses', 'recording'],
    ['losses', state().columns[0]],
    ['losses', state().columns[1]],
  ]);
  expect(seen.at(-1)).toBeUndefined();
});

it('[K4] counts the rules of the user, and again after they were edited, but nothing else', async () => {
  const { whole, state, askedFor, until } = await opened(viewOf(claudeCode21));
  await whole();
  const key = keyOf(columnOf(claudeCode21));
  expect([state().recordedRules, state().rules.get(key)]).toEqual([[], expect.any(Array)]);
  const asked = ['rules-over-session', 'session-losses', 'compare-policy'];
  const before = asked.map(askedFor);
  const shown = state().rules.get(key);
  state().recountRules();
  expect(state().rules.get(key)).toBe(shown);
  await until(({ rules, atWork }) => rules.get(key) !== shown && atWork === undefined);
  expect(asked.map((method, place) => askedFor(method) - (before[place] ?? 0))).toEqual([2, 0, 0]);
});

it('does not compute a column again', async () => {
  const { whole, state, askedFor } = await opened(viewOf(claudeCode21));
  await whole();
  const before = askedFor('compare-policy');
  state().add(columnOf(tutorial));
  await whole();
  state().remove(state().columns[0] ?? columnOf(none));
  state().add(columnOf(claudeCode21));
  await whole();
  expect(askedFor('compare-policy')).toBe(before + 1);
});

it('keeps the baseline where it is when columns are removed, or returns to the recording with it', async () => {
  const { state } = await opened(viewOf(claudeCode21, tutorial, none));
  state().chooseBaseline(1);
  state().remove(state().columns[0] ?? columnOf(none));
  expect(state().baseline).toBe(0);
  expect(state().columns[0]?.view.policy).toBe(tutorial);
  state().remove(state().columns[0] ?? columnOf(none));
  expect(state().baseline).toBeUndefined();
});

it('adds no column twice, and no more than fit', async () => {
  const { state } = await opened(viewOf(claudeCode21));
  state().add(columnOf(claudeCode21));
  expect(state().columns).toHaveLength(1);
  for (let window = 50_000; window < 60_000; window += 1_000) {
    state().add(columnOf(changed(claudeCode21, 'policy.windowTokens', window)));
  }
  expect(state().columns).toHaveLength(MAX_COLUMNS);
});

it('stops counting when it is cancelled, and resumes with what is missing', async () => {
  const { comparison, state, until, whole, askedFor } = await opened(viewOf(claudeCode21, tutorial));
  await until(({ atWork, columns }) => atWork?.what === 'losses' && atWork.column === columns[0]);
  state().cancel();
  await until(({ isStopped }) => isStopped);
  expect(comparison.getState()).toMatchObject({ atWork: undefined, failure: undefined });
  expect(state().losses.size).toBeLessThan(2);
  state().resume();
  expect((await whole()).isStopped).toBe(false);
  expect(askedFor('compare-policy')).toBe(2);
});

it('stops a replay when it is cancelled, and resumes with it', async () => {
  const { state, until, whole } = await opened(viewOf(claudeCode21));
  await until(({ atWork }) => atWork?.what === 'replay');
  state().cancel();
  await until(({ isStopped }) => isStopped);
  expect([state().policies.size, state().atWork]).toEqual([0, undefined]);
  state().resume();
  expect((await whole()).policies.size).toBe(1);
});

it('starts nothing more once the view is gone', async () => {
  const { comparison, state } = await opened(viewOf(claudeCode21));
  state().leave();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(comparison.getState()).toMatchObject({ recordedLosses: undefined, failure: undefined });
});

it('reports a failure of the engine', async () => {
  const session = await new Engine(() => new WorkerHere()).ask('open-session', readingSession());
  const engine = { ask: () => Promise.reject(new Error('lost')) };
  const comparison = createComparison({ loadEngine: async () => engine });
  comparison.getState().start(session, viewOf(claudeCode21));
  await expect
    .poll(() => comparison.getState().failure, { timeout: 20_000 })
    .toMatchObject({
      what: 'lost',
      tried: { what: 'replay', column: columnOf(claudeCode21) },
    });
  expect(comparison.getState().atWork).toBeUndefined();
});
