import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microcompactTime } from '../microcompact-time/microcompact-time';
import { describeClearingLaws } from '../results/clearing-laws.test-support';
import type { Context } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
  expectOutcome,
} from '../shape/context-text.test-support';
import type { Env } from '../shape/layer';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { toolKind } from '../shape/tool-kind';
import { type MicrocompactCachedSettings, microcompactCached } from './microcompact-cached';

function reads(count: number): Context {
  const rounds = Array.from({ length: count }, (_, i) => `call #${i + 1} read a.ts\n---\nresult #${i + 1} 1000 tokens`);
  return contextFromText(`user "Go on"\n${rounds.join('\n')}`);
}

function run(context: Context, settings: Partial<MicrocompactCachedSettings> = {}, env: Partial<Env> = {}) {
  const all = { ...defaultsOf(microcompactCached.settings), ...settings };
  return driven(microcompactCached.run(context, all, environment(env)), []).outcome;
}

function changed(...given: Parameters<typeof run>) {
  return expectOutcome(run(...given), 'changed');
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, microcompactCached.reasons)}`;
}

function liveIds(context: Context): string[] {
  return contextAsText(context).flatMap((line) => /^result #(\d+) \(/.exec(line)?.[1] ?? []);
}

describe('microcompact in the cache', () => {
  it('[M4] acts on more than 12 live results and keeps the latest 5', () => {
    expect(reasonOf(reads(12))).toBe('unchanged: 12 clearable results; the limit is 12, and 5 are kept');
    expect(reasonOf(reads(13))).toBe('changed: 13 results > 12: the server deleted 8, 7,952 tokens');
    expect(liveIds(changed(reads(13)).context)).toEqual(['9', '10', '11', '12', '13']);
  });

  it('[M4] counts live results only, so it waits for 8 more after it has acted', () => {
    const { context } = changed(reads(13));
    const more = (count: number) => ({ ...context, messages: [...context.messages, ...reads(count).messages] });
    expect(run(more(7)).type).toBe('unchanged');
    expect(run(more(8)).type).toBe('changed');
  });

  it('[M4] says that the cached prefix stays valid', () => {
    expect(changed(reads(13)).changes).toMatchObject([{ fate: 'cleared', tokens: 7_952, keepsCache: true }]);
  });

  it('[M4] acts only if results were not cleared by time before the same call', () => {
    const env = environment({ lastAssistantMs: 0, nowMs: 60 * 60_000, call: 9 });
    // With so many kept there are still more than 12.
    const settings = { ...defaultsOf(microcompactTime.settings), keep: 20 };
    const byTime = driven(microcompactTime.run(reads(25), settings, env), []).outcome;
    if (byTime.type !== 'changed') throw new Error('nothing was cleared by time');
    expect(reasonOf(byTime.context, {}, { call: 9 })).toBe('unchanged: microcompact by time just cleared results');
    expect(run(byTime.context, {}, { call: 10 }).type).toBe('changed');
  });

  it('[M4] has nothing to do after a time-based clearing that kept 5', () => {
    const env = environment({ lastAssistantMs: 0, nowMs: 60 * 60_000, call: 9 });
    const byTime = driven(microcompactTime.run(reads(25), defaultsOf(microcompactTime.settings), env), []).outcome;
    if (byTime.type !== 'changed') throw new Error('nothing was cleared by time');
    expect(reasonOf(byTime.context, {}, { call: 10 })).toMatch(/^unchanged: 5 clearable results/);
  });

  it('[M4] acts in the main thread only', () => {
    expect(reasonOf(reads(13), {}, { isMainThread: false })).toBe('unchanged: only applies to the main thread');
  });

  it('[M4] does nothing if it keeps more than there are', () => {
    expect(reasonOf(reads(13), { keep: 20 })).toMatch(/20 are kept$/);
  });

  it('[M4] marks trigger and target as reconstructions', () => {
    const { trigger, keep } = microcompactCached.settings;
    expect([trigger, keep]).toMatchObject([
      { default: 12, isReconstruction: true },
      { default: 5, isReconstruction: true },
    ]);
  });

  it('[L6] does not act if placeholders would be larger than the results', () => {
    const tiny = contextFromText(
      Array.from({ length: 13 }, (_, i) => `call #${i} bash ls\n---\nresult #${i} "ok"`).join('\n'),
    );
    expect(reasonOf(tiny)).toBe('unchanged: the 8 old results are no larger than their placeholders');
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    expect(run(reads(13))).not.toHaveProperty('freedTokens');
    expect(run(reads(13), { gateSubtracts: true })).toHaveProperty('freedTokens', 7_952);
  });

  it('reports from the stats that there are too few', () => {
    const idle = (count: number, memory = {}) => {
      const context = reads(count);
      const stats = contextStatsOf({ ...context, memory: { ...context.memory, ...memory } });
      return microcompactCached.idle(stats, defaultsOf(microcompactCached.settings), environment({ call: 9 }))?.code;
    };
    expect(idle(12)).toBe('few');
    expect(idle(13)).toBeUndefined();
    expect(idle(13, { clearedByTimeAtCall: 9 })).toBe('after-time');
  });
});

describeClearingLaws({
  layer: microcompactCached,
  settings: fc.record({
    trigger: fc.integer({ min: 1, max: 4 }),
    keep: fc.integer({ min: 1, max: 4 }),
    gateSubtracts: fc.boolean(),
  }),
  mayTake: (part) => part.kind === 'tool-result' && toolKind(part.toolName ?? '') !== 'other',
});
