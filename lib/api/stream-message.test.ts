import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Proxied, QUESTION, until } from '../proxy/proxied.test-support';
import { apiReached, ways } from './reached.test-support';
import { type AnswerEvent, type StreamOutcome, streamMessage } from './stream-message';

describe.each(ways)('an answer, asked for %s,', (way) => {
  let proxied: Proxied;
  let key = '';
  let tests = 0;
  let events: AnswerEvent[] = [];

  beforeAll(async () => {
    proxied = await Proxied.start();
  });
  afterAll(() => proxied.standIn.close());
  beforeEach(() => {
    tests += 1;
    key = `stand-in-${tests}`;
    events = [];
  });

  function ask(body: object = {}, signal = new AbortController().signal): Promise<StreamOutcome> {
    return streamMessage(
      apiReached(way, proxied, key),
      { ...QUESTION, ...body },
      { signal, onEvent: (event) => events.push(event) },
    );
  }
  const seen = () => proxied.standIn.seen(key);
  const streamed = () => events.map((event) => (event.type === 'text' ? event.text : '')).join('');

  it('arrives in chunks and is reported as a whole, with usage, price and times', async () => {
    proxied.standIn.behave(key, [{ type: 'answer', text: 'päß 日本 😀 '.repeat(20), delayMs: 20, deltaMs: 2 }]);
    const outcome = await ask();
    expect(outcome).toMatchObject({ type: 'answered', ending: 'whole', stopReason: 'end_turn' });
    const { text, usage, dollars, firstTokenMs = 0, timeMs } = outcome.answer;
    expect(text).toBe('päß 日本 😀 '.repeat(20));
    expect(streamed()).toBe(text);
    expect(firstTokenMs).toBeGreaterThanOrEqual(19);
    expect(timeMs).toBeGreaterThan(firstTokenMs);
    expect(events[0]).toMatchObject({ type: 'usage', usage: { output: 1 } });
    expect(events[1]).toEqual({ type: 'first-token', timeMs: firstTokenMs });
    expect(events.at(-1)).toEqual({ type: 'usage', usage });
    const { input = 0, output = 0 } = usage ?? {};
    expect(output).toBeGreaterThan(50);
    // Claude Opus 5: $5 and $25 for a million.
    expect(dollars).toBeCloseTo((5 * input + 25 * output) / 1e6, 9);
  });

  it('reports cache writes and cache reads', async () => {
    const long = { type: 'text', text: 'pool '.repeat(2_000), cache_control: { type: 'ephemeral' } };
    const body = { messages: [{ role: 'user', content: [long, { type: 'text', text: 'Well?' }] }] };
    const first = (await ask(body)).answer.usage;
    const second = (await ask(body)).answer.usage;
    expect(first).toMatchObject({ cacheRead: 0, cacheWrite5m: 2_504, cacheWrite1h: 0 });
    expect(second).toMatchObject({ cacheRead: 2_504, cacheWrite5m: 0, input: first?.input });
  });

  it('separates thinking from text', async () => {
    const { answer } = await ask({ thinking: { type: 'adaptive' } });
    expect(answer.thinking).toBe('The stand-in thinks of nothing.');
    expect(answer.text).not.toContain(answer.thinking);
    expect(events.filter(({ type }) => type === 'first-token')).toHaveLength(1);
  });

  it('is distinguished if cut off, declined or empty', async () => {
    proxied.standIn.behave(key, [
      { type: 'answer', text: 'long '.repeat(1_000) },
      { type: 'answer', text: 'I would', stopReason: 'refusal' },
      { type: 'answer', text: ' ' },
      { type: 'answer', callsTool: 'read' },
      { type: 'answer', text: '', stopReason: 'max_tokens' },
    ]);
    const endings: string[] = [];
    for (let asked = 0; asked < 5; asked++) {
      const outcome = await ask({ max_tokens: 100 });
      endings.push(outcome.type === 'answered' ? outcome.ending : outcome.type);
    }
    expect(endings).toEqual(['cut', 'refused', 'empty', 'empty', 'cut']);
  });

  it('is kept as far as it arrived when interrupted', async () => {
    proxied.standIn.behave(key, [
      { type: 'drop', afterDeltas: 2 },
      { type: 'drop', afterDeltas: 2, insideEvent: true },
      { type: 'error-event', afterDeltas: 2 },
    ]);
    const kinds: string[] = [];
    for (let asked = 0; asked < 3; asked++) {
      events = [];
      const outcome = await ask();
      kinds.push(outcome.type === 'failed' ? outcome.failure.kind : outcome.type);
      expect(outcome.answer.text).toHaveLength(48);
      expect(streamed()).toBe(outcome.answer.text);
      expect(outcome.answer.usage).toMatchObject({ output: 1 });
    }
    expect(kinds).toEqual(['broken-off', 'broken-off', 'overloaded']);
  });

  it('can be stopped before it begins and midway, up to the API', async () => {
    proxied.standIn.behave(key, [{ type: 'hang' }, { type: 'stall', afterDeltas: 2 }]);
    const before = new AbortController();
    const hanging = ask({}, before.signal);
    await until(() => seen().length === 1);
    before.abort();
    expect(await hanging).toMatchObject({ type: 'failed', failure: { kind: 'aborted' }, answer: { text: '' } });

    const within = new AbortController();
    const stalling = ask({}, within.signal);
    await until(() => streamed().length === 48);
    within.abort();
    const stopped = await stalling;
    expect(stopped).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    expect(stopped.answer.text).toHaveLength(48);
    await until(() => seen().every(({ ended }) => ended === 'closed-by-client'));
  });

  it('is requested once, whatever happens', async () => {
    proxied.standIn.behave(key, [
      { type: 'error', status: 429, retryAfterSeconds: 0 },
      { type: 'error', status: 500 },
      { type: 'drop', afterDeltas: 0 },
    ]);
    for (let asked = 1; asked <= 3; asked++) {
      expect((await ask()).type).toBe('failed');
      expect(seen()).toHaveLength(asked);
    }
  });

  it('does not catch errors of its listener', async () => {
    const broken = streamMessage(apiReached(way, proxied, key), QUESTION, {
      signal: new AbortController().signal,
      onEvent: () => {
        throw new Error('ours');
      },
    });
    await expect(broken).rejects.toThrow('ours');
  });
});
