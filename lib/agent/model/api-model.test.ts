import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../e2e/stand-in/behaviour';
import { signatureOf } from '../../../e2e/stand-in/signature';
import { type AskEvent, askModel } from '../../api/ask-model';
import { apiReached, ways } from '../../api/reached.test-support';
import { streamMessage } from '../../api/stream-message';
import type { JsonObject } from '../../base/json';
import { Proxied, until } from '../../proxy/proxied.test-support';
import type { ModelOutcome } from '../journal/chat-model';
import { parseEntry } from '../journal/entry';
import { apiModel } from './api-model';

const QUESTION: JsonObject = {
  model: 'claude-opus-5-5',
  max_tokens: 2_000,
  messages: [{ role: 'user', content: 'What is in the pool?' }],
  tools: [{ name: 'Read', input_schema: { type: 'object' } }],
};

/** A stream as the API would send it, of these events. */
function streamOf(...events: readonly JsonObject[]): Behaviour {
  const body = events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { type: 'raw', status: 200, contentType: 'text/event-stream', body };
}

function callOf(inputText: string, stop_reason = 'tool_use'): Behaviour {
  const usage = { input_tokens: 9, output_tokens: 1 };
  const content_block = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} };
  return streamOf(
    { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: inputText } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  );
}

/** As it is stored and read again. */
function parseReply(reply: object) {
  return parseEntry(JSON.parse(JSON.stringify({ type: 'reply', timeMs: 1, reply })));
}

describe.each(ways)('a model reached over the API %s', (way) => {
  let proxied: Proxied;
  let key = '';
  let tests = 0;
  let events: AskEvent[] = [];

  beforeAll(async () => {
    proxied = await Proxied.start();
  });
  afterAll(() => proxied.standIn.close());
  beforeEach(() => {
    tests += 1;
    key = `stand-in-${tests}`;
    events = [];
  });

  function ask(
    body: JsonObject = {},
    { signal = new AbortController().signal, betas = [] as readonly string[] } = {},
  ): Promise<ModelOutcome> {
    const request = { purpose: 'turn', body: { ...QUESTION, ...body }, betas } as const;
    const api = apiReached(way, proxied, key);
    const model = apiModel((sent, options) => askModel((each, by) => streamMessage(api, each, by), sent, options));
    return model.ask(request, { signal, onEvent: (event) => events.push(event) });
  }
  const behave = (...behaviours: readonly Behaviour[]) => proxied.standIn.behave(key, behaviours);
  const seen = () => proxied.standIn.seen(key);

  it('fails with the tool if its input is nested without an end', async () => {
    behave(callOf(`${'{"a":'.repeat(2_200)}1${'}'.repeat(2_200)}`));
    expect(await ask()).toEqual({
      type: 'failed',
      what: 'The model called Read with JSON input that is nested more than 100 levels deep.',
      advice: 'Continue to retry.',
    });
    behave(callOf(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`));
    expect((await ask()).type).toBe('answered');
  });

  it('says so if a usage cannot be true, which is no number then', async () => {
    const usage = { input_tokens: 'x', output_tokens: 1 };
    behave(
      streamOf(
        { type: 'message_start', message: { usage } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Water.' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: -7 } },
      ),
    );
    const outcome = await ask();
    expect(outcome).toMatchObject({ type: 'answered', reply: { isUsageEstimated: true } });
    expect(outcome.type === 'answered' && parseReply(outcome.reply)).toMatchObject({ ok: true });
  });

  it('returns thinking, text and tool calls, streamed and as a whole', async () => {
    behave({ type: 'answer', callsTool: 'Read' });
    const outcome = await ask({ thinking: { type: 'adaptive' } });
    const thought = 'The stand-in thinks of nothing.';
    expect(outcome).toMatchObject({
      type: 'answered',
      reply: {
        blocks: [
          { type: 'thinking', text: thought, signature: signatureOf(thought) },
          { type: 'tool-call', name: 'Read', input: { path: 'a.txt' } },
        ],
        stopReason: 'tool_use',
        usage: { cacheRead: 0 },
      },
    });
    expect(events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')).toBe(thought);
    expect(events).toContainEqual({ type: 'tool-call', name: 'Read' });
  });

  it('fails with a message if the input of a call is damaged, and drops a call that was cut off', async () => {
    behave(callOf('{"path":'), callOf('{"path":', 'max_tokens'), callOf('', 'max_tokens'), callOf(''));
    expect(await ask()).toMatchObject({
      type: 'failed',
      what: 'The model called Read with incomplete JSON input.',
      advice: expect.stringContaining('Continue to retry'),
    });
    for (let cut = 0; cut < 2; cut++) {
      expect(await ask()).toMatchObject({ type: 'answered', reply: { blocks: [], stopReason: 'max_tokens' } });
    }
    // Without any, where nothing was cut off, there is none to give.
    expect(await ask()).toMatchObject({ type: 'answered', reply: { blocks: [{ input: {} }] } });
  });

  it('waits and reports it if the API requests a wait', async () => {
    behave(
      { type: 'error', status: 429, retryAfterSeconds: 0.02 },
      { type: 'error', status: 529, retryAfterSeconds: 0.02 },
    );
    expect(await ask()).toMatchObject({ type: 'answered' });
    // A timer may end a moment early, and what is left then is told too.
    expect(events.filter((event) => event.type === 'waiting' && event.leftMs === 20)).toMatchObject([
      { leftMs: 20, failure: { what: expect.stringContaining('limit') } },
      { leftMs: 20, failure: { what: expect.stringContaining('overloaded') } },
    ]);
    expect(seen()).toHaveLength(3);
  });

  it('can be stopped while it waits, before its answer and during it', async () => {
    const stopped: string[] = [];
    for (const behaviour of [
      { type: 'error', status: 529 },
      { type: 'hang' },
      { type: 'stall', afterDeltas: 2 },
    ] as const) {
      behave(behaviour);
      events = [];
      const before = seen().length;
      const abort = new AbortController();
      const asked = ask({}, { signal: abort.signal });
      await until(() =>
        behaviour.type === 'hang'
          ? seen().length > before
          : events.some(({ type }) => type === 'text' || type === 'waiting'),
      );
      abort.abort();
      stopped.push((await asked).type);
    }
    expect(stopped).toEqual(['stopped', 'stopped', 'stopped']);
    expect(seen()).toHaveLength(3);
  });

  it('counts no tokens for an interrupted answer, and does not retry', async () => {
    behave(
      { type: 'drop', afterDeltas: 2 },
      { type: 'drop', afterDeltas: 1, insideEvent: true },
      { type: 'error-event', afterDeltas: 2 },
      { type: 'error', status: 500 },
    );
    for (let asked = 1; asked <= 4; asked++) {
      expect(await ask()).toEqual({ type: 'failed', what: expect.any(String), advice: expect.any(String) });
      expect(seen()).toHaveLength(asked);
    }
  });

  it('[X1] reports that a request is too long, and by how much', async () => {
    behave({ type: 'too-long', overTokens: 123 });
    expect(await ask()).toMatchObject({ type: 'too-long', gapTokens: 123, what: expect.stringContaining('tokens') });
  });

  it('fails with a message if the request exceeds the API’s size limit', async () => {
    const outcome = await ask({ messages: [{ role: 'user', content: 'x'.repeat(33 * 1024 * 1024) }] });
    expect(outcome).toMatchObject({ type: 'failed', advice: expect.stringContaining('Compact') });
  });

  it('[M5] reports what the server cleared', async () => {
    const uses = [0, 1, 2].flatMap((each) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `c${each}`, name: 'Read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${each}`, content: 'water '.repeat(100) }] },
    ]);
    const edit = { type: 'clear_tool_uses_20250919', trigger: { type: 'tool_uses', value: 2 } };
    const keep = { type: 'tool_uses', value: 1 };
    const messages = [{ role: 'user', content: 'Read all' }, ...uses];
    const body = { messages, context_management: { edits: [{ ...edit, keep }] } };
    expect(await ask(body, { betas: ['context-management-2025-06-27'] })).toMatchObject({
      reply: { serverEdits: [{ type: edit.type, cleared_tool_uses: 2, cleared_input_tokens: expect.any(Number) }] },
    });
    expect(await ask(body)).toMatchObject({ type: 'failed', what: expect.stringContaining('context_management') });
  });

  it('[E2] returns the compaction of the server, with its usage', async () => {
    const trigger = { type: 'input_tokens', value: 50_000 };
    const context_management = { edits: [{ type: 'compact_20260112', trigger }] };
    const long = { role: 'user', content: 'Never empty src/pool.ts. '.repeat(9_000) };
    const betas = ['compact-2026-01-12'];
    const outcome = await ask({ messages: [long], context_management }, { betas });
    if (outcome.type !== 'answered') throw new Error('It did not answer');
    const [compaction, said] = outcome.reply.blocks;
    if (compaction?.type !== 'opaque') throw new Error('It did not compact');
    expect(compaction.block).toMatchObject({ type: 'compaction', content: expect.stringContaining('src/pool.ts') });
    expect(said?.type).toBe('text');
    const [pass] = outcome.reply.usage?.extraPasses ?? [];
    expect(pass?.input).toBeGreaterThan(50_000);
    expect(outcome.reply.usage?.input).toBeLessThan(10_000);

    const back = { role: 'assistant', content: [compaction.block, { type: 'text', text: 'So.' }] };
    const next = await ask(
      { messages: [long, back, { role: 'user', content: 'Go on' }], context_management },
      { betas },
    );
    expect(next).toMatchObject({ type: 'answered', reply: { blocks: [{ type: 'text' }] } });
  });
});
