import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { Part } from '../../transcript/transcript';
import { contextOf, describeClearingLaws } from '../results/clearing-laws.test-support';
import { type Context, tokensOf } from '../shape/context';
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
import { editingOf, type MicrocompactDeclarativeSettings, microcompactDeclarative } from './microcompact-declarative';

function results(...sizes: readonly number[]): Context {
  return contextFromText(
    sizes.map((size, i) => `call #${i + 1} read a.ts\n---\nresult #${i + 1} ${size} tokens`).join('\n'),
  );
}

const SYSTEM_TOKENS = 20_000;

function withDefaults(settings: Partial<MicrocompactDeclarativeSettings>): MicrocompactDeclarativeSettings {
  return { ...defaultsOf(microcompactDeclarative.settings), ...settings };
}

/** As before a call: what is used is the system and the messages as they stand. */
function run(context: Context, settings: Partial<MicrocompactDeclarativeSettings> = {}, env: Partial<Env> = {}) {
  const used = SYSTEM_TOKENS + tokensOf(context.messages);
  return driven(microcompactDeclarative.run(context, withDefaults(settings), environment({ used, ...env })), [])
    .outcome;
}

function contextAfter(...given: Parameters<typeof run>): Context {
  const outcome = run(...given);
  return outcome.type === 'changed' ? outcome.context : given[0];
}

function cleared(...given: Parameters<typeof run>): string[] {
  const lines = contextAsText(contextAfter(...given));
  return lines.flatMap((line) => /^(?:result )?(\S+) cleared/.exec(line)?.[1] ?? []);
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, microcompactDeclarative.reasons)}`;
}

/** With one more result of 1,000 tokens. */
function grown(context: Context): Context {
  const more = contextFromText('call #6 read a.ts\n---\nresult #6 1000 tokens');
  return { ...context, messages: [...context.messages, ...more.messages] };
}

describe('context editing on the server: tool uses', () => {
  const context = results(30_000, 20_000, 10_000, 10_000, 10_000);

  it('[M5] acts from 100,000 input tokens on and keeps the latest 3 tool uses', () => {
    expect(reasonOf(context, {}, { used: 99_999 })).toBe('unchanged: the request has 99,999 tokens < 100,000');
    expect(cleared(context, {}, { used: 100_000 })).toEqual(['#1', '#2']);
    expect(reasonOf(context, {}, { used: 100_000 })).toBe(
      'changed: cleared 2 tool results, 0 inputs and 0 thinking parts, 49,988 tokens',
    );
    expect(reasonOf(results(50_000, 50_000, 50_000))).toBe('unchanged: 3 tool uses, and the latest 3 are kept');
  });

  it('[M5] acts from a number of tool uses on, whatever the size', () => {
    expect(cleared(context, { triggerToolUses: 5 }, { used: 0 })).toEqual(['#1', '#2']);
    expect(reasonOf(context, { triggerToolUses: 6 }, { used: 150_000 })).toBe('unchanged: 5 tool uses < 6');
  });

  it('[M5] is not applied at all if clear_at_least cannot be reached', () => {
    expect(cleared(context, { clearAtLeastTokens: 49_988 })).toEqual(['#1', '#2']);
    expect(reasonOf(context, { clearAtLeastTokens: 49_989 })).toBe(
      'unchanged: clearing would save 49,988 tokens < 49,989',
    );
  });

  it('[M5] considers the request as sent, so clearing does not stop itself', () => {
    const once = contextAfter(context);
    // 50,000 tokens are left, and yet what has become old is cleared at once.
    const later = grown(once);
    expect(SYSTEM_TOKENS + tokensOf(later.messages)).toBeLessThan(100_000);
    expect(cleared(later)).toEqual(['#1', '#2', '#3']);
    // The same for the least saving: it is one of the whole request.
    expect(cleared(later, { clearAtLeastTokens: 50_000 })).toEqual(['#1', '#2', '#3']);
  });

  it('[M5] breaks the prefix at what is cleared now, not at what was cleared before', () => {
    const outcome = run(grown(contextAfter(context)));
    expect(outcome).toMatchObject({
      changes: [{ fate: 'cleared', parts: [{ message: 'm5', part: 0 }], tokens: 9_994 }],
    });
    expect(outcome).not.toHaveProperty('changes.0.keepsCache');
  });

  it('[M5] ignores excluded tools, and does not count them as kept', () => {
    const mixed = contextFromText(`
      call #1 read a.ts
      ---
      result #1 90000 tokens
      call #2 bash ls
      ---
      result #2 9000 tokens
      call #3 read b.ts
      ---
      result #3 9000 tokens
      call #4 bash ls
      ---
      result #4 9000 tokens
    `);
    expect(cleared(mixed, { keep: 1 }, { exemptTools: new Set(['bash']) })).toEqual(['#1']);
    expect(cleared(mixed, { keep: 1 }, { exemptTools: new Set(['read']) })).toEqual(['#2']);
  });

  it('[M5] clears the results of all tools, or [M1] only of those that can be rerun', () => {
    const foreign = contextFromText(`
      call #1 mcp__files__read a.ts
      ---
      result #1 90000 tokens
      call #2 bash ls
      ---
      result #2 9000 tokens
      call #3 read a.ts
      ---
      result #3 9000 tokens
    `);
    expect(cleared(foreign, { keep: 1 })).toEqual(['#1', '#2']);
    expect(cleared(foreign, { keep: 1, onlyClearableTools: true })).toEqual(['#2']);
  });

  it('[M5] clears inputs too if configured: the call stays, with an empty input', () => {
    const written = contextFromText(`
      assistant "I write it."
      call #1 write 60000 tokens
      ---
      result #1 "ok"
      call #2 write 60000 tokens
      ---
      result #2 "ok"
    `);
    const after = contextAfter(written, { keep: 1, clearInputs: true });
    expect(after.messages[0]?.message.parts[1]).toEqual({ kind: 'tool-call', id: '#1', name: 'write', input: {} });
    // A result that is no larger than the placeholder stays.
    expect(contextAsText(after)).toEqual([
      'reply (3)',
      'call #1 (3)',
      'result #1 (1)',
      'call #2 (60000)',
      'result #2 (1)',
    ]);
    expect(reasonOf(written, { keep: 1, clearInputs: true })).toBe(
      'changed: cleared 0 tool results, 1 inputs and 0 thinking parts, 59,997 tokens',
    );
    expect(run(written, { keep: 1 }).type).toBe('unchanged');
  });

  it('[M5] treats a repeated id as a new call', () => {
    const again = { ...context, messages: [...context.messages, ...results(1_000).messages] };
    expect(contextAsText(contextAfter(again)).filter((line) => line.startsWith('result'))).toEqual([
      'result #1 cleared (6)',
      'result #2 cleared (6)',
      'result #3 cleared (6)',
      'result #4 (10000)',
      'result #5 (10000)',
      'result #1 (1000)',
    ]);
  });

  it('[M5] leaves a call without a result unchanged; a result without a call is a result', () => {
    const broken = contextFromText(`
      result #9 50000 tokens
      call #1 read a.ts
      ---
      user "Stop"
      call #2 read a.ts
      ---
      result #2 50000 tokens
    `);
    expect(cleared(broken, { keep: 0, clearInputs: true })).toEqual(['#9', '#2']);
  });

  it('[M5] acts in sub-agents too, but not on pinned messages', () => {
    expect(run(context, {}, { isMainThread: false }).type).toBe('changed');
    const pinned = new Set(context.messages.slice(0, 2).map(({ message }) => message.id));
    expect(cleared(context, { clearInputs: true }, { pinned })).toEqual(['#2']);
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    expect(run(context)).toMatchObject({ freedTokens: undefined });
    expect(run(context, { gateSubtracts: true })).toHaveProperty('freedTokens', 49_988);
  });

  it('reports from the stats what it can', () => {
    const idle = (held: Context, used: number, settings: Partial<MicrocompactDeclarativeSettings> = {}) =>
      microcompactDeclarative.idle(contextStatsOf(held), withDefaults(settings), environment({ used }))?.code;
    expect(idle(context, 99_999)).toBe('below-tokens');
    expect(idle(context, 100_000)).toBeUndefined();
    expect(idle(contextAfter(context), 50_012)).toBeUndefined();
    expect(idle(contextAfter(context), 50_011)).toBe('below-tokens');
    expect(idle(context, 100_000, { keep: 5 })).toBe('few');
    expect(idle(context, 100_000, { clearAtLeastTokens: 200_000 })).toBe('small-results');
    expect(idle(context, 100_000, { clearAtLeastTokens: 200_000, clearInputs: true })).toBeUndefined();
    expect(idle(context, 0, { triggerToolUses: 6 })).toBe('below-uses');
    expect(idle(context, 0, { keepThinkingTurns: 1 })).toBeUndefined();
  });
});

describe("[M5] Claude Code's own request for context editing", () => {
  const asked: Partial<MicrocompactDeclarativeSettings> = {
    variant: 'claude-code',
    triggerTokens: 0,
    triggerToolUses: 1,
  };

  it('clears from 180,000 input tokens on, whatever the settings', () => {
    const context = results(100_000, 60_000, 1_000, 1_000, 1_000);
    expect(reasonOf(context, asked, { used: 179_999 })).toBe('unchanged: the request has 179,999 tokens < 180,000');
    expect(cleared(context, asked, { used: 180_000 })).toEqual(['#1', '#2']);
  });

  it('clears nothing if 140,000 tokens cannot be reached while keeping 40,000', () => {
    // A placeholder has 6.
    const enough = results(100_012, 40_000, 50_000, 1_000, 1_000);
    expect(cleared(enough, asked, { used: 200_000 })).toEqual(['#1', '#2']);
    const tooLittle = results(100_011, 40_000, 50_000, 1_000, 1_000);
    expect(reasonOf(tooLittle, asked, { used: 200_000 })).toBe(
      'unchanged: clearing would save 139,999 tokens < 140,000',
    );
    const idle = microcompactDeclarative.idle(
      contextStatsOf(results(80_000, 59_000, 1, 1)),
      withDefaults(asked),
      environment({ used: 200_000 }),
    );
    expect(idle?.code).toBe('small-results');
  });

  it('[M1] clears only the results of tools that can be rerun', () => {
    const foreign = contextFromText(
      ['mcp__files__read', 'read', 'read', 'read', 'read']
        .map((tool, i) => `call #${i + 1} ${tool} a.ts\n---\nresult #${i + 1} 150000 tokens`)
        .join('\n'),
    );
    expect(cleared(foreign, { ...asked, keep: 1 }, { used: 600_000 })).toEqual(['#2', '#3', '#4']);
  });
});

describe('context editing on the server: thinking', () => {
  const turns = contextFromText(`
    user "First"
    thinking 100 tokens
    call #1 read a.ts
    ---
    result #1 10 tokens
    thinking 200 tokens
    assistant "Done."
    user "Second"
    assistant "Without a thought."
    user "Third"
    thinking 300 tokens
    call #2 read a.ts
    ---
    result #2 10 tokens
    injected "Mind the tests"
    thinking 400 tokens
  `);
  const thinkingAfter = (settings: Partial<MicrocompactDeclarativeSettings>) =>
    contextAsText(contextAfter(turns, settings)).filter((line) => line.includes('thinking'));

  it('[M5] keeps all thinking by default', () => {
    expect(run(turns, {}, { used: 150_000 }).type).toBe('unchanged');
  });

  it('[M5] keeps the thinking of the latest turns that have any; a turn is everything answered to one prompt', () => {
    expect(thinkingAfter({ keepThinkingTurns: 1 })).toEqual([
      'reply thinking cleared (0)',
      'reply thinking cleared (0)',
      'reply thinking (300)',
      'reply thinking (400)',
    ]);
    expect(run(turns, { keepThinkingTurns: 2 }).type).toBe('unchanged');
  });

  it('[M5] needs no trigger, and reports where it cleared', () => {
    const outcome = run(turns, { keepThinkingTurns: 1 }, { used: 0 });
    if (outcome.type !== 'changed') throw new Error('nothing changed');
    expect(outcome.changes).toEqual([
      {
        fate: 'cleared',
        parts: [
          { message: 'm1', part: 0 },
          { message: 'm3', part: 0 },
        ],
        tokens: 300,
      },
    ]);
    expect(outcome.context.messages[1]?.message.parts).toMatchObject([
      { kind: 'thinking', text: '' },
      { kind: 'tool-call', id: '#1' },
    ]);
  });

  it('[M5] counts towards the trigger for tool uses, since the request contains it', () => {
    const cut = contextAfter(turns, { keepThinkingTurns: 1 }, { used: 0 });
    const settings = { keepThinkingTurns: 1, keep: 1, triggerTokens: 1_000 };
    expect(cleared(cut, settings, { used: 699 })).not.toContain('#1');
    expect(cleared(cut, settings, { used: 700 })).toContain('#1');
  });
});

const anySettings: fc.Arbitrary<MicrocompactDeclarativeSettings> = fc.record({
  variant: fc.constantFrom('own', 'own', 'own', 'claude-code'),
  triggerTokens: fc.constantFrom(0, 3_000, 100_000),
  triggerToolUses: fc.constantFrom(0, 0, 3),
  keep: fc.nat(2),
  clearAtLeastTokens: fc.constantFrom(0, 0, 500, 5_000),
  clearInputs: fc.boolean(),
  onlyClearableTools: fc.boolean(),
  keepThinkingTurns: fc.nat(2),
  gateSubtracts: fc.boolean(),
});

it('[M5] call by call, gives the same as editing the full history before each call', () => {
  let changes = 0;
  const property = fc.property(arbitraryRecording, anySettings, fc.nat(5_000), (transcript, settings, system) => {
    const whole = contextOf(transcript);
    const edit = (context: Context): Context => {
      const env = environment({ used: system + tokensOf(context.messages) });
      if (microcompactDeclarative.idle(contextStatsOf(context), settings, env) !== undefined) return context;
      const { outcome } = driven(microcompactDeclarative.run(context, settings, env), []);
      if (outcome.type !== 'changed') return context;
      changes += 1;
      return outcome.context;
    };
    let kept: Context = { ...whole, messages: [] };
    let taken = 0;
    for (const { at } of transcript.calls) {
      kept = edit({ ...kept, messages: [...kept.messages, ...whole.messages.slice(taken, at)] });
      taken = at;
      const anew = edit({ ...whole, messages: whole.messages.slice(0, at) });
      expect(kept.messages).toEqual(anew.messages);
    }
  });
  fc.assert(property, { numRuns: 500 });
  expect(changes).toBeGreaterThan(100);
});

const TAKEN: readonly Part['kind'][] = ['tool-result', 'tool-call', 'thinking'];

describeClearingLaws({
  layer: microcompactDeclarative,
  settings: anySettings,
  mayTake: (part, settings) => {
    const { clearInputs, onlyClearableTools, keepThinkingTurns } = editingOf(settings);
    if (!TAKEN.includes(part.kind)) return false;
    if (part.kind === 'thinking') return keepThinkingTurns > 0;
    if (part.kind === 'tool-call') return clearInputs && (!onlyClearableTools || toolKind(part.name) !== 'other');
    return part.kind !== 'tool-result' || !onlyClearableTools || toolKind(part.toolName ?? '') !== 'other';
  },
});
