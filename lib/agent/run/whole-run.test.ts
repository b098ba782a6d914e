import { describe, expect, test } from 'vitest';
import { none } from '../../policies/presets/none';
import { type Entry, emptyToolState, JOURNAL_VERSION, type RunLimits } from '../journal/entry';
import { staticSection } from '../system/sections/section';
import { LiveConversation } from './live-conversation';
import { spentInAll } from './whole-run';

const surroundings = {
  system: [staticSection('all', 'All', 'You work in a small repository.')],
  tools: [{ name: 'Read', schemaText: '{"name":"Read","input_schema":{"type":"object"}}' }],
};
const TURN = { calls: 100, dollars: 100 };

/** A run whose model calls a tool without end. */
class Endless {
  readonly run: LiveConversation;
  private made = 0;

  constructor(
    limits: RunLimits,
    private readonly usage: object = {},
  ) {
    const model = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false } as const;
    const setup = { version: JOURNAL_VERSION, runId: 'run-1', policy: none, model, limits, files: {} } as const;
    this.run = LiveConversation.of([{ type: 'begun', timeMs: 0, setup }], surroundings);
  }

  /** At most so many calls; returns how many. */
  prompt(most: number): number {
    this.give({ type: 'prompt', timeMs: this.made, text: 'Go on' });
    return this.goOn(most);
  }

  goOn(most: number): number {
    for (let call = 0; call < most; call++) {
      if (this.run.need.type !== 'reply') return call;
      this.made += 1;
      const id = `call-${this.made}`;
      const blocks = [{ type: 'tool-call', id, name: 'Read', input: {} }] as const;
      const reply = { blocks, stopReason: 'tool_use', timeMs: 1, ...this.usage };
      this.give({ type: 'reply', timeMs: this.made, reply });
      const results = [{ callId: id, text: 'a file', isError: false, tookMs: 1 }];
      this.give({ type: 'results', timeMs: this.made, results, files: [], desk: emptyToolState });
    }
    return most;
  }

  give(entry: Entry): void {
    this.run.apply(entry);
  }
}

describe('the limits of a whole run', () => {
  test('count the calls of all turns; a prompt or the limits of a turn do not begin them anew', () => {
    const endless = new Endless({ ...TURN, calls: 4, runCalls: 6 });
    expect(endless.prompt(9)).toBe(4);
    expect(endless.run.need).toEqual({ type: 'help', why: { type: 'call-limit', calls: 4 } });
    expect(endless.prompt(9)).toBe(2);
    const reached = { type: 'help', why: { type: 'run-call-limit', calls: 6 } };
    expect(endless.run.need).toEqual(reached);
    // As "Continue" does.
    endless.give({ type: 'limits', timeMs: 99, limits: endless.run.limits });
    expect(endless.run.need).toEqual(reached);
    expect(endless.prompt(9)).toBe(0);
    endless.give({ type: 'limits', timeMs: 99, limits: { ...endless.run.limits, runCalls: 8 } });
    expect(endless.goOn(9)).toBe(2);
  });

  test('count the money of all turns, also where a server reports no usage that can be true', () => {
    const usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
    const endless = new Endless({ ...TURN, runDollars: 0.01 }, { usage, isUsageEstimated: true });
    let calls = 0;
    for (let turn = 0; turn < 50 && endless.run.need.type !== 'help'; turn++) {
      calls += endless.prompt(2);
      if (endless.run.need.type === 'reply') endless.goOn(0);
    }
    expect(endless.run.need).toMatchObject({ type: 'help', why: { type: 'run-money-limit' } });
    expect(calls).toBeGreaterThan(2);
    expect(calls).toBeLessThan(100);
    expect(spentInAll(endless.run).dollars).toBeGreaterThanOrEqual(0.01);
    expect(endless.run.calls.every(({ isUsageEstimated }) => isUsageEstimated === true)).toBe(true);
    expect(endless.run.transcript.usageCountedBy).toBe('highwater');
  });

  test('are none in an older run', () => {
    const endless = new Endless({ calls: 5, dollars: 5 });
    for (let turn = 0; turn < 20; turn++) expect(endless.prompt(4)).toBe(4);
  });
});
