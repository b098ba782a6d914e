import { expect, it } from 'vitest';
import { until } from '../../base/until.test-support';
import { Engine } from '../../worker/engine/client';
import { readingSession, WorkerHere } from '../../worker/engine/engine.test-support';
import { createSessionContents } from './session-contents';

async function opened() {
  const engine = new Engine(() => new WorkerHere());
  const { timeline } = await engine.ask('open-session', readingSession());
  return { store: createSessionContents({ loadEngine: async () => engine }), timeline };
}

it('has what fills the context at a call', async () => {
  const { store, timeline } = await opened();
  await store.getState().lookAt(5);
  const { contents, failure } = store.getState();
  expect(failure).toBeUndefined();
  expect(contents).toMatchObject({ call: 5, tokens: timeline.used[5] });
  expect(contents?.byTool.map(({ name }) => name)).toEqual(['read', undefined]);
});

it('shows the latest request, and never an earlier one', async () => {
  const { store } = await opened();
  const seen: (number | undefined)[] = [];
  store.subscribe(({ contents }) => seen.push(contents?.call));
  for (let call = 0; call < 10; call++) void store.getState().lookAt(call);
  await until(() => store.getState().contents?.call === 9);
  expect(new Set(seen)).toEqual(new Set([9]));
});

it('forgets the answer, and one that is still to come', async () => {
  const { store } = await opened();
  await store.getState().lookAt(3);
  const late = store.getState().lookAt(4);
  store.getState().forget();
  await late;
  expect(store.getState().contents).toBeUndefined();
});

it('says what went wrong', async () => {
  const { store } = await opened();
  await store.getState().lookAt(9_999);
  expect(store.getState().failure).toBeDefined();
  await store.getState().lookAt(0);
  expect(store.getState()).toMatchObject({ failure: undefined, contents: { call: 0 } });
});
