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
import type { Env, Reply } from '../shape/layer';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { type PruneResultsSettings, pruneResults } from './prune-results';

/** A prompt for each turn, and a result for each of its sizes in tokens. */
function turns(...sizes: readonly (readonly number[])[]): Context {
  let id = 0;
  const result = (tokens: number) => {
    id += 1;
    return `call #${id} read a.ts\n---\nresult #${id} "${'x'.repeat(4 * tokens)}"`;
  };
  return contextFromText(sizes.map((turn) => ['user "go on"', ...turn.map(result)].join('\n')).join('\n'));
}

const atOnce: Partial<PruneResultsSettings> = { when: 'calls', protectTurns: 0 };

function run(context: Context, settings: Partial<PruneResultsSettings> = {}, env: Partial<Env> = {}) {
  const all = { ...defaultsOf(pruneResults.settings), ...settings };
  // By default a prompt has just come.
  const known = environment({ ofNewTurn: 1, ...env });
  const outcome = driven(pruneResults.run(context, all, known), []).outcome;
  const idle = pruneResults.idle(contextStatsOf(context), all, known);
  if (idle !== undefined) expect(outcome.type).toBe('unchanged');
  return outcome;
}

function clearedIds(...given: Parameters<typeof run>): string[] {
  const outcome = run(...given);
  if (outcome.type !== 'changed') return [];
  return contextAsText(outcome.context).flatMap((line) => /^result #(\d+) cleared/.exec(line)?.[1] ?? []);
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, pruneResults.reasons)}`;
}

describe('prune by tokens', () => {
  it('[M8] clears what is beyond 40,000 tokens before the second-last turn, and the result that crosses', () => {
    const context = turns([10_000], [30_000], [25_000], [20_000], [100], []);
    expect(clearedIds(context)).toEqual(['1', '2']);
    expect(clearedIds(context, { crossing: 'kept' })).toEqual([]);
    expect(clearedIds(context, { crossing: 'kept', minFreedTokens: 5_000 })).toEqual(['1']);
    expect(reasonOf(context)).toMatch(/^changed: cleared 2 results beyond the latest 40,000 tokens, /);
  });

  it('[M8] must free more than 20,000 tokens, or as many if so set', () => {
    const context = turns([20_000], [40_000], [], [], []);
    expect(clearedIds(context)).toEqual([]);
    expect(reasonOf(context)).toBe(
      'unchanged: results of 20,000 tokens are beyond the latest 40,000, and 20,000 must be freed',
    );
    expect(clearedIds(context, { comparison: 'at-least' })).toEqual(['1']);
    expect(clearedIds(turns([20_001], [40_000], [], [], []))).toEqual(['1']);
  });

  it('[M8] does not look at the last two turns, unless they count', () => {
    const context = turns([30_000], [60_000], [60_000], []);
    expect(clearedIds(context)).toEqual([]);
    expect(clearedIds(context, { countsProtected: true })).toEqual(['1']);
    expect(clearedIds(context, { protectTurns: 1 })).toEqual(['1', '2']);
  });

  it('[M8] acts between two turns, and the new prompt does not count', () => {
    const context = turns([30_000], [30_000], [60_000], [], []);
    expect(clearedIds(context)).toEqual(['1']);
    expect(reasonOf(context, {}, { ofNewTurn: 0 })).toBe('unchanged: only acts between two turns');
    expect(clearedIds(turns([30_000], [30_000], [60_000], []))).toEqual([]);
    expect(clearedIds(context, { when: 'calls', protectTurns: 2 }, { ofNewTurn: 0 })).toEqual(['1', '2', '3']);
  });

  it('[M8] any message in the name of the user begins a turn', () => {
    expect(clearedIds(turns([30_000], [60_000], [60_000], []))).toEqual([]);
    const { messages, memory } = turns([30_000], [60_000], [60_000]);
    const said = contextFromText('injected "by a plugin"\nuser "go on"').messages;
    expect(clearedIds({ messages: [...messages, ...said], memory })).toEqual(['1', '2']);
  });

  it('[M8] stops at a summary, and at what was cleared before', () => {
    const summarised = contextFromText(
      `call #1 read a\n---\nresult #1 30000 tokens\nsummary "so far"\nuser "a"\ncall #2 read a\n---\nresult #2 "${'x'.repeat(160_004)}"`,
    );
    expect(clearedIds(summarised, { ...atOnce, minFreedTokens: 0 })).toEqual(['2']);
    expect(clearedIds(summarised, { ...atOnce, minFreedTokens: 0, stopsAt: 'nothing' })).toEqual(['1', '2']);
    const once = run(turns([30_000], [30_000], [60_000]), atOnce);
    if (once.type !== 'changed') throw new Error('nothing changed');
    expect(run(once.context, { ...atOnce, protectTokens: 0 }).type).toBe('unchanged');
  });

  it('[M8] skips errors, and results of exempt tools', () => {
    const big = (tokens: number) => `"${'x'.repeat(4 * tokens)}"`;
    const context = contextFromText(
      [
        `call #1 bash a\n---\nresult #1 ${big(30_000)}`,
        `call #2 bash a\n---\nresult #2 error ${big(30_000)}`,
        `call #3 skill a\n---\nresult #3 ${big(30_000)}`,
        `call #4 bash a\n---\nresult #4 ${big(41_000)}`,
      ].join('\n'),
    );
    const exemptTools = new Set(['skill']);
    expect(clearedIds(context, atOnce, { exemptTools })).toEqual(['1', '4']);
    expect(clearedIds(context, { ...atOnce, skipsErrors: false })).toEqual(['1', '2', '3', '4']);
  });

  it('[M8] protects the last messages', () => {
    const context = turns([30_000], [60_000]);
    expect(clearedIds(context, { ...atOnce, protectMessages: 1 })).toEqual([]);
    expect(clearedIds(context, atOnce)).toEqual(['1', '2']);
  });

  it('[M8] leaves both ends of a result where that is smaller', () => {
    const text = `start${'-'.repeat(200_000)}end`;
    const context = contextFromText(
      `call #1 bash a\n---\nresult #1 "short"\ncall #2 bash a\n---\nresult #2 "${text}"\ncall #3 bash a\n---\nresult #3 "x"`,
    );
    const outcome = run(context, { ...atOnce, replacedBy: 'ends', endCharacters: 8, protectTokens: 10 });
    if (outcome.type !== 'changed') throw new Error('nothing changed');
    const [, one, , two] = outcome.context.messages.map(({ message }) => message.parts[0]);
    expect(one).toMatchObject({ parts: [{ text: 'short' }] });
    expect(two).toMatchObject({
      parts: [{ text: '(Tool result of 200008 characters shortened)\nstart---\n…\n-----end' }],
    });
  });

  it('[P3] says what it would clear, and what it counted', () => {
    const { messages } = turns([10_000], [30_000], [25_000], [20_000], [100]);
    const pruning = pruneResults.prunes?.(messages, defaultsOf(pruneResults.settings), environment());
    expect(pruning).toMatchObject({
      cleared: ['#1', '#2'],
      lookedAt: [{ callId: '#3', total: 25_000 }, { total: 55_000 }, { total: 65_000 }],
      protectedTokens: 40_000,
    });
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    const context = turns([30_000], [60_000]);
    expect(run(context, atOnce)).not.toHaveProperty('freedTokens');
    expect(run(context, { ...atOnce, gateSubtracts: true })).toHaveProperty('freedTokens');
  });
});

describeClearingLaws({
  layer: pruneResults,
  settings: fc.record({
    protectTokens: fc.constantFrom(0, 5, 100, 1_000),
    minFreedTokens: fc.constantFrom(0, 5, 100),
    comparison: fc.constantFrom('above', 'at-least'),
    when: fc.constant('calls' as const),
    protectTurns: fc.nat(2),
    protectMessages: fc.nat(2),
    countsProtected: fc.boolean(),
    crossing: fc.constantFrom('cleared', 'kept'),
    stopsAt: fc.constantFrom('cleared', 'summary', 'nothing'),
    skipsErrors: fc.boolean(),
    replacedBy: fc.constantFrom('placeholder', 'ends'),
    endCharacters: fc.nat(50),
    ...{ summaryTokens: fc.constant(100), atOnce: fc.constantFrom(0, 2), keptPer20k: fc.constant(0) },
    gateSubtracts: fc.boolean(),
  }),
  mayTake: (part) => part.kind === 'tool-result',
});

describe('[M8] summaries of results, one by one', () => {
  /** goose: 0.8 · 200,000 · 3 / 20,000 = 24 are kept, and 10 are summarised at once. */
  const goose = {
    ...atOnce,
    protectTokens: 0,
    minFreedTokens: 0,
    replacedBy: 'summary',
    atOnce: 10,
    keptPer20k: 3,
  } as const;
  const settings = { ...defaultsOf(pruneResults.settings), ...goose };
  const said = { type: 'text', text: 'a.ts was read', tokens: 60 } as const;
  const summarised = (count: number, replies: readonly Reply[] = [said], threshold = 160_000) =>
    driven(
      pruneResults.run(turns(Array.from({ length: count }, () => 500)), settings, environment({ threshold })),
      Array.from({ length: 10 }, (_, n) => replies[Math.min(n, replies.length - 1)] ?? said),
    );

  it('are asked for once more than 34 are old, 10 at once', () => {
    expect(summarised(34).asks).toEqual([]);
    const { asks, outcome } = summarised(35);
    expect(asks).toHaveLength(10);
    expect(asks[0]).toMatchObject({ sharesCache: false, form: { type: 'text' }, maxTokens: 100 });
    expect(asks[0]?.context.messages.map(({ message }) => message.role)).toEqual(['assistant', 'tool']);
    if (outcome.type !== 'changed') throw new Error('nothing was summarised');
    const { messages } = outcome.context;
    const texts = messages.flatMap(({ parts }) =>
      parts.flatMap(({ part }) => (part.kind === 'tool-result' ? [part] : [])),
    );
    expect(texts.filter(({ parts }) => JSON.stringify(parts).includes(said.text))).toHaveLength(10);
    expect(texts.findIndex(({ parts }) => !JSON.stringify(parts).includes(said.text))).toBe(10);
    expect(reasonText(outcome.reason, pruneResults.reasons)).toMatch(/^summarised 10 of 35 old results, /);
  });

  it('are never fewer than 10 kept, in a small window', () => {
    expect(summarised(20, [said], 8_000).asks).toEqual([]);
    expect(summarised(21, [said], 8_000).asks).toHaveLength(10);
  });

  it('stay if a later one fails', () => {
    const { outcome } = summarised(35, [said, said, { type: 'error', what: 'overloaded' }]);
    expect(outcome.type === 'changed' && outcome.changes[0]?.parts).toHaveLength(2);
    expect(summarised(35, [{ type: 'error', what: 'overloaded' }]).outcome).toMatchObject({
      type: 'failed',
      failure: { kind: 'api-error' },
    });
  });
});
