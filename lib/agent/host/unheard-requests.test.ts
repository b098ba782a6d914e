import { describe, expect, it } from 'vitest';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { none } from '../../policies/presets/none';
import type { Usage } from '../../transcript/transcript';
import type { ModelOptions, ModelOutcome, ModelRequest } from '../journal/chat-model';
import { type Entry, JOURNAL_VERSION, type RunLimits } from '../journal/entry';
import { spentInAll } from '../run/whole-run';
import { runMeter, withUndone } from '../view/run-meter';
import { RunHost } from './run-host';
import { says, surroundings, testRun, text } from './run-host.test-support';

const USAGE = { input: 1_000_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1 };
const FAILED = { type: 'failed', what: 'It broke off.', advice: 'Continue to retry.' } as const;
const MODEL = 'claude-opus-5-5';
const SENT_DOLLARS = priceOf(USAGE);

function paidRun(limits: Partial<RunLimits> = {}): readonly Entry[] {
  const model = { type: 'api', id: MODEL, thinks: false, serverClears: false } as const;
  const setup = { version: JOURNAL_VERSION, runId: 'run', policy: none, model, files: {} } as const;
  return [{ type: 'begun', timeMs: 1, setup: { ...setup, limits: { calls: 50, dollars: 1_000, ...limits } } }];
}

function priceOf(usage: Usage): number {
  return costOf(usage, modelFor(MODEL)) ?? Number.NaN;
}

type Answer = (request: ModelRequest, options: ModelOptions) => Promise<ModelOutcome> | ModelOutcome;

/** Its usage is told at the start, and then it breaks off. */
const breaksOff: Answer = (_, { onEvent }) => {
  onEvent?.({ type: 'asking' });
  onEvent?.({ type: 'usage', usage: USAGE });
  onEvent?.({ type: 'text', text: 'I begin' });
  return FAILED;
};

const answers: Answer = (_, { onEvent }) => {
  onEvent?.({ type: 'asking' });
  onEvent?.({ type: 'usage', usage: USAGE });
  const said = says(text('Done.'));
  return said.type === 'answered' ? { ...said, reply: { ...said.reply, usage: USAGE } } : said;
};

function reloaded(stored: readonly Entry[], length = stored.length): RunHost {
  const { host } = testRun({ entries: stored.slice(0, length), answers: [] });
  if (length === stored.length) return host;
  const parts = {
    journal: {
      append: async () => ({ ok: true, value: undefined }) as const,
      cut: async () => ({ ok: true, value: undefined }) as const,
    },
    surroundings,
    model: () => ({ ask: async () => FAILED }),
    runTools: async () => ({ results: [], files: [], desk: { todos: [], seen: {} } }),
    nowMs: () => 9_999,
    onChange: () => undefined,
  };
  return new RunHost(parts, stored.slice(0, length), stored.slice(length));
}

describe('the limits of a whole run count', () => {
  it('answers that break off again and again, also after a reload', async () => {
    const { host, journal, asked } = testRun({
      entries: paidRun({ runDollars: 3.5 * SENT_DOLLARS }),
      answers: Array.from({ length: 9 }, () => breaksOff),
    });
    await host.enter({ type: 'prompt', text: 'Go' });
    expect(journal.types).toBe('begun prompt spent problem');
    for (let tries = 0; tries < 8 && host.status.type !== 'help'; tries++) await host.goOn();
    expect(asked).toHaveLength(4);
    expect(host.status).toMatchObject({ type: 'help', why: { type: 'run-money-limit' } });
    expect(spentInAll(host.state.run).calls).toBe(4);
    expect(spentInAll(host.state.run).dollars).toBeCloseTo(4 * SENT_DOLLARS, 2);
    await host.goOn();
    expect(asked).toHaveLength(4);
    expect(reloaded(journal.entries).status).toEqual(host.status);
  });

  it('what a stopped answer has taken so far, by our own count if the server has said nothing', async () => {
    const said = 'word '.repeat(10_000);
    const unfinished: Answer = (_, { signal, onEvent }) => {
      onEvent?.({ type: 'asking' });
      onEvent?.({ type: 'tool-input', text: said });
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'stopped' })));
    };
    const { host, journal, asked } = testRun({ entries: paidRun(), answers: [unfinished] });
    const going = host.enter({ type: 'prompt', text: 'Go' });
    await expect.poll(() => asked.length).toBe(1);
    await host.stop();
    await going;
    expect(journal.types).toBe('begun prompt spent stopped');
    const { calls, dollars } = spentInAll(host.state.run);
    expect(calls).toBe(1);
    expect(dollars).toBeGreaterThan(priceOf({ ...USAGE, input: 0, output: 5_000 }));
    expect(dollars).toBeLessThan(priceOf({ ...USAGE, input: 0, output: 20_000 }));
  });

  it('tries before an answer: refused ones as calls alone', async () => {
    const atLast: Answer = (request, options) => {
      options.onEvent?.({ type: 'asking' });
      options.onEvent?.({ type: 'waiting', leftMs: 1, isAskedFor: true, failure: FAILED });
      breaksOff(request, options);
      return answers(request, options);
    };
    const { host, journal } = testRun({ entries: paidRun(), answers: [atLast] });
    await host.enter({ type: 'prompt', text: 'Go' });
    expect(journal.types).toBe('begun prompt spent reply');
    expect(spentInAll(host.state.run).calls).toBe(3);
    expect(spentInAll(host.state.run).dollars).toBeCloseTo(2 * SENT_DOLLARS, 2);
  });

  it('what was undone, once, whether or not it is redone', async () => {
    const { host, journal } = testRun({
      entries: paidRun({ runDollars: 2.5 * SENT_DOLLARS }),
      answers: Array.from({ length: 9 }, () => answers),
    });
    const spent = () => spentInAll(host.state.run).dollars;
    await host.enter({ type: 'prompt', text: 'One' });
    await host.enter({ type: 'prompt', text: 'Two' });
    expect(spent()).toBeCloseTo(2 * SENT_DOLLARS, 2);
    await host.undo();
    await host.undo();
    expect(spent()).toBe(0);
    const meter = withUndone(runMeter(host.state.run), host.undone);
    expect(meter.unheard.calls).toBe(2);
    expect(meter.unheard.dollars).toBeCloseTo(2 * SENT_DOLLARS, 2);
    expect(reloaded(journal.entries, 1).undone).toEqual(host.undone);
    await host.redo();
    expect(host.undone.dollars).toBeCloseTo(SENT_DOLLARS, 2);
    expect(host.canRedo).toBe(true);

    await host.enter({ type: 'prompt', text: 'Another' });
    expect(host.canRedo).toBe(false);
    expect(spent()).toBeCloseTo(3 * SENT_DOLLARS, 2);
    expect(journal.types).toBe('begun prompt reply spent prompt reply');
    await host.enter({ type: 'prompt', text: 'And another' });
    expect(host.status).toMatchObject({ type: 'help', why: { type: 'run-money-limit' } });
    expect(spentInAll(reloaded(journal.entries).state.run)).toEqual(spentInAll(host.state.run));
  });
});
