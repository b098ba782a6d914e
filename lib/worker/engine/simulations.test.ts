import { describe, expect, it } from 'vitest';
import { asObject, type Json } from '../../base/json';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { changeSetting } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import type { Provider } from '../../transcript/validate-request';
import { readingSession, sessionOf, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, FromWorker, SimulatedMessage, SimulationChoice } from './messages';
import { unpackContext } from './packed-context';

const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };
const named = (id: string): SimulationChoice => ({ ...choice, policy: { ...claudeCode21, id } });

async function opened() {
  const engine = testEngine();
  await engine.ask('open-session', readingSession(), 0);
  return engine;
}

function answerOf<M extends EngineMethod>(_: M, message: FromWorker | undefined): EngineRequests[M]['answer'] {
  if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
  return message.answer as EngineRequests[M]['answer'];
}

async function simulation(engine: Awaited<ReturnType<typeof opened>>, request: SimulationChoice, id?: number) {
  const answer = answerOf('simulate', await engine.ask('simulate', request, id));
  return answer.type === 'done' ? answer.value : answer.type;
}

async function context(engine: Awaited<ReturnType<typeof opened>>, call: number, policy: Policy = claudeCode21) {
  const request = { ...choice, policy, call };
  const answer = answerOf('simulated-context', await engine.ask('simulated-context', request));
  if (answer.type !== 'done') throw new Error('Overtaken');
  return unpackContext(answer.value);
}

describe('the engine, simulating', () => {
  it('runs the first and the last of fifty concurrent requests, and answers each separately', async () => {
    const engine = await opened();
    const asked = Array.from({ length: 50 }, (_, n) => simulation(engine, named(`policy ${n}`), n + 1));
    const [first, ...others] = await Promise.all(asked);
    const last = others.pop();
    expect(first).toMatchObject({ policy: 'policy 0', calls: 24, compactions: [{ call: 15 }] });
    expect(last).toMatchObject({ policy: 'policy 49', calls: 24 });
    expect(others).toEqual(Array.from({ length: 48 }, () => 'overtaken'));
  });

  it('never starts a request that is cancelled while it waits', async () => {
    const engine = await opened();
    const first = simulation(engine, named('first'), 1);
    const second = simulation(engine, named('second'), 2);
    await engine.handle({ type: 'cancel', id: 2 });
    expect([await first, await second]).toMatchObject([{ policy: 'first' }, 'overtaken']);
  });

  it('transfers the numbers without a copy, and keeps what the next simulation needs', async () => {
    const engine = await opened();
    const first = await simulation(engine, choice);
    expect(engine.left.at(-1)).toMatchObject({
      answer: { value: { used: { length: 0 }, byCategory: { user: { length: 0 } } } },
    });
    expect(first).toMatchObject({ used: { length: 24 }, byCategory: { user: { length: 24 } } });
    expect(await simulation(engine, choice)).toEqual(first);
  });

  it('accepts a choice of replies', async () => {
    const engine = await opened();
    const summaryOf = async (replies: SimulationChoice['replies']) => {
      const done = await simulation(engine, { ...choice, replies });
      return typeof done === 'string' ? done : done.compactions[0]?.summaryTokens;
    };
    expect(await summaryOf({ type: 'assumed', tokens: 2_500 })).toBe(2_500);
    expect(await summaryOf({ type: 'assumed' })).toBe(4_000);
    expect(await summaryOf({ type: 'recorded' })).toBe(4_000);
    expect(await summaryOf({ type: 'offline' })).not.toBe(4_000);
  });

  it('reports that no session is open', async () => {
    expect(await testEngine().ask('simulate', choice)).toMatchObject({
      type: 'failed',
      what: expect.stringContaining('No session is open'),
    });
  });
});

describe('the engine, inspecting a simulated call', () => {
  it('shows the context before and after a compaction without its texts', async () => {
    const engine = await opened();
    const { before, after, systemTokens } = await context(engine, 15);
    expect(before.map((message) => message.type === 'recorded' && message.index)).toEqual([...before.keys()]);
    expect(systemTokens).toBeGreaterThan(0);
    const [summary] = after;
    expect(summary).toMatchObject({ type: 'made', row: { kind: 'summary', parts: [{ kind: 'text' }] } });
    expect(summary?.tokens).toBeGreaterThanOrEqual(4_000);
    expect(JSON.stringify({ before, after }).length).toBeLessThan(20_000);
  });

  it('names the parts that a placeholder replaces', async () => {
    const engine = await opened();
    const { before, after } = await context(engine, 9, teachingV5);
    const places = after.flatMap(({ type }, place) => (type === 'recorded' ? [place] : []));
    const replaced = (message: SimulatedMessage | undefined) => (message?.type === 'recorded' ? message.replaced : []);
    const cleared = places.find((place) => replaced(after[place]).length > replaced(before[place]).length) ?? -1;
    expect(replaced(after[cleared])).toEqual([{ part: 0, state: 'cleared' }]);
    expect(before[cleared]?.tokens).toBeGreaterThan(9_000);
    expect(after[cleared]?.tokens).toBeLessThan(100);
  });

  it('[G5] says what every layer decided', async () => {
    const engine = await opened();
    const { verdicts, isDead } = await context(engine, 15);
    expect(verdicts).toContainEqual(expect.objectContaining({ by: 'gate', type: 'open' }));
    expect(verdicts).toContainEqual(expect.objectContaining({ by: 'full-compact', type: 'changed' }));
    expect(isDead).toBe(false);
  });

  it('inspects one policy after another', async () => {
    const engine = await opened();
    const first = await context(engine, 15);
    const plain = await context(engine, 15, none);
    expect(plain.after).toEqual(plain.before);
    expect(await context(engine, 15)).toEqual(first);
    expect(first.after).not.toEqual(plain.after);
  });

  it('returns a message with its content in the context', async () => {
    const engine = await opened();
    const ask = (side: 'before' | 'after', place: number) =>
      engine.ask('simulated-message', { ...choice, call: 15, side, place });
    const summary = answerOf('simulated-message', await ask('after', 0));
    expect(summary).toMatchObject({ kind: 'summary', parts: [{ text: expect.stringContaining('assumed') }] });
    expect(answerOf('simulated-message', await ask('before', 0))).toMatchObject({ kind: 'prompt' });
    expect(await ask('before', 999)).toMatchObject({ type: 'failed', what: expect.stringContaining('Message 999') });
  });

  it('rejects a call that does not exist', async () => {
    const engine = await opened();
    expect(await engine.ask('simulated-context', { ...choice, call: 24 })).toMatchObject({
      type: 'failed',
      what: expect.stringContaining('Call 24 of 24'),
    });
  });
});

describe('the engine, writing requests', () => {
  const side = (provider: Provider) => ({ ...choice, call: 15, side: 'after', provider }) as const;
  const body = async (engine: Awaited<ReturnType<typeof opened>>, provider: Provider) => {
    const { text, violations } = answerOf('request-body', await engine.ask('request-body', side(provider)));
    return { body: asObject(JSON.parse(text) as Json), violations };
  };

  it('[L2] exports one side of a call for either provider', async () => {
    const engine = await opened();
    const anthropic = await body(engine, 'anthropic');
    expect(anthropic).toMatchObject({
      body: { max_tokens: claudeCode21.maxOutputTokens, messages: [{ role: 'user' }] },
      violations: [],
    });
    expect(JSON.stringify(anthropic.body?.messages)).toContain('file-14.ts');
    const openai = await body(engine, 'openai');
    expect(openai.body).toHaveProperty('max_completion_tokens');
    expect(openai.violations).toEqual([]);
  });

  it('[L2] says what a provider would reject, and whether exporting repairs it', async () => {
    const text = [
      'user "As in this picture"',
      'call #1 read a.png',
      '---',
      'result #1 20 tokens',
      'image 640x480',
      'call #2 ls',
    ];
    const engine = testEngine();
    await engine.ask('open-session', sessionOf(text.join('\n')));
    const asked = { ...choice, call: 1, side: 'after', provider: 'openai' } as const;
    const violations = answerOf('request-violations', await engine.ask('request-violations', asked));
    expect(violations).toMatchObject([{ rule: 'media-place', messageIndex: 2, partIndex: 0, isMended: true }]);
    expect(
      answerOf('request-violations', await engine.ask('request-violations', { ...asked, provider: 'anthropic' })),
    ).toEqual([]);

    await engine.ask('open-session', sessionOf('user "Go"\ncall #1 ls\n---\nuser "On"\ncall #2 ls'));
    const unanswered = answerOf('request-violations', await engine.ask('request-violations', asked));
    expect(unanswered).toMatchObject([{ rule: 'unanswered-call', messageIndex: 1, isMended: false }]);
  });
});

describe('the engine, finding the source of', () => {
  const from = async (text: string, call: number, over: Partial<SimulationChoice> = {}) => {
    const engine = testEngine();
    await engine.ask('open-session', sessionOf(text));
    const request = { ...choice, ...over, call };
    const found = answerOf('simulated-context', await engine.ask('simulated-context', request));
    const { after } = found.type === 'done' ? unpackContext(found.value) : { after: [] };
    const made = after.flatMap((message, place) => (message.type === 'made' ? [{ id: message.row.id, place }] : []));
    const sources: Record<string, number | null> = {};
    for (const { id, place } of made) {
      const asked = await engine.ask('restored-from', { ...request, side: 'after', place });
      sources[id] = answerOf('restored-from', asked);
    }
    return sources;
  };
  /** Fills the window, so that the call after it compacts. */
  const full = [
    'call #full ls',
    'usage 21000 output 10',
    'result #full 9 tokens',
    'user 150000 tokens',
    'call #last ls',
    'usage 172000 output 10',
  ];

  it('[F6] a file, in the message that read it last before the compaction', async () => {
    const reads = ['a.ts', 'b.ts', 'a.ts'].map((file, n) => `call #${n} read ${file}\n---\nresult #${n} 300 tokens`);
    expect(await from(['window 200000', 'user "Go"', ...reads, ...full].join('\n'), 4)).toEqual({
      'made-4-summary': null,
      'made-4-file-1': 6,
      'made-4-file-2': 4,
    });
  });

  it('[F6] a plan, in its call, and a notice, in its message', async () => {
    const text = [
      'window 200000',
      'injected "# AGENTS.md instructions: never guess"',
      'user "Go"',
      'call #1 ExitPlanMode {"plan":"First look, then leap"}',
      '---',
      'result #1 "First look, then leap"',
      ...full,
    ];
    expect(await from(text.join('\n'), 2)).toEqual({
      'made-2-summary': null,
      'made-2-plan': 2,
      'made-2-instructions': 0,
    });
  });

  it('[F10] a list of names, nowhere', async () => {
    const text = ['window 200000', 'user "Go"', 'call #1 read a.ts', '---', 'result #1 300 tokens', ...full];
    const named = changeSetting(claudeCode21, 'full-compact.restores', 'names-of-files');
    const policy = named.ok ? named.value : none;
    expect(await from(text.join('\n'), 2, { policy })).toEqual({ 'made-2-summary': null, 'made-2-files': null });
  });
});

describe('the engine, sweeping', () => {
  it('[F1] [F6] how many texts of hooks are used', async () => {
    const engine = testEngine();
    await engine.ask('open-for-sweep', readingSession());
    const hooks = { instructions: 'Name every file.', results: ['Use tabs. '.repeat(300), 'Say so. '.repeat(300)] };
    const given = { policy: { ...claudeCode21, hooks }, path: 'hooks.texts', replies: { type: 'assumed' } } as const;
    const values = [0, 1, 2, 3];
    const rows = answerOf('sweep-values', await engine.ask('sweep-values', { ...given, values }));
    const [none, ...others] = rows.map(({ totals }) => totals.sent);
    // The instructions are in the summary request; each output is in every context from then on.
    expect(others[1]).toBeGreaterThan(none ?? 0);
    expect(others[2]).toBeGreaterThan(others[1] ?? 0);
    const plain = { ...given, policy: claudeCode21, path: 'full-compact.restoredFiles', values: [5] };
    const without = answerOf('sweep-values', await engine.ask('sweep-values', plain));
    expect(none).toBe(without[0]?.totals.sent);
  });

  const swept = { policy: claudeCode21, path: 'full-compact.restoredFiles', replies: { type: 'assumed' } } as const;

  it('has a row for each value, the same as a simulation with that value', async () => {
    const engine = testEngine();
    await engine.ask('open-for-sweep', readingSession());
    const rows = answerOf('sweep-values', await engine.ask('sweep-values', { ...swept, values: [5, 0] }));
    expect(rows.map(({ value, compactions }) => [value, compactions])).toEqual([
      [5, 1],
      [0, 1],
    ]);
    const plain = await simulation(engine, choice);
    expect(plain).toMatchObject({ totals: rows[0]?.totals ?? {} });
    expect(rows[1]?.totals.sent).toBeLessThan(rows[0]?.totals.sent ?? 0);
  });

  it('[K2] declines with a message to count used-later misses when following', async () => {
    const engine = testEngine();
    await engine.ask('open-for-sweep', readingSession());
    const counted = { ...swept, values: [1], countsMisses: true };
    expect(await engine.ask('sweep-values', { ...counted, mode: 'free' })).toMatchObject({ type: 'answer' });
    expect(await engine.ask('sweep-values', { ...counted, mode: 'following' })).toMatchObject({
      type: 'failed',
      advice: 'Choose a replay from the start.',
    });
  });

  it('rejects a value out of range with a message', async () => {
    const engine = testEngine();
    await engine.ask('open-for-sweep', readingSession());
    expect(await engine.ask('sweep-values', { ...swept, values: [1, -1] })).toMatchObject({
      type: 'failed',
      what: expect.stringMatching(/^Could not sweep full-compact.restoredFiles: .*from 0 to 50/),
    });
  });
});
