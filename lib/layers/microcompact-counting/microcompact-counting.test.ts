import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeClearingLaws } from '../results/clearing-laws.test-support';
import type { Context } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
} from '../shape/context-text.test-support';
import type { Env } from '../shape/layer';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { toolKind } from '../shape/tool-kind';
import { type MicrocompactCountingSettings, microcompactCounting } from './microcompact-counting';

const tutorial: Partial<MicrocompactCountingSettings> = {
  longerThanTokens: 0,
  longerThanCharacters: 120,
  minSavingTokens: 0,
};

/** One read for each size, in tokens or in quotes. */
function results(...sizes: readonly (number | string)[]): Context {
  return contextFromText(
    sizes
      .map((size, i) => {
        const content = typeof size === 'number' ? `${size} tokens` : JSON.stringify(size);
        return `call #${i + 1} read a.ts\n---\nresult #${i + 1} ${content}`;
      })
      .join('\n'),
  );
}

function run(context: Context, settings: Partial<MicrocompactCountingSettings> = {}, env: Partial<Env> = {}) {
  const all = { ...defaultsOf(microcompactCounting.settings), ...settings };
  return driven(microcompactCounting.run(context, all, environment(env)), []).outcome;
}

function clearedIds(...given: Parameters<typeof run>): string[] {
  const outcome = run(...given);
  if (outcome.type !== 'changed') return [];
  return contextAsText(outcome.context).flatMap((line) => /^result #(\d+) cleared/.exec(line)?.[1] ?? []);
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, microcompactCounting.reasons)}`;
}

describe('microcompact by size', () => {
  it('[M6] keeps the latest 3', () => {
    expect(clearedIds(results(30_000, 30_000, 30_000, 30_000, 30_000))).toEqual(['1', '2']);
    expect(reasonOf(results(30_000, 30_000, 30_000))).toBe('unchanged: 3 clearable results, and the latest 3 are kept');
  });

  it('[M6] clears only results over 1,000 tokens', () => {
    expect(clearedIds(results(30_000, 1_000, 1_001, 2, 2, 2))).toEqual(['1', '3']);
  });

  it('[M6] clears only if the saving reaches 20,000 tokens', () => {
    // A placeholder has 6.
    expect(clearedIds(results(20_006, 1, 1, 1))).toEqual(['1']);
    expect(reasonOf(results(20_006, 1, 1, 1))).toBe('changed: cleared 1 old results, 20,000 tokens');
    expect(reasonOf(results(20_005, 1, 1, 1))).toBe('unchanged: clearing 1 result would save 19,999 tokens < 20,000');
    expect(reasonOf(results(10_000, 1, 1, 90_000))).toBe(
      'unchanged: clearing 1 result would save 10,000 tokens < 20,000',
    );
  });

  it('[M6] as in the tutorial clears everything longer than 120 characters, however little it saves', () => {
    const context = results('a'.repeat(121), 'b'.repeat(120), 500, 1, 1, 1);
    expect(clearedIds(context, tutorial)).toEqual(['1', '3']);
    expect(reasonOf(results('a'.repeat(120), 1, 1, 1), tutorial)).toBe(
      'unchanged: no old result is large enough or larger than its placeholder',
    );
  });

  it('[M6] treats an image in a result as longer than any text', () => {
    const context = contextFromText(
      'call #1 read a.png\n---\nresult #1\nimage 640x480\ncall #2 read b.ts\n---\nresult #2 "b"',
    );
    expect(clearedIds(context, { ...tutorial, keep: 1 })).toEqual(['1']);
    expect(run(context, { ...tutorial, keep: 1 })).toMatchObject({
      context: { messages: [{}, { parts: [{ category: 'tool-results', tokens: 6 }] }, {}, {}] },
    });
  });

  it('[M6] may ignore the size of the placeholders in the saving', () => {
    const gross = { countsGross: true };
    expect(reasonOf(results(20_000, 1, 1, 1), gross)).toBe('changed: cleared 1 old results, 19,994 tokens');
    expect(clearedIds(results(19_999, 1, 1, 1), gross)).toEqual([]);
    const nothing = { ...gross, longerThanTokens: 0, minSavingTokens: 0 };
    expect(run(results('a', 1, 1, 1), nothing)).toMatchObject({ type: 'unchanged', reason: { code: 'no-gain' } });
  });

  it('[M1] never clears results of MCP servers', () => {
    const context = contextFromText(
      'call #1 mcp__a__read a\n---\nresult #1 50000 tokens\ncall #2 read b.ts\n---\nresult #2 "b"',
    );
    expect(clearedIds(context, { keep: 0 })).toEqual([]);
  });

  it('[M6] acts in sub-agents too', () => {
    expect(run(results(30_000, 1, 1, 1), {}, { isMainThread: false }).type).toBe('changed');
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    expect(run(results(30_000, 1, 1, 1))).not.toHaveProperty('freedTokens');
    expect(run(results(30_000, 1, 1, 1), { gateSubtracts: true })).toHaveProperty('freedTokens', 29_994);
  });

  it('reports from the stats that there is too little', () => {
    const idle = (context: Context) => {
      const settings = defaultsOf(microcompactCounting.settings);
      const reason = microcompactCounting.idle(contextStatsOf(context), settings, environment());
      return reason && reasonText(reason, microcompactCounting.reasons);
    };
    expect(idle(results(30_000, 1, 1))).toBe('3 clearable results, and the latest 3 are kept');
    expect(idle(results(19_996, 1, 1, 1))).toBe('all results total 19,999 tokens, below the minimum saving of 20,000');
    expect(idle(results(19_997, 1, 1, 1))).toBeUndefined();
  });
});

describeClearingLaws({
  layer: microcompactCounting,
  settings: fc.record({
    keep: fc.nat(4),
    longerThanTokens: fc.constantFrom(0, 100, 1_000),
    longerThanCharacters: fc.constantFrom(0, 120, 4_000),
    minSavingTokens: fc.constantFrom(0, 100, 5_000),
    countsGross: fc.boolean(),
    gateSubtracts: fc.boolean(),
  }),
  mayTake: (part) => part.kind === 'tool-result' && toolKind(part.toolName ?? '') !== 'other',
});
