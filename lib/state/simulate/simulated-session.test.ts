import { expect, test } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { none } from '../../policies/presets/none';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import { createSimulatedSession, recordedView, whatIfOf, whatIfView } from './simulated-session';

const claudeCode = { name: 'Claude Code' };
const recording = recordedView(claudeCode);

/** An engine that answers when it is told to, with the number of the request as the simulation's count of calls. */
function setUp() {
  const asked: { method: EngineMethod; request: unknown; answer(value: unknown): void; fail(error: Error): void }[] =
    [];
  let nowMs = 0;
  const store = createSimulatedSession({
    loadEngine: async () => ({
      ask: <Method extends EngineMethod>(method: Method, request: EngineRequests[Method]['request']) =>
        new Promise<EngineRequests[Method]['answer']>((resolve, reject) => {
          asked.push({
            method,
            request,
            answer: (value) => resolve(value as EngineRequests[Method]['answer']),
            fail: reject,
          });
        }),
    }),
    clock: { nowMs: () => nowMs, later: () => () => undefined },
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const simulations = () => asked.filter(({ method }) => method === 'simulate');
  return {
    store,
    state: () => store.getState(),
    wait: (ms: number) => {
      nowMs += ms;
    },
    settle,
    simulations,
    contexts: () => asked.filter(({ method }) => method === 'simulated-context'),
    answer: async (index: number, calls: number) => {
      await settle();
      simulations()[index]?.answer({ type: 'done', value: { calls } as Simulation });
      await settle();
    },
  };
}

test('simulates a session as it was recorded, and inspects the selected call', async () => {
  const { state, settle, simulations, contexts, answer } = setUp();
  state().start(7, recording);
  await settle();
  expect(state().replay).toMatchObject({ type: 'running', choice: recording, isSlow: false });
  expect(simulations()[0]?.request).toMatchObject({ policy: { id: 'as-recorded' }, mode: 'recorded' });
  expect(contexts()[0]?.request).toMatchObject({ call: 7 });
  await answer(0, 1);
  expect([state().simulation?.calls, state().replay, state().shown]).toEqual([1, { type: 'shown' }, recording]);
});

test('treats consecutive changes of one setting as one step, with the curve before them as ghost', async () => {
  const { state, wait, answer } = setUp();
  state().start(0, recording);
  await answer(0, 1);
  for (const tokens of [12_000, 11_000, 10_000]) {
    expect(state().change('thresholds.bufferTokens', tokens)).toBeUndefined();
    wait(100);
  }
  await answer(1, 2);
  expect([state().steps.past.length, state().ghost?.calls, state().simulation?.calls]).toEqual([1, 1, 2]);
  wait(2_000);
  state().change('thresholds.bufferTokens', 9_000);
  expect([state().steps.past.length, state().ghost?.calls]).toEqual([2, 2]);
  state().undo();
  expect(state().view.policy.eras[0]?.thresholds.bufferTokens).toBe(10_000);
  state().undo();
  expect(state().view).toEqual(recording);
  state().undo();
  state().redo();
  state().redo();
  expect(state().view.policy.eras[0]?.thresholds.bufferTokens).toBe(9_000);
  expect(state().steps.future).toEqual([]);
});

test('ends the step when the pointer is released: changing the same setting again is another step', () => {
  const { state } = setUp();
  state().start(0, recording);
  state().change('thresholds.bufferTokens', 12_000);
  state().endGesture();
  state().change('thresholds.bufferTokens', 9_000);
  expect(state().steps.past.length).toBe(2);
  state().undo();
  expect(state().view.policy.eras[0]?.thresholds.bufferTokens).toBe(12_000);
});

test('a drag is one step, however long it is held still', () => {
  const { state, wait } = setUp();
  state().start(0, recording);
  state().beginGesture();
  for (const tokens of [12_000, 11_000, 10_000]) {
    state().change('thresholds.bufferTokens', tokens);
    wait(60_000);
  }
  state().endGesture();
  expect(state().steps.past).toEqual([recording]);
  state().change('thresholds.bufferTokens', 9_000);
  expect(state().steps.past.length).toBe(2);
});

test('rejects an invalid setting with a message and changes nothing', () => {
  const { state } = setUp();
  state().start(0, recording);
  expect(state().change('snip.triggerShare', 7)).toMatch(/must be from 0.05 to 1/);
  expect([state().steps.past, state().view]).toEqual([[], recording]);
});

test('drops an answer for a closed session or an outdated request', async () => {
  const { state, settle, simulations, answer } = setUp();
  state().start(0, recording);
  await settle();
  state().start(0, recording);
  await answer(0, 1);
  expect(state().simulation).toBeUndefined();
  await answer(1, 2);
  state().choosePolicy(none);
  await settle();
  simulations()[2]?.answer({ type: 'overtaken' });
  await settle();
  expect(state().simulation?.calls).toBe(2);
});

test('shows a failure until the next success', async () => {
  const { state, settle, simulations, answer } = setUp();
  state().start(0, recording);
  await settle();
  simulations()[0]?.fail(new Error('No memory left'));
  await settle();
  expect(state().replay).toMatchObject({ type: 'failed', choice: recording, failure: { what: 'No memory left' } });
  state().choosePolicy(claudeCode21);
  await answer(1, 3);
  expect(state().replay).toEqual({ type: 'shown' });
});

test('gives scenarios the first free letter, or a chosen one, up to four', async () => {
  const { state, answer } = setUp();
  state().start(0, recording);
  state().keepScenario();
  expect(state().scenarios).toEqual([]);
  await answer(0, 1);
  for (let kept = 0; kept < 6; kept++) state().keepScenario();
  expect(state().scenarios.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
  state().dropScenario('B');
  state().keepScenario();
  expect(state().scenarios.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
  state().keepScenario('C');
  expect(state().scenarios).toHaveLength(4);
});

test('pinning is a step, and so is unpinning', () => {
  const { state } = setUp();
  state().start(0, recording);
  const id = 'm1' as (typeof recording)['pinned'][number];
  state().togglePin(id);
  state().togglePin(id);
  expect([state().view.pinned, state().steps.past.map(({ pinned }) => pinned)]).toEqual([[], [[], [id]]]);
});

test('[F9] keeps commands in call order, simulates them, and can undo them', async () => {
  const { state, settle, simulations } = setUp();
  state().start(0, recording);
  await settle();
  const late = { call: 9, command: { type: 'snip' } } as const;
  const early = { call: 4, command: { type: 'compact', focus: 'the parser' } } as const;
  state().addCommand(late);
  state().addCommand(early);
  await settle();
  expect(state().view.commands).toEqual([early, late]);
  expect(simulations().at(-1)?.request).toMatchObject({ commands: [early, late] });
  state().removeCommand(early);
  expect(state().view.commands).toEqual([late]);
  state().undo();
  state().undo();
  expect(state().view.commands).toEqual([late]);
});

test('every change of the recording is a what-if from the start', () => {
  const { state } = setUp();
  state().start(0, recording);
  state().change('thresholds.percent', 60);
  expect(state().view).toMatchObject({ policy: { id: 'as-recorded' }, mode: 'free' });
  state().chooseMode('following');
  state().choosePolicy(claudeCode21);
  expect(state().view).toMatchObject({ policy: { id: claudeCode21.id }, mode: 'following' });
  state().takeView(recording);
  expect(state().view).toEqual(recording);
});

test('where the rules of the recording are unknown, nothing judges it, and a change starts from another agent', () => {
  const unknown = recordedView({ name: 'Some agent' });
  expect(unknown.policy).toBe(none);
  expect(whatIfOf(unknown)).toEqual(whatIfView(claudeCodeCurrent));
  const { state } = setUp();
  state().start(0, unknown);
  state().change('thresholds.percent', 60);
  expect(state().view.policy.id).toBe(claudeCodeCurrent.id);
});

test('[F9] recorded commands can be skipped, and repeated again', () => {
  const { state } = setUp();
  state().start(0, recording);
  state().skipRecordedCommands(true);
  expect(state().view).toMatchObject({ mode: 'free', skipsRecordedCommands: true });
  state().skipRecordedCommands(false);
  expect(state().view).toEqual({ ...recording, mode: 'free' });
});

test('until a replay is done, everything shown is of the view before, and is asked about that one', async () => {
  const { state, settle, contexts, answer } = setUp();
  state().start(0, recording);
  await answer(0, 1);
  state().choosePolicy(none);
  const wanted = state().view;
  state().lookAt(5);
  await settle();
  expect(state()).toMatchObject({ shown: recording, simulation: { calls: 1 } });
  expect(contexts().at(-1)?.request).toMatchObject({ call: 5, mode: 'recorded' });
  await answer(1, 2);
  expect(state()).toMatchObject({ shown: wanted, simulation: { calls: 2 } });
  expect(contexts().at(-1)?.request).toMatchObject({ call: 5, mode: 'free', policy: { id: none.id } });
});

test('the context is of the first view that was replayed to its end', async () => {
  const { state, settle, simulations, contexts, answer } = setUp();
  state().start(3, recording);
  await settle();
  state().choosePolicy(none);
  await settle();
  simulations()[0]?.answer({ type: 'overtaken' });
  await answer(1, 2);
  expect(contexts().at(-1)?.request).toMatchObject({ call: 3, mode: 'free', policy: { id: none.id } });
});

test('a cancelled replay leaves what was shown, which needs no replay when it is chosen again', async () => {
  const { state, settle, simulations, answer } = setUp();
  state().start(0, recording);
  await answer(0, 1);
  state().choosePolicy(none);
  const wanted = state().view;
  await settle();
  state().cancelReplay();
  await answer(1, 2);
  expect(state()).toMatchObject({ view: wanted, shown: recording, simulation: { calls: 1 } });
  expect(state().replay).toEqual({ type: 'cancelled', choice: wanted });
  state().keepScenario();
  expect(state().scenarios).toMatchObject([{ mode: 'recorded' }]);
  state().undo();
  await settle();
  expect([state().replay, simulations().length]).toEqual([{ type: 'shown' }, 2]);
  state().redo();
  await answer(2, 3);
  expect(state()).toMatchObject({ shown: wanted, simulation: { calls: 3 }, replay: { type: 'shown' } });
});

test('what was cancelled can be replayed again', async () => {
  const { state, settle, simulations, answer } = setUp();
  state().start(0, recording);
  await answer(0, 1);
  state().choosePolicy(none);
  await settle();
  state().cancelReplay();
  state().replayAgain();
  await settle();
  expect(simulations()[2]?.request).toEqual(simulations()[1]?.request);
  await answer(2, 2);
  expect(state()).toMatchObject({ simulation: { calls: 2 }, replay: { type: 'shown' } });
});
