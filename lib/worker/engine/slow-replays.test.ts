import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { nextTask } from '../wire/next-task';
import { readingSession, slowEngine, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, SimulationChoice } from './messages';

const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };
const named = (id: string): SimulationChoice => ({ ...choice, policy: { ...claudeCode21, id } });

/** A session of 24 calls in an engine that pauses after each; `events` is what it answered and reported, in order. */
async function opened() {
  const engine = slowEngine();
  await engine.ask('open-session', readingSession(), 0);
  const events: string[] = [];
  let lastId = 0;
  const ask = <M extends EngineMethod>(name: string, method: M, request: EngineRequests[M]['request']) => {
    lastId += 1;
    const id = lastId;
    const answered = engine.ask(method, request, id).then((message) => {
      const answer = message?.type === 'answer' ? message.answer : undefined;
      const type = answer !== null && typeof answer === 'object' && 'type' in answer ? answer.type : message?.type;
      events.push(`${name} ${type}`);
    });
    return { id, answered };
  };
  const progressOf = (id: number) =>
    engine.sent.flatMap((message) => (message.type === 'progress' && message.id === id ? [message.progress] : []));
  /** Ends when the replay has gone on after so many calls. */
  const calls = async (id: number, count: number) => {
    while (progressOf(id).length <= count) await nextTask();
  };
  return { engine, ask, events, progressOf, calls };
}

describe('a replay that takes long', () => {
  it('reports how far it is', async () => {
    const { ask, progressOf } = await opened();
    const { id, answered } = ask('a', 'simulate', choice);
    await answered;
    expect(progressOf(id).slice(0, 2)).toEqual([
      { done: 1, total: 24 },
      { done: 2, total: 24 },
    ]);
  });

  it('is given up for a newer one, which begins at once', async () => {
    const { ask, events, progressOf, calls } = await opened();
    const first = ask('a', 'simulate', named('a'));
    await calls(first.id, 2);
    const others = ['b', 'c'].map((name) => ask(name, 'simulate', named(name)));
    await Promise.all([first, ...others].map(({ answered }) => answered));
    expect(events.at(-1)).toBe('c done');
    expect(events.slice(0, 2).sort()).toEqual(['a overtaken', 'b overtaken']);
    expect(progressOf(first.id).length).toBeLessThan(24);
  });

  it('is given up if it is cancelled, or if another session is opened', async () => {
    const { engine, ask, events, calls } = await opened();
    const first = ask('a', 'simulate', named('a'));
    await calls(first.id, 0);
    await engine.handle({ type: 'cancel', id: first.id });
    await first.answered;
    const second = ask('b', 'simulate', named('b'));
    await calls(second.id, 0);
    await engine.ask('open-session', readingSession(), 100);
    await second.answered;
    expect(events).toEqual(['a overtaken', 'b overtaken']);
  });

  it('comes before what is asked beside it, which can be cancelled while it waits', async () => {
    const { engine, ask, events, calls } = await opened();
    const simulated = ask('simulated', 'simulate', choice);
    const asides = [
      ask('explained', 'explain-call', { ...choice, call: 20 }),
      ask('context', 'simulated-context', { ...choice, call: 20 }),
      ask('compared', 'compare-policy', choice),
      ask('losses', 'session-losses', choice),
    ];
    const cancelled = ask('predicted', 'predict-compactions', { policy: claudeCode21 });
    await calls(simulated.id, 2);
    await engine.handle({ type: 'cancel', id: cancelled.id });
    await cancelled.answered;
    expect(events).toEqual(['predicted overtaken']);
    await Promise.all([simulated, ...asides].map(({ answered }) => answered));
    expect(events[1]).toBe('simulated done');
    expect(events.slice(2).sort()).toEqual(['compared answer', 'context done', 'explained done', 'losses answer']);
  });

  it('ends with the same as without a pause', async () => {
    const fast = testEngine();
    await fast.ask('open-session', readingSession(), 0);
    const { engine } = await opened();
    const asked = [
      ['simulate', choice],
      ['compare-policy', choice],
      ['lost-at-call', { ...choice, call: 20 }],
      ['lost-at-call', { ...choice, call: 9 }],
      ['session-losses', choice],
      ['model-error', null],
      ['predict-compactions', { policy: claudeCode21 }],
    ] as const;
    for (const [method, request] of asked) {
      const [paused, whole] = await Promise.all([engine, fast].map(({ ask }) => ask(method, request, 1)));
      expect(paused).toMatchObject({ type: 'answer' });
      expect(paused).toEqual(whole);
    }
  });
});
