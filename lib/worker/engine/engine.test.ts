import { describe, expect, it } from 'vitest';
import { testEngine } from './engine.test-support';
import type { ImportAnswer } from './messages';

const SECRET = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d'].join('_');

const session = [
  { type: 'user', uuid: 'u1', message: { role: 'user', content: `Use ${SECRET} to look` } },
  {
    type: 'assistant',
    uuid: 'a1',
    message: {
      id: 'msg_1',
      role: 'assistant',
      model: 'claude-x',
      content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a.ts' } }],
      usage: { input_tokens: 5, cache_read_input_tokens: 20_000, cache_creation_input_tokens: 100, output_tokens: 30 },
    },
  },
  {
    type: 'user',
    uuid: 'u2',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
  },
].map((record) => ({ parentUuid: null, isSidechain: false, sessionId: 's1', version: '2.1.81', ...record }));

const file = new Blob([session.map((record) => JSON.stringify(record)).join('\n')]);

async function imported(maskSecrets: boolean) {
  const engine = testEngine();
  const reply = await engine.ask('import-files', { files: [{ path: 's1.jsonl', file }], maskSecrets });
  const answer = (reply?.type === 'answer' ? reply.answer : undefined) as ImportAnswer;
  const [outcome] = answer.files;
  if (outcome?.result.type !== 'imported') throw new Error('not imported');
  const [only] = outcome.result.sessions;
  if (only === undefined) throw new Error('no session');
  return { engine, session: only };
}

async function text(body: Blob): Promise<string> {
  return new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

describe('the engine', () => {
  it('imports sessions from files, with secrets masked and counted', async () => {
    const { session } = await imported(true);
    expect(session.summary).toMatchObject({ calls: 1, messages: 3, peakTokens: 20_135, models: ['claude-x'] });
    // The title, made of the prompt, holds it too and is not counted again.
    expect(Object.values(session.secretsMasked)).toEqual([1]);
    expect(await text(session.body)).not.toContain(SECRET);
  });

  it('masks nothing if told not to, with the same session id', async () => {
    const plain = (await imported(false)).session;
    expect(await text(plain.body)).toContain(SECRET);
    expect(plain.id).toBe((await imported(true)).session.id);
  });

  it('opens what it imported, with the same numbers, and inspects a call and a message', async () => {
    const { engine, session } = await imported(true);
    const opened = await engine.ask('open-session', { type: 'stored', body: session.body, child: [] });
    expect(opened).toMatchObject({ type: 'answer', answer: { summary: session.summary } });
    const context = await engine.ask('context-at', { call: 0 });
    expect(context).toMatchObject({ answer: { tokens: 20_105, isMeasured: true } });
    const contents = await engine.ask('contents-at', { call: 0 });
    expect(contents).toMatchObject({ answer: { type: 'done', value: { call: 0, tokens: 20_105 } } });
    const pieces = await engine.ask('system-pieces', {});
    expect(pieces).toMatchObject({ answer: { pieces: [], notInFile: { first: expect.any(Number) } } });
    const message = await engine.ask('message', { index: 2 });
    expect(message).toMatchObject({ answer: { kind: 'tool-results' } });
  });

  it('[E2] lists the cost of a session as it is when opened, if the price is known', async () => {
    const { engine, session: unpriced } = await imported(true);
    expect(unpriced.summary).not.toHaveProperty('cost');
    const priced = new Blob([(await file.text()).replaceAll('claude-x', 'claude-sonnet-4-6')]);
    const request = { files: [{ path: 's1.jsonl', file: priced }], maskSecrets: true };
    const reply = await engine.ask('import-files', request);
    const [found] = ((reply?.type === 'answer' ? reply.answer : undefined) as ImportAnswer).files;
    const body = found?.result.type === 'imported' ? found.result.sessions[0] : undefined;
    const cost = body?.summary.cost ?? 0;
    expect(cost).toBeGreaterThan(0.005);
    const opened = await engine.ask('open-session', { type: 'stored', body: body?.body ?? new Blob(), child: [] });
    expect(opened).toMatchObject({ answer: { recordedBill: { cost } } });
  });

  it('searches the full text of the open session', async () => {
    const { engine, session } = await imported(true);
    await engine.ask('open-session', { type: 'stored', body: session.body, child: [] });
    expect(await engine.ask('search', { text: 'A.TS' })).toMatchObject({ answer: { keys: ['1.0'], isCut: false } });
  });

  it('opens a sub-agent, names its parent session, and rejects a missing one', async () => {
    const withAgent = [
      ...session,
      {
        ...session[0],
        uuid: 'u9',
        isSidechain: true,
        agentId: 'ag1',
        message: { role: 'user', content: 'Count them' },
      },
      { ...session[1], uuid: 'a9', parentUuid: 'u9', isSidechain: true, agentId: 'ag1' },
    ];
    const request = {
      type: 'file',
      path: 's1.jsonl',
      file: new Blob([withAgent.map((record) => JSON.stringify(record)).join('\n')]),
    } as const;
    const { ask } = testEngine();
    expect(await ask('open-session', { ...request, child: [] })).toMatchObject({
      answer: { ancestors: [], children: [{ title: 'Count them', calls: 1, peakTokens: 20_135 }] },
    });
    expect(await ask('open-session', { ...request, child: [0] })).toMatchObject({
      answer: { ancestors: [expect.stringContaining('to look')], summary: { title: 'Count them', calls: 1 } },
    });
    expect(await ask('open-session', { ...request, child: [4] })).toMatchObject({
      type: 'failed',
      what: 'Sub-agent not found: this session has 1.',
    });
  });

  it('reports what it cannot open, and continues', async () => {
    const { engine } = await imported(true);
    const failed = await engine.ask('open-session', { type: 'stored', body: new Blob(['<html>']), child: [] });
    expect(failed).toMatchObject({ type: 'failed', what: expect.stringContaining('HTML') });
    const asked = await engine.ask('context-at', { call: 0 });
    expect(asked).toMatchObject({ type: 'failed', what: expect.stringContaining('No session is open') });
  });

  it('stops an import that is cancelled', async () => {
    const { handle, sent } = testEngine();
    const running = handle({
      type: 'ask',
      id: 1,
      method: 'import-files',
      request: { files: [{ path: 's1.jsonl', file }], maskSecrets: true },
    });
    await handle({ type: 'cancel', id: 1 });
    await running;
    expect(sent.at(-1)).toMatchObject({ answer: { files: [{ result: { type: 'cancelled' } }] } });
  });
});
