import { describe, expect, it } from 'vitest';
import type { AskModel } from '../../api/ask-model';
import type { BatchOutcome } from '../../api/batches/result-line';
import { answered, asked, failed, stoppedAt } from '../../api/outcomes.test-support';
import type { StreamOutcome } from '../../api/stream-message';
import { asArray, type JsonObject } from '../../base/json';
import { until } from '../../base/until.test-support';
import { scoreIds } from '../../fidelity/scores/score-definitions';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { MessageId } from '../../transcript/transcript';
import { notOvertaken } from '../wire/latest-only';
import type { CompactionOutcome } from './compaction-messages';
import { readingSession, sessionOf, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, OpenRequest, SimulationChoice } from './messages';

type CompactRequest = EngineRequests['compact']['request'];

const FULL = 15;
const SUMMARY = '## Goal\nRead them all; file-3.ts was read, port 8080.';

async function opened(session: OpenRequest = readingSession(), askModel: AskModel = inTurn().askModel) {
  const keys: (string | undefined)[] = [];
  const engine = testEngine((key) => {
    keys.push(key);
    return askModel;
  });
  await engine.ask('open-session', session, 0);
  const reply = <M extends EngineMethod>(method: M, request: EngineRequests[M]['request']) =>
    engine.ask(method, request);
  const ask = async <M extends EngineMethod>(method: M, request: EngineRequests[M]['request']) => {
    const message = await reply(method, request);
    if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
    return message.answer as EngineRequests[M]['answer'];
  };
  return { engine, keys, reply, ask };
}

/** A model that answers so, one request after another, and the bodies that it was sent. */
function inTurn(...outcomes: readonly StreamOutcome[]) {
  const bodies: JsonObject[] = [];
  const askModel: AskModel = async (body) => {
    const outcome = outcomes[Math.min(bodies.length, outcomes.length - 1)];
    bodies.push(body);
    if (outcome === undefined) throw new Error('No model is asked here');
    return asked(outcome);
  };
  return { bodies, askModel };
}

function toModel(more: Partial<CompactRequest> = {}): CompactRequest {
  const place = { type: 'recording', call: FULL } as const;
  const writer = { type: 'model', model: 'claude-opus-5-5', key: 'stand-in-key' } as const;
  return { id: 'a', place, writer, maxTokens: 4_000, prompt: '## Goal\n## Next step', ...more };
}

function byRules(more: Partial<CompactRequest> = {}): CompactRequest {
  return toModel({ writer: { type: 'offline' }, ...more });
}

/** As it goes to a model, and what is told of it before. */
async function previewed(more: Partial<CompactRequest> = {}, session?: OpenRequest) {
  const { ask } = await opened(session);
  const { id: _, writer: __, ...request } = toModel(more);
  const preview = notOvertaken(await ask('compaction-preview', request));
  if (preview.type !== 'asks') throw new Error(`Nothing is asked: ${JSON.stringify(preview)}`);
  return preview;
}

/** Written by a model that says this. */
async function written(text: string, more: Partial<CompactRequest> = {}, session?: OpenRequest) {
  const { bodies, askModel } = inTurn(answered(text));
  const { ask } = await opened(session, askModel);
  const outcome = await ask('compact', toModel(more));
  return { outcome, body: bodies[0] ?? {} };
}

function leftBy(outcome: CompactionOutcome) {
  if (outcome.type !== 'compacted') throw new Error(`Not compacted: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe('a compaction by a model', () => {
  it('[F14] asks in the form of the agent that made the recording', async () => {
    const { body } = await written(SUMMARY, {}, readingSession(24, { name: 'pi' }));
    expect(body).not.toHaveProperty('system');
    expect(body).not.toHaveProperty('tools');
    const [message, ...others] = asArray(body.messages) ?? [];
    expect(others).toEqual([]);
    expect(JSON.stringify(message)).toMatch(/\[user\] Read them all.*## Goal/);
    const preview = await previewed({}, readingSession(24, { name: 'pi' }));
    expect(preview).toMatchObject({ messages: 1, toolTokens: 0 });
  });

  it('[F3] sends everything to summarise, and returns the summary without its scratch part', async () => {
    const preview = await previewed({ focus: ' the tests ' });
    expect(preview).toMatchObject({ messages: 31, focus: 'the tests', secretsMasked: 0 });
    expect(preview.tokens).toBeGreaterThan(145_000);
    const { outcome, body } = await written(`<analysis>well, file-4.ts</analysis>\n${SUMMARY}`, {
      focus: ' the tests ',
    });
    expect(body).toMatchObject({ model: 'claude-opus-5-5', max_tokens: 4_000 });
    expect(JSON.stringify(body)).toContain('## Next step');
    expect(JSON.stringify(body)).toContain('the tests');
    expect(outcome).toMatchObject({
      type: 'compacted',
      written: { text: SUMMARY },
      sent: { tries: 1, dollars: 0.5, timeMs: 100 },
      after: [{ role: 'user', kind: 'summary' }, ...Array(5).fill({ kind: 'injected' })],
    });
    const { tokensBefore, tokensAfter, after } = leftBy(outcome);
    expect(tokensBefore).toBeGreaterThan(150_000);
    expect(tokensAfter).toBeLessThan(60_000);
    expect(after[0]?.text).toContain(SUMMARY);
  });

  it('sends nothing for a preview, and then exactly what was previewed, with the given key', async () => {
    const { bodies, askModel } = inTurn(answered(SUMMARY));
    const { ask, keys } = await opened(readingSession(), askModel);
    const { id: _, writer: __, ...request } = toModel();
    const preview = notOvertaken(await ask('compaction-preview', request));
    expect([bodies, keys]).toEqual([[], []]);
    await ask('compact', toModel());
    expect(keys).toEqual(['stand-in-key']);
    expect(notOvertaken(await ask('compaction-preview', request))).toEqual(preview);
  });

  it('[F3] removes a scratch part with its own tag, and does not report it as a missing section', async () => {
    const own = { prompt: 'Think first:\n<notes>\n## Goal', scratchTag: 'notes' };
    const { outcome } = await written(`<notes>well, file-4.ts</notes>\n${SUMMARY}`, own);
    expect(outcome).toMatchObject({ type: 'compacted', written: { text: SUMMARY } });
    expect(leftBy(outcome).after[0]?.text).not.toContain('<notes>');
    const missing = outcome.written?.scores.find(({ id }) => id === 'missing-sections');
    expect(missing).toMatchObject({ count: 0, of: 1 });
  });

  it('[F9] passes a focus to the offline writer too', async () => {
    const { ask } = await opened();
    const textOf = async (more: Partial<CompactRequest>) =>
      (await ask('compact', byRules({ prompt: '', ...more }))).written?.text;
    expect(await textOf({ focus: 'file-7' })).toContain('file-7');
    expect(await textOf({ focus: 'file-7' })).not.toBe(await textOf({}));
  });

  it('[K1] to [K8] scores the summary alone, with marks in it', async () => {
    const { ask } = await opened(readingSession(), inTurn(answered(SUMMARY)).askModel);
    const { written: summary } = await ask('compact', toModel());
    expect(summary?.scores).toHaveLength(scoreIds.length);
    const files = summary?.scores.find(({ id }) => id === 'files-named');
    expect(files).toMatchObject({ count: 1, of: 15, itemsInAll: 15 });
    const [mark] = files?.items.find(({ state }) => state === 'found')?.marks ?? [];
    expect(SUMMARY.slice(mark?.start, mark?.end)).toBe('file-3.ts');
    expect(summary?.scores.find(({ id }) => id === 'missing-sections')).toMatchObject({ count: 1, of: 2 });
    const { place, prompt } = toModel();
    expect(await ask('score-summary', { place, summary: SUMMARY, prompt })).toEqual(summary?.scores);
  });

  it('[F4] retries without the oldest rounds if the request is too long, and adds up the usage', async () => {
    const promptTokens = { sent: 225_000, most: 200_000 };
    const { bodies, askModel } = inTurn(failed('too-long', { promptTokens }), answered(SUMMARY));
    const { engine } = await opened(readingSession(), askModel);
    const end = await engine.ask('compact', toModel(), 9);
    const [first = '', second = ''] = bodies.map((body) => JSON.stringify(body));
    expect(bodies).toHaveLength(2);
    expect(first).toContain('file-0.ts');
    expect(second).not.toContain('file-0.ts');
    // Of a token there are at least three characters.
    expect(first.length - second.length).toBeGreaterThan(3 * 25_000);
    expect(end).toMatchObject({ answer: { type: 'compacted', sent: { tries: 2, timeMs: 101, dollars: 0.5 } } });
  });

  it('[F4] gives up after three retries', async () => {
    const { bodies, askModel } = inTurn(failed('too-long'));
    const { ask } = await opened(readingSession(), askModel);
    expect(await ask('compact', toModel())).toMatchObject({
      type: 'failed',
      failure: { what: expect.stringContaining('4 times') },
      sent: { tries: 4 },
    });
    expect(bodies).toHaveLength(4);
  });

  it.each([
    [failed('overloaded'), 'It is overloaded.'],
    [failed('aborted'), 'It is aborted.'],
    [answered('no', 'refused'), 'The model declined to answer.'],
    [answered('', 'empty'), 'The model returned no text.'],
    [answered('<analysis>only this'), 'no summary'],
  ])('[F5] fails with a message: %o', async (end, words) => {
    const { ask } = await opened(readingSession(), inTurn(end).askModel);
    const outcome = await ask('compact', toModel());
    expect(outcome).toMatchObject({ type: 'failed', failure: { what: expect.stringContaining(words) } });
    expect(outcome.sent?.tries).toBe(1);
    expect(outcome.written).toBeUndefined();
  });

  it('[F5] uses a truncated answer anyway, marked', async () => {
    const { ask } = await opened(readingSession(), inTurn(answered(SUMMARY, 'cut')).askModel);
    expect(await ask('compact', toModel())).toMatchObject({
      type: 'compacted',
      written: { text: SUMMARY },
      problem: { what: expect.stringContaining('output limit') },
    });
  });

  it('[F5] scores a summary even if it is not smaller', async () => {
    const session = sessionOf('user "see a.ts"\nassistant "ok"\n---\nassistant "ok"');
    const { outcome } = await written('a.ts '.repeat(50), { place: { type: 'recording', call: 1 } }, session);
    expect(outcome).toMatchObject({
      type: 'failed',
      failure: { what: expect.stringMatching(/^[A-Z].*\.$/) },
      written: { text: expect.stringContaining('a.ts'), scores: { length: scoreIds.length } },
    });
  });

  it('keeps and scores the partial text when the connection breaks', async () => {
    const half = '<analysis>well</analysis><summary>file-3.ts was';
    const { ask } = await opened(readingSession(), inTurn(failed('broken-off', {}, half)).askModel);
    const outcome = await ask('compact', toModel());
    expect(outcome).toMatchObject({
      type: 'failed',
      failure: { what: 'It is broken-off.', advice: 'Wait.' },
      written: { text: 'file-3.ts was' },
      sent: { dollars: 0.5 },
    });
    expect(outcome.written?.scores.find(({ id }) => id === 'files-named')).toMatchObject({ count: 1 });
  });

  it('reports partial text and waits', async () => {
    const waiting = { type: 'waiting', leftMs: 20, isAskedFor: true, failure: { what: 'Too many.', advice: 'Wait.' } };
    const askModel: AskModel = async (_, { onEvent }) => {
      onEvent?.({ type: 'asking' });
      onEvent?.({ ...waiting, type: 'waiting' });
      onEvent?.({ type: 'asking' });
      onEvent?.({ type: 'first-token', timeMs: 7 });
      onEvent?.({ type: 'text', text: 'so ' });
      onEvent?.({ type: 'text', text: 'far' });
      await until(() => JSON.stringify(engine.sent.at(-1)).includes('so far'));
      return asked(answered(SUMMARY));
    };
    const { engine } = await opened(readingSession(), askModel);
    await engine.ask('compact', toModel(), 9);
    expect(engine.sent.flatMap((message) => (message.type === 'progress' ? [message.progress] : []))).toEqual([
      { type: 'asking', tryNumber: 1, text: '' },
      waiting,
      { type: 'asking', tryNumber: 1, text: '' },
      { type: 'asking', tryNumber: 1, text: 'so far', firstTokenMs: 7 },
    ]);
  });

  it('keeps the partial text when it is stopped, scored even if another session is open by then', async () => {
    const { engine } = await opened(readingSession(), stoppedAt('file-3.ts so far'));
    const running = engine.ask('compact', toModel(), 9);
    await until(() => engine.sent.some(({ id, type }) => id === 9 && type === 'progress'));
    await engine.ask('open-session', sessionOf('user "another"\nassistant "ok"\n---\nassistant "ok"'), 10);
    await engine.handle({ type: 'cancel', id: 9 });
    expect(await running).toMatchObject({
      type: 'answer',
      answer: {
        type: 'failed',
        failure: { what: 'It is aborted.' },
        written: { text: 'file-3.ts so far', scores: { length: scoreIds.length } },
      },
    });
  });

  it('is cancelled from the start if it was cancelled before', async () => {
    const seen: boolean[] = [];
    const { engine } = await opened(readingSession(), async (_, { signal }) => {
      seen.push(signal.aborted);
      return asked(failed('aborted'));
    });
    await engine.handle({ type: 'ask', id: 9, method: 'compact', request: toModel(), isAborted: true });
    expect(seen).toEqual([true]);
    expect(engine.sent.at(-1)).toMatchObject({
      id: 9,
      answer: { type: 'failed', failure: { what: 'It is aborted.' } },
    });
  });

  it('does not count thinking, which cannot be sent back', async () => {
    const session = sessionOf('user 300 tokens\nthinking 5000 tokens\nassistant "ok"\n---\nassistant "x"');
    const { tokens } = await previewed({ place: { type: 'recording', call: 1 } }, session);
    expect(tokens).toBeGreaterThanOrEqual(300);
    expect(tokens).toBeLessThan(400);
  });

  it('masks secrets of a session that was stored with them', async () => {
    const secret = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d'].join('_');
    const session = sessionOf(`system "${secret}"\nuser "use ${secret}"\nassistant "ok"\n---\nassistant "x"`);
    const request = { place: { type: 'recording', call: 1 }, focus: `mind ${secret}` } as const;
    const preview = await previewed(request, session);
    expect(preview.secretsMasked).toBe(3);
    const { body } = await written('So.', request, session);
    for (const text of [preview, body].map((each) => JSON.stringify(each))) {
      expect(text).not.toContain(secret);
      expect(text).toContain('[secret');
    }
  });

  it('masks each context, also where several prompts and places follow each other', async () => {
    const secret = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d'].join('_');
    const session = sessionOf(
      `user "go"\nassistant "ok"\n---\nuser "more"\nassistant "x"\n---\nuser "use ${secret}"\nassistant "y"`,
    );
    const { bodies, askModel } = inTurn(answered('So.'), answered('So.'), answered('So.'), answered('So.'));
    const { ask } = await opened(session, askModel);
    for (const call of [1, 2, 2, 1]) await ask('compact', toModel({ place: { type: 'recording', call } }));
    const sent = bodies.map((body) => JSON.stringify(body?.messages));
    expect(sent.map((text) => text?.includes('[secret'))).toEqual([false, true, true, false]);
    expect(sent.some((text) => text?.includes(secret))).toBe(false);
    expect([sent[2], sent[3]]).toEqual([sent[1], sent[0]]);
  });

  it('covers what a call of a simulation had before it, under its policy', async () => {
    const { bodies, askModel } = inTurn(answered(SUMMARY));
    const { ask } = await opened(readingSession(), askModel);
    const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'offline' }, mode: 'free' };
    const place = { type: 'simulation', call: FULL + 2, choice } as const;
    const point = notOvertaken(await ask('compaction-point', { place }));
    expect(point).toMatchObject({ messages: 1 + 5 + 4 });
    expect(point).not.toHaveProperty('recordedSummary');
    await ask('compact', toModel({ place }));
    // What the rules summed up for the policy is the first that is sent.
    expect(JSON.stringify(bodies[0]?.messages).slice(0, 200)).toContain('Extracted from the transcript by rules');
  });
});

it('[F9] runs as a manual one, even under a policy with compaction turned off', async () => {
  const choice: SimulationChoice = {
    policy: { ...claudeCode21, isDisabled: true },
    replies: { type: 'assumed' },
    mode: 'free',
  };
  const place = { type: 'simulation', call: 5, choice } as const;
  expect((await previewed({ place })).messages).toBeGreaterThan(0);
});

it('[L3] excludes pinned messages: they are neither lost nor scored', async () => {
  const pinned = ['m1', 'm2'] as MessageId[];
  const choice: SimulationChoice = { policy: none, replies: { type: 'assumed' }, mode: 'free', pinned };
  const place = { type: 'simulation', call: FULL, choice } as const;
  expect((await previewed({ place })).messages).toBe(29);
  const { outcome } = await written(SUMMARY, { place });
  expect(leftBy(outcome).after.map(({ kind }) => kind)).toContain('tool-results');
  const named = outcome.written?.scores.find(({ id }) => id === 'files-named');
  expect(named?.items.find(({ text }) => text === 'file-0.ts')).not.toMatchObject({ state: 'missing' });
});

it('does not start for a page that closed while the session was read', async () => {
  const { engine, ask, reply } = await opened();
  const gone = engine.ask('compact', byRules(), 77);
  await engine.handle({ type: 'cancel', id: 77 });
  expect((await gone)?.type).toBe('failed');
  const place = { type: 'round', compaction: 'a', call: 20 } as const;
  expect(await reply('compact', byRules({ id: 'b', place }))).toMatchObject({
    what: expect.stringContaining('has no result'),
  });
  expect(await ask('compact', byRules())).toMatchObject({ type: 'compacted' });
});

describe('further rounds', () => {
  it('compact what was left with what came since', async () => {
    const { bodies, askModel } = inTurn(answered(SUMMARY), answered('Nothing is left.'));
    const { ask, reply } = await opened(readingSession(), askModel);
    await ask('compact', toModel());
    const place = { type: 'round', compaction: 'a', call: 20 } as const;
    const { written: next } = await ask('compact', toModel({ id: 'b', place }));
    const text = JSON.stringify(bodies[1]?.messages);
    expect(text).toContain('port 8080');
    expect(text).toContain('file-19.ts');
    expect(text).not.toContain('file-0.ts');
    expect(next?.scores.find(({ id }) => id === 'exact-values')?.items.map((item) => item.text)).toContain('8080');
    expect(next?.scores.find(({ id }) => id === 'growth')?.of).toBeGreaterThan(SUMMARY.length);
    expect(await reply('compact', toModel({ id: 'c', place: { ...place, call: FULL } }))).toMatchObject({
      type: 'failed',
      advice: 'Choose a later call.',
    });
  });

  it('require a previous round with a result at the same place', async () => {
    const { ask, reply } = await opened(readingSession(), inTurn(failed('broken-off'), answered(SUMMARY)).askModel);
    await ask('compact', toModel());
    const next = toModel({ id: 'b', place: { type: 'round', compaction: 'a', call: 20 } });
    const refused = { type: 'failed', what: expect.stringContaining('has no result') };
    expect(await reply('compact', next)).toMatchObject(refused);
    await ask('compact', toModel());
    expect(await ask('compact', next)).toMatchObject({ type: 'compacted' });
    notOvertaken(await ask('compaction-point', { place: { type: 'recording', call: FULL + 1 } }));
    expect(await reply('compact', next)).toMatchObject({ ...refused, advice: 'Run the previous round first.' });
  });
});

describe('a compaction without a model', () => {
  it('is written by rules within its limit, repeatably', async () => {
    const { ask } = await opened();
    const first = await ask('compact', byRules({ maxTokens: 600 }));
    expect(first.type).toBe('compacted');
    expect(first.written?.tokens).toBeLessThanOrEqual(600);
    expect(await ask('compact', byRules({ id: 'b', maxTokens: 600 }))).toEqual(first);
  });

  it('[K16] uses a recorded summary for its own compaction alone, and names the nearest elsewhere', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `assistant "file-${n}.ts"\nuser 900 tokens`);
    lines.splice(4, 0, 'boundary full auto 3600', 'summary "Of file-2.ts alone"');
    const { ask } = await opened(sessionOf(lines.join('\n')));
    const own = { type: 'recording', call: 4 } as const;
    const next = { type: 'recording', call: 5 } as const;
    const choice: SimulationChoice = { policy: none, replies: { type: 'recorded' }, mode: 'free' };
    const simulated = { type: 'simulation', call: 4, choice } as const;
    const point = (place: CompactRequest['place']) => ask('compaction-point', { place }).then(notOvertaken);
    expect(await point(own)).toMatchObject({ messages: 8, recordedSummary: { call: 4, isOwn: true } });
    expect(await point(next)).toMatchObject({ recordedSummary: { call: 4, isOwn: false } });
    expect(await point(simulated)).toMatchObject({ recordedSummary: { call: 4, isOwn: false } });
    const compact = (place: CompactRequest['place'], isBorrowed = false) =>
      ask('compact', toModel({ place, writer: { type: 'recorded', isBorrowed } }));
    const text = 'Of file-2.ts alone';
    expect(await compact(own)).toMatchObject({ type: 'compacted', written: { text } });
    expect(await compact(own, true)).toMatchObject({ type: 'compacted', written: { text } });
    for (const place of [next, simulated]) {
      const failure = { what: expect.stringContaining('The nearest is of the compaction before call 5') };
      expect(await compact(place)).toEqual({ type: 'failed', failure: expect.objectContaining(failure) });
      expect(await compact(place, true)).toMatchObject({
        type: 'failed',
        failure: { what: expect.stringMatching(/^Borrowed from the compaction before call 5/) },
        written: { text, scores: [] },
      });
    }
  });

  it('[K16] uses the recorded summary of a further round, unless it skips a compaction of the recording', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `assistant "file-${n}.ts"\nuser 900 tokens`);
    lines.splice(30, 0, 'boundary full auto 3600', 'summary "The third"');
    lines.splice(20, 0, 'boundary full auto 3600', 'summary "The second"');
    lines.splice(10, 0, 'boundary full auto 3600', 'summary "The first"');
    const { ask } = await opened(sessionOf(lines.join('\n')));
    const recorded = (id: string, place: CompactRequest['place']) =>
      ask('compact', toModel({ id, place, writer: { type: 'recorded' } }));
    expect(await recorded('a', { type: 'recording', call: 10 })).toMatchObject({ written: { text: 'The first' } });
    expect(await recorded('b', { type: 'round', compaction: 'a', call: 20 })).toMatchObject({
      type: 'compacted',
      written: { text: 'The second' },
    });
    expect(await recorded('c', { type: 'round', compaction: 'a', call: 30 })).toMatchObject({ type: 'failed' });
  });

  it('puts a saved answer in place again, so that a further round can go on from it', async () => {
    const { ask } = await opened(readingSession(), inTurn(answered(SUMMARY)).askModel);
    const { written: by } = await ask('compact', toModel());
    notOvertaken(await ask('compaction-point', { place: { type: 'recording', call: FULL + 1 } }));
    const again = await ask('compact', toModel({ id: 'kept', writer: { type: 'given', text: SUMMARY } }));
    expect(again).toMatchObject({ type: 'compacted', written: { text: SUMMARY, scores: by?.scores } });
    expect(again).not.toHaveProperty('sent');
    const place = { type: 'round', compaction: 'kept', call: 20 } as const;
    expect(await ask('compact', byRules({ id: 'b', place }))).toMatchObject({ type: 'compacted' });
  });

  it('[V8] is written for a batch as it would be asked, with nothing marked for the cache, and takes what came', async () => {
    const { bodies, askModel } = inTurn(answered(SUMMARY));
    const { ask } = await opened(readingSession(), askModel);
    const live = await ask('compact', toModel());
    const { id: _, writer: __, ...request } = toModel();
    const written = await ask('summary-body', { ...request, model: 'claude-opus-5-5' });
    if (written.type !== 'asks') throw new Error('Nothing is asked');
    expect(written.body).not.toContain('cache_control');
    const unmarked = JSON.stringify(bodies[0]).replaceAll(/,"cache_control":\{"type":"ephemeral"\}/g, '');
    expect(JSON.parse(written.body)).toEqual(JSON.parse(unmarked));
    expect(written.bytes).toBe(new TextEncoder().encode(written.body).length);

    const inBatch = (outcome: BatchOutcome) =>
      ask('compact', toModel({ id: 'late', writer: { type: 'batch', model: 'claude-opus-5-5', outcome } }));
    const usage = { input: 900, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };
    const outcome = {
      type: 'answered',
      ending: 'whole',
      stopReason: 'end_turn',
      text: SUMMARY,
      usage,
      dollars: 0.2,
    } as const;
    const late = await inBatch(outcome);
    const { sent: liveSent, ...sameAsLive } = live;
    const { sent, ...others } = late;
    expect(others).toEqual(sameAsLive);
    expect(liveSent?.isInBatch).toBeUndefined();
    expect(sent).toEqual({ usage, dollars: 0.2, timeMs: 0, tries: 1, isInBatch: true });
    expect(await inBatch({ ...outcome, ending: 'cut' })).toMatchObject({
      problem: { what: expect.stringContaining('cut off') },
    });
    // A batch cannot send a shorter one by itself.
    const tooLong = { kind: 'too-long', what: 'Too long.', advice: 'Choose.' } as const;
    const failedLate = await inBatch({ type: 'failed', failure: tooLong });
    expect(failedLate).toMatchObject({
      type: 'failed',
      failure: { what: 'Too long.', advice: expect.stringContaining('one after another') },
    });
    expect(failedLate.sent).not.toHaveProperty('dollars');
    expect(bodies).toHaveLength(1);
  });

  it('[K15] lists what only one of two summaries keeps', async () => {
    const { ask } = await opened();
    const place = { type: 'recording', call: FULL } as const;
    const texts = ['file-3.ts and file-4.ts', 'file-4.ts and file-5.ts'].map((summary) => ({ summary, prompt: '' }));
    const compared = await ask('compare-summaries', { place, texts });
    const values = compared.find(({ id }) => id === 'exact-values');
    expect(values).toMatchObject({
      isPaired: true,
      onlyIn: [
        [0, 1],
        [1, 0],
      ],
    });
    expect(values?.items.map(({ text, counts }) => [text, ...counts])).toEqual(
      expect.arrayContaining([
        ['file-3.ts', true, false],
        ['file-5.ts', false, true],
      ]),
    );
    const scored = await ask('score-summary', { place, summary: 'file-3.ts and file-4.ts', prompt: '' });
    expect(compared.map(({ id, counts }) => [id, counts[0]])).toEqual(
      scored.map(({ id, count, of }) => [id, { count, of }]),
    );
  });
});

it('[K16] scores nothing where a file starts with a compaction: its summary is not compared with itself', async () => {
  const lines = [
    'boundary full auto 3600',
    'summary "Of file-2.ts"',
    'user "b"',
    'assistant "c"',
    'user "d"',
    'assistant "e"',
  ];
  const { ask } = await opened(sessionOf(lines.join('\n')));
  const place = { type: 'recording', call: 0 } as const;
  const failure = { what: expect.stringContaining('is not in the file') };
  expect(notOvertaken(await ask('compaction-point', { place }))).toMatchObject({
    messages: 0,
    recordedSummary: { isOwn: true },
  });
  expect(await ask('compact', toModel({ place, writer: { type: 'recorded' } }))).toMatchObject({
    type: 'failed',
    failure,
    written: { text: 'Of file-2.ts', scores: [] },
  });
  expect(await ask('compact', byRules({ place }))).toEqual({
    type: 'failed',
    failure: expect.objectContaining(failure),
  });
  const preview = notOvertaken(await ask('compaction-preview', { place, prompt: '', maxTokens: 4_000 }));
  expect(preview).toMatchObject({ failure });
  expect(await ask('compact', byRules({ place: { type: 'recording', call: 1 } }))).toHaveProperty('written');
});

it('has no recorded summary if the file does not contain its text, and says so', async () => {
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
  expect(notOvertaken(await ask('compaction-point', { place }))).not.toHaveProperty('recordedSummary');
  expect(await ask('compact', toModel({ place, writer: { type: 'recorded' } }))).toMatchObject({
    type: 'failed',
    failure: { what: expect.stringContaining('does not have the words') },
  });
});

it('counts a summary by its text, whatever the calibration of the session', async () => {
  const calls = Array.from({ length: 40 }, (_, n) => {
    const words = 'some words of prose and more of them '.repeat(1 + ((n * 7) % 11));
    return `call #${n} read f-${n}.ts\nusage ${20_000 + n * 1_000} output 10\nresult #${n} 950 tokens\nuser "${words}"`;
  });
  const session = sessionOf(['window 200000', ...calls].join('\n'));
  const { outcome } = await written('words '.repeat(500), { place: { type: 'recording', call: 30 } }, session);
  expect(outcome.written?.tokens).toBeGreaterThan(600);
});

it('compares the words of two texts', async () => {
  const { ask } = await opened();
  expect(await ask('word-diff', { a: 'one two', b: 'one three' })).toMatchObject({ grain: 'words' });
});

it('lists no more than the first of each state, with their total', async () => {
  const paths = Array.from({ length: 800 }, (_, n) => `src/part-${n}.ts`).join(' ');
  const { ask } = await opened(sessionOf(`user "${paths}"\nassistant "ok"\n---\nassistant "x"`));
  const summary = paths.split(' ').slice(0, 100).join(' and ');
  const place = { type: 'recording', call: 1 } as const;
  const [values] = await ask('score-summary', { place, summary, prompt: '' });
  expect(values).toMatchObject({ count: 100, of: 800, itemsInAll: 800 });
  expect(values?.items).toHaveLength(600);
});

it('[K1] to [K8] scores what a policy removed before a call, and nothing if it removed nothing', async () => {
  const { ask } = await opened();
  const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'offline' }, mode: 'free' };
  const scored = await ask('scores-at-call', { ...choice, call: FULL });
  expect(scored).toMatchObject({ type: 'done', value: { call: FULL, scores: { length: scoreIds.length } } });
  expect(await ask('scores-at-call', { ...choice, call: 3 })).toEqual({
    type: 'done',
    value: { call: 3, scores: [], worth: [] },
  });
});
