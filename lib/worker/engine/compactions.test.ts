import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { MessageId } from '../../transcript/transcript';
import type { CompactionAsk, CompactionBegin, CompactionOutcome, CompactionStep } from './compaction-messages';
import { readingSession, sessionOf, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, OpenRequest, SimulationChoice } from './messages';

const FULL = 15;
const SUMMARY = '## Goal\nRead them all; file-3.ts was read, port 8080.';

async function opened(session: OpenRequest = readingSession()) {
  const engine = testEngine();
  await engine.ask('open-session', session, 0);
  const reply = <M extends EngineMethod>(method: M, request: EngineRequests[M]['request']) =>
    engine.ask(method, request);
  const ask = async <M extends EngineMethod>(method: M, request: EngineRequests[M]['request']) => {
    const message = await reply(method, request);
    if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
    return message.answer as EngineRequests[M]['answer'];
  };
  return { engine, reply, ask };
}

function begin(more: Partial<CompactionBegin> = {}): CompactionBegin {
  const place = { type: 'recording', call: FULL } as const;
  return { id: 'a', place, writer: 'model', maxTokens: 4_000, prompt: '## Goal\n## Next step', ...more };
}

function asked(step: CompactionStep): CompactionAsk {
  if (step.type !== 'asks') throw new Error(`Nothing is asked: ${JSON.stringify(step)}`);
  return step.ask;
}

function ended(step: CompactionStep): CompactionOutcome {
  if (step.type !== 'ended') throw new Error('Something is asked');
  return step.outcome;
}

const told = (text: string, tryNumber = 1, id = 'a') =>
  ({ id, tryNumber, reply: { type: 'text', text, tokens: 20 } }) as const;

describe('a compaction asked for real', () => {
  it('[F3] asks with all that is to be summarised, and has the summary without its scratch part', async () => {
    const { ask } = await opened();
    const request = asked(await ask('compaction-begin', begin({ focus: ' the tests ' })));
    expect(request).toMatchObject({ tryNumber: 1, focus: 'the tests', maxTokens: 4_000, secretsMasked: {} });
    expect(request.messages).toHaveLength(31);
    expect(request.tokens.messages).toBeGreaterThan(145_000);
    const outcome = ended(await ask('compaction-answer', told(`<analysis>well, file-4.ts</analysis>\n${SUMMARY}`)));
    expect(outcome).toMatchObject({
      type: 'compacted',
      written: { text: SUMMARY },
      after: [{ role: 'user', kind: 'summary' }, ...Array(5).fill({ kind: 'injected' })],
    });
    if (outcome.type !== 'compacted') return;
    expect(outcome.tokensBefore).toBeGreaterThan(150_000);
    expect(outcome.tokensAfter).toBeLessThan(60_000);
    expect(outcome.after[0]?.text).toContain(SUMMARY);
  });

  it('[F3] takes out a scratch part that the prompt names otherwise, and misses no section for it', async () => {
    const { ask } = await opened();
    const own = { prompt: 'Think first:\n<notes>\n## Goal', scratchTag: 'notes' };
    await ask('compaction-begin', begin(own));
    const outcome = ended(await ask('compaction-answer', told(`<notes>well, file-4.ts</notes>\n${SUMMARY}`)));
    expect(outcome).toMatchObject({ type: 'compacted', written: { text: SUMMARY } });
    expect(outcome.type === 'compacted' && outcome.after[0]?.text).not.toContain('<notes>');
    const missing = outcome.written?.scores.find(({ id }) => id === 'missing-sections');
    expect(missing).toMatchObject({ count: 0, of: 1 });
  });

  it('[F9] passes a focus to the offline writer too', async () => {
    const { ask } = await opened();
    const textOf = async (more: Partial<CompactionBegin>) =>
      ended(await ask('compaction-begin', begin({ writer: 'offline', prompt: '', ...more }))).written?.text;
    expect(await textOf({ focus: 'file-7' })).toContain('file-7');
    expect(await textOf({ focus: 'file-7' })).not.toBe(await textOf({}));
  });

  it('[K1] to [K8] scores the summary alone, with marks in it', async () => {
    const { ask } = await opened();
    await ask('compaction-begin', begin());
    const { written } = ended(await ask('compaction-answer', told(SUMMARY)));
    expect(written?.scores).toHaveLength(14);
    const files = written?.scores.find(({ id }) => id === 'files-named');
    expect(files).toMatchObject({ count: 1, of: 15, itemsInAll: 15 });
    const [mark] = files?.items.find(({ state }) => state === 'found')?.marks ?? [];
    expect(SUMMARY.slice(mark?.start, mark?.end)).toBe('file-3.ts');
    expect(written?.scores.find(({ id }) => id === 'missing-sections')).toMatchObject({ count: 1, of: 2 });
    const place = { type: 'recording', call: FULL } as const;
    expect(await ask('score-summary', { place, summary: SUMMARY, prompt: begin().prompt })).toEqual(written?.scores);
  });

  it('[F4] asks again with fewer of the oldest rounds where the request is too long, and refuses late answers', async () => {
    const { ask, reply } = await opened();
    const first = asked(await ask('compaction-begin', begin()));
    const tooLong = { type: 'too-long', gapTokens: 25_000 } as const;
    const second = asked(await ask('compaction-answer', { id: 'a', tryNumber: 1, reply: tooLong }));
    expect(second.tryNumber).toBe(2);
    expect(first.tokens.messages - second.tokens.messages).toBeGreaterThan(25_000);
    expect(await reply('compaction-answer', told(SUMMARY))).toMatchObject({
      type: 'failed',
      what: expect.stringContaining('too late'),
    });
    expect(ended(await ask('compaction-answer', told(SUMMARY, 2)))).toMatchObject({ type: 'compacted' });
    expect(await reply('compaction-answer', told(SUMMARY, 2))).toMatchObject({
      what: expect.stringContaining('too late'),
    });
  });

  it('[F4] gives up after three further tries', async () => {
    const { ask } = await opened();
    let step = await ask('compaction-begin', begin());
    for (let tryNumber = 1; step.type === 'asks'; tryNumber++) {
      step = await ask('compaction-answer', { id: 'a', tryNumber, reply: { type: 'too-long' } });
    }
    expect(ended(step)).toMatchObject({ type: 'failed', kind: 'too-long', what: expect.stringContaining('4 times') });
  });

  it.each([
    [{ type: 'error', what: 'overloaded' }, 'api-error', 'overloaded'],
    [{ type: 'aborted' }, 'aborted', 'stopped'],
    [{ type: 'text', text: '<analysis>only this', tokens: 9 }, 'no-summary', 'no summary'],
  ] as const)('[F5] %o ends it, with words', async (answer, kind, words) => {
    const { ask } = await opened();
    await ask('compaction-begin', begin());
    const step = await ask('compaction-answer', { id: 'a', tryNumber: 1, reply: answer });
    const outcome = ended(step);
    expect(outcome).toMatchObject({ type: 'failed', kind, what: expect.stringContaining(words) });
    expect(outcome.written).toBeUndefined();
  });

  it('[F5] a summary that is not smaller is still scored', async () => {
    const { ask } = await opened(sessionOf('user "see a.ts"\nassistant "ok"\n---\nassistant "ok"'));
    await ask('compaction-begin', begin({ place: { type: 'recording', call: 1 } }));
    const outcome = ended(await ask('compaction-answer', told('a.ts '.repeat(50))));
    expect(outcome).toMatchObject({
      type: 'failed',
      kind: 'inflated',
      written: { text: expect.stringContaining('a.ts') },
    });
  });

  it('counts no thinking, which cannot be sent back', async () => {
    const { ask } = await opened(
      sessionOf('user 300 tokens\nthinking 5000 tokens\nassistant "ok"\n---\nassistant "x"'),
    );
    const request = asked(await ask('compaction-begin', begin({ place: { type: 'recording', call: 1 } })));
    expect(request.tokens.messages).toBeGreaterThanOrEqual(300);
    expect(request.tokens.messages).toBeLessThan(400);
  });

  it('masks secrets of a session that was stored with them', async () => {
    const secret = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d'].join('_');
    const { ask } = await opened(
      sessionOf(`system "${secret}"\nuser "use ${secret}"\nassistant "ok"\n---\nassistant "x"`),
    );
    const place = { type: 'recording', call: 1 } as const;
    const request = asked(await ask('compaction-begin', begin({ place, focus: `mind ${secret}` })));
    expect(JSON.stringify(request)).not.toContain(secret);
    expect(JSON.stringify(request)).toContain('[secret');
    expect(Object.values(request.secretsMasked)).toEqual([3]);
  });

  it('is of what came in before a call of a simulation, under its policy', async () => {
    const { ask } = await opened();
    const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };
    const place = { type: 'simulation', call: FULL + 2, choice } as const;
    const point = await ask('compaction-point', { place });
    expect(point).toMatchObject({ messages: 1 + 5 + 4, hasRecordedSummary: false });
    expect(asked(await ask('compaction-begin', begin({ place }))).messages[0]?.kind).toBe('summary');
  });
});

it('[F9] is asked for by name, so that it is made under a policy that has switched compaction off too', async () => {
  const { ask } = await opened();
  const choice: SimulationChoice = {
    policy: { ...claudeCode21, isDisabled: true },
    replies: { type: 'assumed' },
    mode: 'free',
  };
  const place = { type: 'simulation', call: 5, choice } as const;
  expect(asked(await ask('compaction-begin', begin({ place }))).messages.length).toBeGreaterThan(0);
});

it('[L3] takes nothing that is pinned: it is neither lost nor scored', async () => {
  const { ask } = await opened();
  const pinned = ['m1', 'm2'] as MessageId[];
  const choice: SimulationChoice = { policy: none, replies: { type: 'assumed' }, mode: 'free', pinned };
  const place = { type: 'simulation', call: FULL, choice } as const;
  expect(asked(await ask('compaction-begin', begin({ place }))).messages).toHaveLength(29);
  const outcome = ended(await ask('compaction-answer', told(SUMMARY)));
  expect(outcome.type === 'compacted' && outcome.after.map(({ kind }) => kind)).toContain('tool-results');
  const named = outcome.written?.scores.find(({ id }) => id === 'files-named');
  expect(named?.items.find(({ text }) => text === 'file-0.ts')).not.toMatchObject({ state: 'missing' });
});

it('begins nothing for a page that has gone while the session was read', async () => {
  const { engine, ask, reply } = await opened();
  const gone = engine.ask('compaction-begin', begin({ writer: 'offline' }), 77);
  await engine.handle({ type: 'cancel', id: 77 });
  await gone;
  expect(await reply('compaction-answer', told(SUMMARY))).toMatchObject({
    what: expect.stringContaining('no longer in memory'),
  });
  expect(ended(await ask('compaction-begin', begin({ writer: 'offline' })))).toMatchObject({ type: 'compacted' });
});

describe('further rounds', () => {
  it('compact what was left together with what came since', async () => {
    const { ask, reply } = await opened();
    await ask('compaction-begin', begin());
    await ask('compaction-answer', told(SUMMARY));
    const place = { type: 'round', compaction: 'a', call: 20 } as const;
    const request = asked(await ask('compaction-begin', begin({ id: 'b', place })));
    const text = JSON.stringify(request.messages);
    expect(text).toContain('port 8080');
    expect(text).toContain('file-19.ts');
    expect(text).not.toContain('file-0.ts');
    const { written } = ended(await ask('compaction-answer', told('Nothing is left.', 1, 'b')));
    expect(written?.scores.find(({ id }) => id === 'exact-values')?.items.map((item) => item.text)).toContain('8080');
    expect(written?.scores.find(({ id }) => id === 'growth')?.of).toBeGreaterThan(SUMMARY.length);
    expect(await reply('compaction-begin', begin({ id: 'c', place: { ...place, call: FULL } }))).toMatchObject({
      type: 'failed',
      advice: 'Choose a later call.',
    });
  });

  it('need a round before that has ended and was not dropped', async () => {
    const { ask, reply } = await opened();
    await ask('compaction-begin', begin());
    const next = begin({ id: 'b', place: { type: 'round', compaction: 'a', call: 20 } });
    expect(await reply('compaction-begin', next)).toMatchObject({ what: expect.stringContaining('has no result') });
    await ask('compaction-drop', { id: 'a' });
    expect(await reply('compaction-answer', told(SUMMARY))).toMatchObject({
      what: expect.stringContaining('no longer in memory'),
    });
    expect(await reply('compaction-begin', next)).toMatchObject({ advice: 'Run it again.' });
  });
});

describe('a compaction that asks nobody', () => {
  it('is written by rules within its limit, the same every time', async () => {
    const { ask } = await opened();
    const first = ended(await ask('compaction-begin', begin({ writer: 'offline', maxTokens: 600 })));
    expect(first.type).toBe('compacted');
    expect(first.written?.tokens).toBeLessThanOrEqual(600);
    expect(ended(await ask('compaction-begin', begin({ id: 'b', writer: 'offline', maxTokens: 600 })))).toEqual(first);
  });

  it('has the recorded summary where one is near, and says so where none is', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `assistant "file-${n}.ts"\nuser 900 tokens`);
    lines.splice(4, 0, 'boundary full auto 3600', 'summary "Of file-2.ts alone"');
    const { ask } = await opened(sessionOf(lines.join('\n')));
    const near = { type: 'recording', call: 4 } as const;
    const far = { type: 'recording', call: 28 } as const;
    expect(await ask('compaction-point', { place: near })).toMatchObject({ messages: 8, hasRecordedSummary: true });
    expect(await ask('compaction-point', { place: far })).toMatchObject({ hasRecordedSummary: false });
    expect(ended(await ask('compaction-begin', begin({ place: near, writer: 'recorded' })))).toMatchObject({
      type: 'compacted',
      written: { text: 'Of file-2.ts alone' },
    });
    expect(ended(await ask('compaction-begin', begin({ place: far, writer: 'recorded' })))).toMatchObject({
      type: 'failed',
      kind: 'no-recorded-summary',
    });
  });
});

it('has no recorded summary where the file has not its words, and says so', async () => {
  const lines = [
    'user 900 tokens',
    'assistant "a"',
    'boundary full auto 3600',
    'summary " "',
    'user "b"',
    'assistant "c"',
  ];
  const { ask } = await opened(sessionOf(lines.join('\n')));
  const place = { type: 'recording', call: 1 } as const;
  expect(await ask('compaction-point', { place })).toMatchObject({ hasRecordedSummary: false });
  expect(ended(await ask('compaction-begin', begin({ place, writer: 'recorded' })))).toMatchObject({
    type: 'failed',
    kind: 'no-recorded-summary',
    what: expect.stringContaining('does not have the words'),
  });
});

it('counts a summary by its text, whatever the session has taught of prose', async () => {
  const calls = Array.from({ length: 40 }, (_, n) => {
    const words = 'some words of prose and more of them '.repeat(1 + ((n * 7) % 11));
    return `call #${n} read f-${n}.ts\nusage ${20_000 + n * 1_000} output 10\nresult #${n} 950 tokens\nuser "${words}"`;
  });
  const { ask } = await opened(sessionOf(['window 200000', ...calls].join('\n')));
  await ask('compaction-begin', begin({ place: { type: 'recording', call: 30 } }));
  const { written } = ended(await ask('compaction-answer', told('words '.repeat(500))));
  expect(written?.tokens).toBeGreaterThan(600);
});

it('tells the words of two texts apart', async () => {
  const { ask } = await opened();
  expect(await ask('word-diff', { a: 'one two', b: 'one three' })).toMatchObject({ grain: 'words' });
});

it('lists no more than the first of each state, and says how many there are', async () => {
  const paths = Array.from({ length: 800 }, (_, n) => `src/part-${n}.ts`).join(' ');
  const { ask } = await opened(sessionOf(`user "${paths}"\nassistant "ok"\n---\nassistant "x"`));
  const summary = paths.split(' ').slice(0, 100).join(' ');
  const place = { type: 'recording', call: 1 } as const;
  const [values] = await ask('score-summary', { place, summary, prompt: '' });
  expect(values).toMatchObject({ count: 100, of: 800, itemsInAll: 800 });
  expect(values?.items).toHaveLength(600);
});

it('[K1] to [K8] scores what a policy took before a call, and nothing where it took nothing', async () => {
  const { ask } = await opened();
  const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'offline' }, mode: 'free' };
  const scored = await ask('scores-at-call', { ...choice, call: FULL });
  expect(scored).toMatchObject({ type: 'done', value: { call: FULL, scores: { length: 14 } } });
  expect(await ask('scores-at-call', { ...choice, call: 3 })).toEqual({ type: 'done', value: { call: 3, scores: [] } });
});
