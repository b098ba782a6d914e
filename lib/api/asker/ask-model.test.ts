import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../e2e/stand-in/behaviour';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { until } from '../../proxy/proxied.test-support';
import type { AskEvent } from '../ask-model';
import { modelAsker } from './model-asker';

const QUESTION = { model: 'claude-opus-5-5', max_tokens: 200, messages: [{ role: 'user', content: 'What is it?' }] };

let standIn: StandIn;
let key = '';
let tests = 0;
let events: AskEvent[] = [];
let stopping = new AbortController();

beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-ask-${tests}`;
  events = [];
  stopping = new AbortController();
});

const behave = (...behaviours: readonly Behaviour[]) => standIn.behave(key, behaviours);
const ask = () =>
  modelAsker(standIn.addresses)(key)(QUESTION, { signal: stopping.signal, onEvent: (event) => events.push(event) });
const types = () => events.map(({ type }) => type);

describe('asking a model', () => {
  it('reports the answer and its usage', async () => {
    behave({ type: 'answer', text: 'A pool.' });
    const { outcome, sent } = await ask();
    expect(outcome).toMatchObject({ type: 'answered', answer: { text: 'A pool.' } });
    expect(sent).toEqual({
      tries: 1,
      timeMs: outcome.answer.timeMs,
      usage: outcome.answer.usage,
      dollars: outcome.answer.dollars,
      firstTokenMs: outcome.answer.firstTokenMs,
    });
    expect(types().slice(0, 3)).toEqual(['asking', 'usage', 'first-token']);
  });

  it('waits visibly if the API requests it, retries, and adds up the usage', async () => {
    behave(
      { type: 'error', status: 429, retryAfterSeconds: 0.02 },
      { type: 'error', status: 529, retryAfterSeconds: 0.02 },
    );
    const { outcome, sent } = await ask();
    expect(outcome.type).toBe('answered');
    expect(sent).toMatchObject({ tries: 3, usage: outcome.answer.usage, dollars: outcome.answer.dollars });
    expect(sent.timeMs).toBeGreaterThan(outcome.answer.timeMs);
    // A timer may end a moment early, and what is left then is told too.
    expect(events.filter((event) => event.type === 'waiting' && event.leftMs === 20)).toEqual([
      { type: 'waiting', leftMs: 20, isAskedFor: true, failure: words('limit') },
      { type: 'waiting', leftMs: 20, isAskedFor: true, failure: words('overloaded') },
    ]);
    expect(types().filter((type) => type === 'asking')).toHaveLength(3);
    expect(standIn.seen(key)).toHaveLength(3);
  });

  it('chooses its own wait if the API names none, and reports the cause when it is stopped', async () => {
    behave({ type: 'error', status: 529 });
    const asked = ask();
    await until(() => events.at(-1)?.type === 'waiting');
    expect(events.at(-1)).toMatchObject({ isAskedFor: false });
    stopping.abort();
    expect(await asked).toMatchObject({
      outcome: { type: 'failed', failure: { kind: 'overloaded' } },
      sent: { tries: 1 },
    });
    expect(standIn.seen(key)).toHaveLength(1);
  });

  it('does not retry after partial output, or if the same would fail again', async () => {
    behave(
      { type: 'drop', afterDeltas: 2 },
      { type: 'error-event', afterDeltas: 1 },
      { type: 'too-long', overTokens: 12 },
      { type: 'error', status: 401 },
    );
    for (let asked = 1; asked <= 4; asked++) {
      expect((await ask()).outcome.type).toBe('failed');
      expect(standIn.seen(key)).toHaveLength(asked);
    }
    expect(types()).not.toContain('waiting');
  });

  it('returns the partial output when it is stopped', async () => {
    behave({ type: 'stall', afterDeltas: 2 });
    const asked = ask();
    await until(() => types().includes('text'));
    stopping.abort();
    const { outcome } = await asked;
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    expect(outcome.answer.text).not.toBe('');
  });

  it('sends nothing if it was stopped before', async () => {
    stopping.abort();
    expect((await ask()).outcome).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    expect(standIn.seen(key)).toEqual([]);
  });
});

function words(part: string) {
  return { what: expect.stringContaining(part), advice: expect.any(String) };
}
