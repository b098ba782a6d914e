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
import { type MicrocompactTimeSettings, microcompactTime } from './microcompact-time';

const MINUTE_MS = 60_000;

/** Reads, with a result of 1,000 tokens each. */
function reads(count: number): Context {
  const rounds = Array.from({ length: count }, (_, i) => `call #${i + 1} read a.ts\n---\nresult #${i + 1} 1000 tokens`);
  return contextFromText(`user "Go on"\n${rounds.join('\n')}`);
}

function run(context: Context, settings: Partial<MicrocompactTimeSettings> = {}, env: Partial<Env> = {}) {
  const paused = environment({ lastAssistantMs: 0, nowMs: 60 * MINUTE_MS, ...env });
  return driven(microcompactTime.run(context, { ...defaultsOf(microcompactTime.settings), ...settings }, paused), [])
    .outcome;
}

function resultsAfter(...given: Parameters<typeof run>): string[] {
  const outcome = run(...given);
  const { messages } = outcome.type === 'changed' ? outcome.context : given[0];
  return contextAsText({ messages }).filter((line) => line.startsWith('result'));
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, microcompactTime.reasons)}`;
}

describe('microcompact by time', () => {
  it('[M3] clears all but the latest five results', () => {
    expect(resultsAfter(reads(7))).toEqual([
      'result #1 cleared (6)',
      'result #2 cleared (6)',
      ...[3, 4, 5, 6, 7].map((id) => `result #${id} (1000)`),
    ]);
    expect(reasonOf(reads(7))).toBe('changed: 60 minutes after the last reply: cleared 2 results, 1,988 tokens');
    expect(reasonOf(reads(5))).toBe('unchanged: 5 clearable results, and the latest 5 are kept');
  });

  it('[M3] waits for 60 minutes since the last reply, to the millisecond', () => {
    expect(run(reads(7), {}, { nowMs: 60 * MINUTE_MS }).type).toBe('changed');
    expect(reasonOf(reads(7), {}, { nowMs: 60 * MINUTE_MS - 1 })).toBe(
      'unchanged: 59 minutes since the last reply < 60',
    );
    expect(run(reads(7), { gapMinutes: 61 }).type).toBe('unchanged');
  });

  it('[M3] does nothing if times are unknown', () => {
    const context = reads(7);
    const never = environment({ nowMs: 60 * MINUTE_MS, lastAssistantMs: undefined });
    const outcome = driven(microcompactTime.run(context, defaultsOf(microcompactTime.settings), never), []).outcome;
    expect(outcome).toMatchObject({ type: 'unchanged', reason: { code: 'no-times' } });
  });

  it('[M3] always keeps at least one', () => {
    expect(microcompactTime.settings.keep.min).toBe(1);
    expect(resultsAfter(reads(2), { keep: 1 })).toEqual(['result #1 cleared (6)', 'result #2 (1000)']);
  });

  it('[M3] acts in the main thread only', () => {
    expect(reasonOf(reads(7), {}, { isMainThread: false })).toBe('unchanged: only applies to the main thread');
  });

  it('[M3] breaks the cached prefix, and records when for the next layer', () => {
    const outcome = run(reads(7), {}, { call: 9 });
    if (outcome.type !== 'changed') throw new Error('nothing changed');
    expect(outcome.changes).toEqual([
      {
        fate: 'cleared',
        parts: [
          { message: 'm2', part: 0 },
          { message: 'm4', part: 0 },
        ],
        tokens: 1_988,
      },
    ]);
    expect(outcome.context.memory.clearedByTimeAtCall).toBe(9);
  });

  it('[M1] skips exempt tools, MCP tools and pinned messages, and does not count them', () => {
    const context = contextFromText(`
      call #1 mcp__files__read a.ts
      ---
      result #1 1000 tokens
      call #2 Task "look"
      ---
      result #2 1000 tokens
      call #3 grep a
      ---
      result #3 1000 tokens
      call #4 read a.ts
      ---
      result #4 1000 tokens
      call #5 read b.ts
      ---
      result #5 1000 tokens
      call #6 read c.ts
      ---
      result #6 1000 tokens
    `);
    const pinned = context.messages.filter(({ message }) => message.id === 'm7').map(({ message }) => message.id);
    const env = { exemptTools: new Set(['grep']), pinned: new Set(pinned) };
    expect(resultsAfter(context, { keep: 1 }, env)).toEqual([
      'result #1 (1000)',
      'result #2 (1000)',
      'result #3 (1000)',
      'result #4 (1000)',
      'result #5 cleared (6)',
      'result #6 (1000)',
    ]);
  });

  it('[M2] keeps the call, the id and the error flag', () => {
    const context = contextFromText(
      'call #1 bash ls\n---\nresult #1 error 900 tokens\ncall #2 bash ls\n---\nresult #2 "a"',
    );
    const outcome = run(context, { keep: 1 });
    if (outcome.type !== 'changed') throw new Error('nothing changed');
    expect(outcome.context.messages[0]).toBe(context.messages[0]);
    expect(outcome.context.messages[1]?.message.parts).toEqual([
      {
        kind: 'tool-result',
        callId: '#1',
        toolName: 'bash',
        isError: true,
        parts: [{ kind: 'text', text: '(Tool result cleared)' }],
      },
    ]);
  });

  it('[L6] does not act if placeholders would be larger than the results', () => {
    const context = contextFromText(
      'call #1 bash ls\n---\nresult #1 "ok"\ncall #2 bash ls\n---\nresult #2 9000 tokens',
    );
    expect(reasonOf(context, { keep: 1 })).toBe('unchanged: the 1 old results are no larger than their placeholders');
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    expect(run(reads(7))).not.toHaveProperty('freedTokens');
    expect(run(reads(7), { gateSubtracts: true })).toHaveProperty('freedTokens', 1_988);
  });

  it('reports from the stats what it can', () => {
    const settings = defaultsOf(microcompactTime.settings);
    const idle = (context: Context, env: Partial<Env>) =>
      microcompactTime.idle(contextStatsOf(context), settings, environment(env))?.code;
    const paused = { lastAssistantMs: 0, nowMs: 60 * MINUTE_MS };
    expect(idle(reads(7), {})).toBe('no-times');
    expect(idle(reads(7), { lastAssistantMs: 0, nowMs: 1 })).toBe('short-pause');
    expect(idle(reads(5), paused)).toBe('few');
    expect(idle(reads(7), { ...paused, isMainThread: false })).toBe('sub-agent');
    expect(idle(reads(7), paused)).toBeUndefined();
  });
});

describeClearingLaws({
  layer: microcompactTime,
  settings: fc.record({
    gapMinutes: fc.constant(60),
    keep: fc.integer({ min: 1, max: 4 }),
    gateSubtracts: fc.boolean(),
  }),
  mayTake: (part) => part.kind === 'tool-result' && toolKind(part.toolName ?? '') !== 'other',
});
