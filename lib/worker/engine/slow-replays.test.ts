import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { nextTask } from '../wire/next-task';
import { readingSession, slowEngine, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, SimulationChoice } from './messages';

const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };
const named = (id: string): SimulationChoice => ({ ...choice, policy: { ...claudeCode21, id } });

/** What Prompts asks about. */
const beforeCall = (call: number) => ({ place: { type: 'recording', call } as const, prompt: '', maxTokens: 1_000 });

const remembered = `clock 2026-03-02T09:00:00Z
user "The staging database is db-3.keel.example:5433. Never deploy on a Friday evening."
assistant "Noted."`;
const earlier = {
  id: 'earlier',
  title: 'Earlier',
  body: new Blob([...writeTranscripts([transcriptFromText(remembered)])]),
};
const project = { sessions: [earlier], policy: playgroundMemory };

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
  /** Ends when the engine has gone on so often since. */
  const steps = async (count: number) => {
    const before = engine.looks();
    while (engine.looks() < before + count) await nextTask();
  };
  return { engine, ask, events, progressOf, calls, steps };
}

/** How often an engine looks at the clock that is asked nothing else. */
async function looksOf<M extends EngineMethod>(method: M, request: EngineRequests[M]['request']): Promise<number> {
  const { engine, ask } = await opened();
  const before = engine.looks();
  await ask('alone', method, request).answered;
  return engine.looks() - before;
}

describe('a replay that takes long', () => {
  it('reports how far it is', async () => {
    const { ask, progressOf } = await opened();
    const { id, answered } = ask('a', 'simulate', choice);
    await answered;
    const [first, ...others] = progressOf(id);
    expect(first).toEqual({ done: 0, total: 24 });
    expect(others.slice(23, 25)).toEqual([
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
      ['compaction-point', beforeCall(16)],
      ['compaction-preview', beforeCall(16)],
      ['memory-plan', { ...project, scope: 'all' }],
      ['project-memory', project],
      ['used-across', project],
      ['open-session', readingSession()],
    ] as const;
    for (const [method, request] of asked) {
      const [paused, whole] = await Promise.all([engine, fast].map(({ ask }) => ask(method, request, 1)));
      expect(paused).toMatchObject({ type: 'answer' });
      expect(paused).toEqual(whole);
    }
  });
});

describe.each([
  ['compaction-point', beforeCall(20), beforeCall(16)],
  ['compaction-preview', beforeCall(20), beforeCall(16)],
  ['memory-plan', { ...project, scope: 'all' }, { ...project, scope: 'open' }],
] as const)('%s', (method, older, newer) => {
  it('is given up for a newer one, which begins at once', async () => {
    const whole = await looksOf(method, older);
    const { engine, ask, events, steps } = await opened();
    const first = ask('a', method, older);
    await steps(6);
    const before = engine.looks();
    const second = ask('b', method, newer);
    await first.answered;
    expect(engine.looks() - before).toBeLessThan(whole / 4);
    await second.answered;
    expect(events).toEqual(['a overtaken', 'b done']);
  });

  it('is given up if it is cancelled, and so no longer in the way', async () => {
    const { engine, ask, events, steps } = await opened();
    const first = ask('a', method, older);
    await steps(6);
    await engine.handle({ type: 'cancel', id: first.id });
    await first.answered;
    expect(events).toEqual(['a overtaken']);
    const left = engine.looks();
    for (let turn = 0; turn < 10; turn++) await nextTask();
    expect(engine.looks()).toBe(left);
  });

  it('leaves what is asked meanwhile its turn', async () => {
    const { ask, events, steps } = await opened();
    const first = ask('a', method, older);
    await steps(6);
    await ask('message', 'message', { index: 0 }).answered;
    await first.answered;
    expect(events).toEqual(['message answer', 'a done']);
  });
});

describe('a session that takes long to open', () => {
  it('is given up for a newer one, and does not come in its place afterwards', async () => {
    const { ask, events, engine, steps } = await opened();
    const first = ask('a', 'open-session', readingSession(40));
    await steps(6);
    const second = ask('b', 'open-session', readingSession(20));
    await Promise.all([first.answered, second.answered]);
    expect(events).toEqual(['a failed', 'b answer']);
    expect(engine.sent.findLast(({ type }) => type === 'failed')).toMatchObject({
      what: 'Opening session.highwater.json was cancelled.',
    });
    expect(await engine.ask('simulate', choice, 100)).toMatchObject({ answer: { value: { calls: 20 } } });
  });

  it('is given up if it is cancelled: the one before stays open', async () => {
    const { ask, events, engine, steps } = await opened();
    const first = ask('a', 'open-session', readingSession(40));
    await steps(6);
    await engine.handle({ type: 'cancel', id: first.id });
    await first.answered;
    expect(events).toEqual(['a failed']);
    expect(await engine.ask('simulate', choice, 100)).toMatchObject({ answer: { value: { calls: 24 } } });
  });
});

describe('memory with a model', () => {
  const withModel = { ...project, scope: 'all', model: 'claude-opus-5-5', key: 'stand-in', mostDollars: 1 } as const;

  it('can be stopped while a session is read, and then asks nothing', async () => {
    const { ask, events, engine, steps } = await opened();
    const first = ask('a', 'memory-with-model', withModel);
    await steps(6);
    await engine.handle({ type: 'cancel', id: first.id });
    await first.answered;
    expect(events).toEqual(['a failed']);
    expect(engine.sent.at(-1)).toMatchObject({ what: 'Stopped before anything was asked.' });
  });
});
