import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { MessageId } from '../../transcript/transcript';
import { type Context, tokensOf } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
  expectOutcome,
} from '../shape/context-text.test-support';
import type { Env, Outcome } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { emptyMemory } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { type SnipSettings, snip } from './snip';

const MARKER = 'injected (16)';

/** 14 rounds after the task, 10,011 tokens each. */
const long = contextFromText(
  [
    'user 100 tokens',
    ...Array.from({ length: 14 }, (_, round) => [`call #${round} read a.ts`, `result #${round} 10000 tokens`]).flat(),
    'assistant "Done."',
  ].join('\n'),
);

function outcomeOf(context: Context, env: Partial<Env> = {}, settings: Partial<SnipSettings> = {}): Outcome {
  const given = { ...defaultsOf(snip.settings), ...settings };
  return driven(snip.run(context, given, environment({ used: 140_000, ...env })), []).outcome;
}

function changed(...given: Parameters<typeof outcomeOf>) {
  return expectOutcome(outcomeOf(...given), 'changed');
}

function whyNot(...given: Parameters<typeof outcomeOf>): string {
  const outcome = expectOutcome(outcomeOf(...given), 'unchanged');
  return reasonText(outcome.reason, snip.reasons);
}

function idle(used: number, more: Partial<Env> = {}) {
  return snip.idle(contextStatsOf(contextFromText('')), defaultsOf(snip.settings), environment({ used, ...more }));
}

describe('snip', () => {
  it('[S1] [S2] removes the fewest whole rounds from the head that reach the target', () => {
    const { context, reason } = changed(long);
    // From 140,000 to 108,000 at the most: the task and four rounds, less the marker.
    expect(contextAsText(context).slice(0, 3)).toEqual([MARKER, 'call #4 (6)', 'result #4 (10000)']);
    expect(context.messages.at(-1)).toBe(long.messages.at(-1));
    expect(reasonText(reason, snip.reasons)).toBe(
      'removed 9 messages of the oldest rounds, 40,108 tokens; 140,000 were used, target 108,000',
    );
  });

  it('[S2] starts at 0.75 of effective and stops at 0.6', () => {
    expect(idle(134_999)).toMatchObject({ code: 'below-trigger', values: { used: 134_999, trigger: 135_000 } });
    expect(idle(135_000)).toBeUndefined();
    const exact = (used: number) => changed(long, { used }).changes[0]?.parts.length;
    // Three rounds, 30,102 tokens with the marker's taken off, are just enough, or one token too few.
    expect(exact(108_000 + 30_102)).toBe(7);
    expect(exact(108_000 + 30_103)).toBe(9);
  });

  it('[S2] says why there is nothing to do', () => {
    expect(whyNot(long, { used: 1_000 })).toBe('1,000 used < 135,000');
    expect(whyNot(long, { used: 140_000 }, { targetShare: 0.9 })).toBe('140,000 used ≤ 162,000, the target');
    expect(whyNot({ ...long, messages: [] })).toBe('every round is protected or pinned');
  });

  it('[S2] frees at least one round on request, however little is used', () => {
    expect(idle(1_000, { trigger: 'manual' })).toBeUndefined();
    const { context, freedTokens } = changed(long, { used: 1_000, trigger: 'manual' });
    expect(contextAsText(context).slice(0, 2)).toEqual([MARKER, 'call #0 (6)']);
    expect(freedTokens).toBe(84);
    const again = changed(context, { used: 1_000, trigger: 'manual', call: 8 });
    expect(contextAsText(again.context).slice(0, 2)).toEqual([MARKER, 'call #1 (6)']);
  });

  it('[S1] protects the last message of the assistant and everything after it', () => {
    const ending = contextFromText(
      'user "a"\nassistant 9000 tokens\nuser "b"\ncall #1 read a.ts\nresult #1 500 tokens',
    );
    const { context } = changed(ending);
    expect(contextAsText(context)).toEqual([MARKER, 'call #1 (6)', 'result #1 (500)']);
    expect(whyNot(context)).toBe('every round is protected or pinned');
    expect(whyNot(contextFromText('user 9000 tokens'))).toBe('every round is protected or pinned');
  });

  it('[S3] lists what it removed, and changes nothing else', () => {
    const { context, changes } = changed(long);
    expect(changes.map(({ fate }) => fate)).toEqual(['snipped', 'injected']);
    expect(changes[0]?.parts).toEqual(
      long.messages.slice(0, 9).map(({ message }) => ({ message: message.id, part: 0 })),
    );
    expect(context.messages.slice(1)).toEqual(long.messages.slice(9));
    expect(context.memory).toBe(long.memory);
  });

  it('[S4] [T3] reports exactly what it freed', () => {
    const { context, freedTokens } = changed(long);
    expect(freedTokens).toBe(tokensOf(long.messages) - tokensOf(context.messages));
  });

  it('[S4] inserts a user message at the start only if there is none', () => {
    const [task] = long.messages;
    const pinned = new Set(task === undefined ? [] : [task.message.id]);
    const { context, changes } = changed(long, { pinned });
    expect(contextAsText(context).slice(0, 2)).toEqual(['prompt (100)', 'call #4 (6)']);
    expect(changes.map(({ fate }) => fate)).toEqual(['snipped']);
  });

  it('[S4] inserts only one such message, however often it runs', () => {
    const { context } = changed(long);
    const again = changed(context, { call: 9 });
    expect(contextAsText(again.context).filter((line) => line === MARKER)).toHaveLength(1);
    expect(again.context.messages[0]?.message.id).toBe('made-9-snip');
    expect(again.changes[0]?.parts[0]?.message).toBe('made-7-snip');
    expect(again.freedTokens).toBe(tokensOf(context.messages) - tokensOf(again.context.messages));
  });

  it('[L3] skips a round with pinned messages, and continues after it', () => {
    const { context } = changed(long, { pinned: new Set(['m4' as MessageId]) });
    expect(contextAsText(context).slice(0, 4)).toEqual([MARKER, 'call #1 (6)', 'result #1 (10000)', 'call #5 (6)']);
  });

  it('[L6] does not replace something smaller with a note', () => {
    const small = contextFromText('user "a"\nassistant "b"');
    expect(whyNot(small)).toMatch(/no larger than the note/);
    expect(whyNot(small, { trigger: 'manual' })).toMatch(/no larger than the note/);
  });
});

describe('the laws of snip', () => {
  interface Case {
    readonly context: Context;
    readonly settings: SnipSettings;
    readonly env: Env;
  }

  const cases: fc.Arbitrary<Case> = fc
    .record({
      transcript: fc.oneof(arbitraryRecording, arbitraryTranscript),
      triggerShare: fc.double({ min: 0.05, max: 1, noNaN: true }),
      targetShare: fc.double({ min: 0, max: 1, noNaN: true }),
      fill: fc.double({ min: 0.5, max: 1.2, noNaN: true }),
      pinned: fc.array(fc.nat(30), { maxLength: 2 }),
      isManual: fc.boolean(),
    })
    .map(({ transcript, triggerShare, targetShare, fill, pinned, isManual }) => {
      const messages = recordedContext(transcript.messages, roughPart);
      const used = tokensOf(messages);
      return {
        context: { messages, memory: emptyMemory },
        settings: { triggerShare, targetShare },
        env: environment({
          transcript,
          used,
          effective: Math.ceil(used / fill),
          trigger: isManual ? 'manual' : 'auto',
          pinned: new Set(pinned.map((place) => `m${place}` as MessageId)),
        }),
      };
    });
  const run = ({ context, settings, env }: Case) => driven(snip.run(context, settings, env), []).outcome;
  const law = (name: string, check: (tried: Case, after: Context, outcome: Outcome) => void) => {
    it(name, () => {
      fc.assert(
        fc.property(cases, (tried) => {
          const outcome = run(tried);
          check(tried, outcome.type === 'changed' ? outcome.context : tried.context, outcome);
        }),
        { numRuns: 300 },
      );
    });
  };

  it('apply to something', () => {
    const types = fc.sample(cases, { numRuns: 200, seed: 1 }).map((tried) => run(tried).type);
    expect(types.filter((type) => type === 'changed').length).toBeGreaterThan(40);
    expect(types.filter((type) => type === 'unchanged').length).toBeGreaterThan(20);
  });

  law('[L1] splits no pair of call and result', ({ context }, after) => {
    const before = lonely(context);
    for (const part of lonely(after)) expect(before).toContain(part);
  });

  law('[L2] [S4] a changed context starts with a user message', (_, after, outcome) => {
    if (outcome.type === 'changed') expect(after.messages[0]?.message.role).toBe('user');
  });

  law('[L3] keeps order, pinned messages and protected messages', ({ context, env }, after) => {
    const kept = after.messages.filter(({ origin }) => origin === 'recorded');
    expect(kept).toEqual(context.messages.filter((message) => kept.includes(message)));
    const last = context.messages.findLastIndex(({ message }) => message.role === 'assistant');
    for (const [place, message] of context.messages.entries()) {
      if (env.pinned.has(message.message.id) || (last >= 0 && place >= last)) expect(kept).toContain(message);
    }
  });

  law('[L4] is repeatable, and modifies nothing', (tried, _, outcome) => {
    const before = JSON.stringify(tried.context);
    expect(run(tried)).toEqual(outcome);
    expect(JSON.stringify(tried.context)).toBe(before);
  });

  law('[L5] [L6] tokens add up, and decrease', ({ context }, after, outcome) => {
    if (outcome.type !== 'changed') return;
    const moved = outcome.changes.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(tokensOf(context.messages) - moved).toBe(tokensOf(after.messages));
    expect(outcome.freedTokens).toBe(moved);
    expect(moved).toBeGreaterThan(0);
    expect(reasonText(outcome.reason, snip.reasons)).not.toContain('{');
  });

  law('[L7] every part is kept or named once', ({ context }, after, outcome) => {
    const refs = (messages: Context['messages']) =>
      messages.flatMap(({ message, parts }) => parts.map((_, part) => `${message.id}.${part}`));
    const named = (outcome.type === 'changed' ? outcome.changes : [])
      .filter(({ fate }) => fate === 'snipped')
      .flatMap(({ parts }) => parts.map(({ message, part }) => `${message}.${part}`));
    const kept = refs(after.messages.filter(({ origin }) => origin === 'recorded'));
    expect([...kept, ...named].sort()).toEqual(refs(context.messages).sort());
  });

  law('[L8] changes nothing when run again immediately', ({ settings, env }, after, outcome) => {
    if (outcome.type !== 'changed' || env.trigger === 'manual') return;
    const again = { ...env, used: env.used - (outcome.freedTokens ?? 0) };
    expect(run({ context: after, settings, env: again }).type).toBe('unchanged');
  });
});

/** Calls without a result after them, and results without a call before them. */
function lonely({ messages }: Context) {
  const parts = messages.flatMap(({ message }) => message.parts);
  return parts.filter((part, place) => {
    if (part.kind === 'tool-call') {
      return !parts.slice(place).some((later) => later.kind === 'tool-result' && later.callId === part.id);
    }
    if (part.kind !== 'tool-result') return false;
    return !parts.slice(0, place).some((earlier) => earlier.kind === 'tool-call' && earlier.id === part.callId);
  });
}
