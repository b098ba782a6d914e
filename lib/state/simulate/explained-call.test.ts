import { expect, it } from 'vitest';
import { until } from '../../base/until.test-support';
import { scoreIds } from '../../fidelity/scores/score-definitions';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { Engine } from '../../worker/engine/client';
import { readingSession, WorkerHere } from '../../worker/engine/engine.test-support';
import { createExplainedCall } from './explained-call';
import type { SimulationView } from './simulated-session';

const choice: SimulationView = {
  policy: claudeCode21,
  replies: { type: 'assumed' },
  mode: 'free',
  pinned: [],
  commands: [],
};

async function opened() {
  const engine = new Engine(() => new WorkerHere());
  await engine.ask('open-session', readingSession());
  return { engine, store: createExplainedCall({ loadEngine: async () => engine }) };
}

it('has the explanation of a call, what it lost, its scores, and the predictions', async () => {
  const { store } = await opened();
  store.getState().explain(choice, 15);
  store.getState().predict(claudeCode21);
  store.getState().score(choice, 15);
  await until(() => {
    const { losses, predictions, scores } = store.getState();
    return losses !== undefined && predictions !== undefined && scores !== undefined;
  });
  expect(store.getState()).toMatchObject({
    explanation: { call: 15, bill: {} },
    losses: { call: 15, leftParts: 31 },
    scores: { call: 15, scores: { length: scoreIds.length } },
    predictions: { checks: [], elsewhere: [{ call: 15 }] },
    failure: undefined,
  });
});

it('shows the latest request, and never an earlier one', async () => {
  const { store } = await opened();
  const seen: (number | undefined)[] = [];
  store.subscribe(({ explanation }) => seen.push(explanation?.call));
  for (let call = 0; call < 20; call++) store.getState().explain(choice, call);
  await until(() => store.getState().losses?.call === 19);
  expect(new Set(seen)).toEqual(new Set([19]));
});

it('keeps an answer until there is a newer one', async () => {
  const { store } = await opened();
  store.getState().explain(choice, 15);
  await until(() => store.getState().explanation !== undefined);
  store.getState().explain({ ...choice, policy: none }, 18);
  expect(store.getState().explanation?.equations[0]?.text).toMatch(/→ compact$/);
  await until(() => /→ rejected$/.test(store.getState().explanation?.equations[0]?.text ?? ''));
});

it('shows a failure, and clears it with the session', async () => {
  const { store } = await opened();
  store.getState().explain(choice, 99);
  await until(() => store.getState().failure !== undefined);
  expect(store.getState().failure?.what).toContain('Call 99 of 24');
  store.getState().forget();
  expect(store.getState()).toMatchObject({ explanation: undefined, failure: undefined });
});

it('ignores an answer for another session', async () => {
  const { engine, store } = await opened();
  store.getState().explain(choice, 15);
  store.getState().forget();
  // Answered behind whatever was asked before it.
  await engine.ask('lost-at-call', { ...choice, call: 15 });
  expect(store.getState()).toMatchObject({ explanation: undefined, losses: undefined });
});
