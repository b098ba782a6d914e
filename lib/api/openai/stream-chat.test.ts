import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../e2e/stand-in/behaviour';
import { Proxied, until } from '../../proxy/proxied.test-support';
import { openaiApi } from '../../proxy/proxied-apis';
import type { AnswerEvent, StreamOutcome } from '../stream-message';
import { CALL_SIGNATURE } from './call-signature';
import { createChatApi } from './chat-api';
import { listChatModels } from './list-chat-models';
import { streamChat } from './stream-chat';

const MODEL = 'chat/gpt-5.4-mini';
const CHAT = '/chat/completions';
const PROMPT = [{ role: 'user', content: [{ type: 'text', text: 'What is in the pool?' }] }];

let proxied: Proxied;
let key = '';
let tests = 0;
let events: AnswerEvent[] = [];

beforeAll(async () => {
  proxied = await Proxied.start({}, {}, openaiApi);
});
afterAll(() => proxied.standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-secret-${tests}`;
  events = [];
});

const behave = (...behaviours: readonly Behaviour[]) => proxied.standIn.behave(key, behaviours, CHAT);
const seen = () => proxied.standIn.seen(key);
const api = (with_: string | undefined = key) =>
  createChatApi({
    baseUrl: 'http://page/api/openai',
    key: with_,
    fetch: (url, init) => proxied.ask(String(url).split('/api/openai')[1] ?? '', init),
  });

function ask(body: object = {}, signal = new AbortController().signal, with_ = key): Promise<StreamOutcome> {
  const request = { model: MODEL, max_tokens: 500, messages: PROMPT, ...body };
  return streamChat(api(with_), JSON.parse(JSON.stringify(request)), {
    signal,
    onEvent: (event) => events.push(event),
  });
}

/** A server that sends this, whatever it is asked. */
function serverOf(body: string, contentType = 'text/event-stream') {
  return createChatApi({
    baseUrl: 'http://page/api/openai',
    fetch: async () => new Response(body, { headers: { 'content-type': contentType } }),
  });
}

function chunks(...values: readonly object[]): string {
  return [...values.map((value) => JSON.stringify(value)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

const signal = new AbortController().signal;
const asked = (text: string, contentType?: string) =>
  streamChat(serverOf(text, contentType), { model: MODEL, max_tokens: 100, messages: PROMPT }, { signal });

describe('an answer of an OpenAI-compatible server', () => {
  it('arrives in pieces, with usage, price and times at the end', async () => {
    behave({ type: 'answer', text: 'A pool of water. '.repeat(20) });
    const outcome = await ask();
    expect(outcome).toMatchObject({ type: 'answered', ending: 'whole', stopReason: 'end_turn' });
    const { answer } = outcome;
    expect(answer.text).toBe('A pool of water. '.repeat(20));
    expect(answer.usage).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, output: 85 });
    expect(answer.dollars).toBeCloseTo(((answer.usage?.input ?? 0) * 0.75 + 85 * 4.5) / 1e6, 9);
    expect(answer.isUsageEstimated).toBeUndefined();
    expect(events[0]?.type).toBe('first-token');
    expect(events.at(-1)?.type).toBe('usage');
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe(answer.text);
    expect(seen()[0]?.problem).toBeUndefined();
  });

  it('says what was read from the cache', async () => {
    const body = { messages: [{ role: 'user', content: 'a long prompt '.repeat(1_000) }] };
    await ask(body);
    const { answer } = await ask(body);
    expect(answer.usage?.cacheRead).toBeGreaterThan(3_000);
    expect((answer.usage?.cacheRead ?? 0) % 128).toBe(0);
  });

  it('is thinking first, where a server shows it', async () => {
    behave({ type: 'answer', text: 'Water.', reasoning: 'Let me see what is in it.' });
    const { answer } = await ask();
    expect(answer.blocks).toEqual([
      { type: 'thinking', text: 'Let me see what is in it.', signature: '' },
      { type: 'text', text: 'Water.' },
    ]);
    expect(answer.usage?.reasoning).toBe(7);
  });

  it.each([
    ['end_turn', 'whole', 'end_turn'],
    ['max_tokens', 'cut', 'max_tokens'],
    ['refusal', 'refused', 'refusal'],
  ] as const)('that ends with %s is %s', async (stopReason, ending, words) => {
    behave({ type: 'answer', text: 'w'.repeat(2_000), stopReason });
    expect(await ask()).toMatchObject({ type: 'answered', ending, stopReason: words });
  });

  it('is cut off at the limit, or at the end of the window if the limit is not reached', async () => {
    behave(
      { type: 'answer', text: 'word '.repeat(1_000) },
      { type: 'answer', text: 'short', stopReason: 'max_tokens' },
    );
    expect(await ask({ max_tokens: 10 })).toMatchObject({ ending: 'cut', answer: { text: 'word '.repeat(8) } });
    expect(await ask()).toMatchObject({ ending: 'window-full' });
  });

  it('with several calls at once has each as a block, with its input as written', async () => {
    behave({
      type: 'answer',
      text: 'Both.',
      calls: [
        { name: 'Read', arguments: '{"path": "a.txt"}' },
        { name: 'Grep', arguments: '{"pattern": "it is damaged' },
      ],
    });
    const tools = ['Read', 'Grep'].map((name) => ({ name, input_schema: { type: 'object' } }));
    const outcome = await ask({ tools });
    expect(outcome).toMatchObject({ ending: 'whole', stopReason: 'tool_use' });
    expect(outcome.answer.blocks).toEqual([
      { type: 'text', text: 'Both.' },
      { type: 'tool-call', id: expect.stringMatching(/^call_/), name: 'Read', inputText: '{"path": "a.txt"}' },
      { type: 'tool-call', id: expect.any(String), name: 'Grep', inputText: '{"pattern": "it is damaged' },
    ]);
    expect(events.flatMap((event) => (event.type === 'tool-call' ? event.name : []))).toEqual(['Read', 'Grep']);
  });

  it('keeps what Gemini adds to a call, for the next request', async () => {
    behave({ type: 'answer', callsTool: 'Read' });
    const { answer } = await ask({
      model: 'chat/models/gemini-3.8-flash',
      tools: [{ name: 'Read', input_schema: { type: 'object' } }],
    });
    const [call, signature] = answer.blocks;
    expect(call).toMatchObject({ type: 'tool-call', name: 'Read' });
    expect(signature).toMatchObject({ type: 'opaque', block: { type: CALL_SIGNATURE } });
  });

  it('in a required format is the input of the tool', async () => {
    const input_schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const body = { tools: [{ name: 'give', input_schema }], tool_choice: { type: 'tool', name: 'give' } };
    expect(JSON.parse((await ask(body)).answer.toolInput ?? '')).toEqual({ a: expect.any(String) });
    behave({ type: 'answer', text: '```json\n{"a": "b"}\n```' });
    expect((await ask(body)).answer.toolInput).toBe('{"a": "b"}');
    for (const { problem } of seen()) expect(problem).toBeUndefined();
  });
});

describe('a server that differs', () => {
  it('is asked again without what it does not know', async () => {
    const input_schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const body = { tools: [{ name: 'give', input_schema }], tool_choice: { type: 'tool', name: 'give' } };
    behave({ type: 'answer' }, { type: 'answer' }, { type: 'answer', text: '{"a": "b"}' });
    const outcome = await ask({ ...body, model: 'chat/stand-in-plain:7b' });
    expect(outcome).toMatchObject({ type: 'answered', answer: { toolInput: '{"a": "b"}', isUsageEstimated: true } });
    expect(seen().map(({ problem }) => problem)).toEqual([
      expect.stringContaining('stream_options'),
      expect.stringContaining('response_format'),
      undefined,
    ]);
    expect(JSON.stringify(seen()[2]?.body?.messages)).toContain('JSON Schema');
  });

  it('is given the other name of the limit if it rejects the first', async () => {
    behave({
      type: 'raw',
      status: 400,
      contentType: 'application/json',
      body: '{"error":{"message":"Unsupported parameter: \'max_completion_tokens\' is not supported.","param":"max_completion_tokens"}}',
    });
    expect((await ask({ model: 'chat/gpt-4o-mini' })).type).toBe('answered');
    expect(seen().map(({ body }) => [body?.max_tokens, body?.max_completion_tokens])).toEqual([
      [undefined, 500],
      [500, undefined],
    ]);
  });

  it('that only reads text gets a note in the place of an image', async () => {
    behave({
      type: 'raw',
      status: 500,
      contentType: 'application/json',
      body: '{"error":{"message":"image input is not supported"}}',
    });
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', source },
        ],
      },
    ];
    expect((await ask({ messages })).type).toBe('answered');
    expect(JSON.stringify(seen()[1]?.body)).toContain('[image, left out');
  });

  it('that reports no usage has it estimated, and marked', async () => {
    const { answer } = await ask({ model: 'chat/stand-in-silent:8b' });
    expect(answer.isUsageEstimated).toBe(true);
    expect(answer.usage?.input).toBeGreaterThan(5);
    expect(answer.usage?.output).toBeGreaterThan(5);
    // The price is unknown, not zero; only the user can say that it is.
    expect(answer.dollars).toBeUndefined();
    expect((await ask({ model: 'free/stand-in-silent:8b' })).answer.dollars).toBe(0);
  });

  it('that reads only a part of the request, without a word, is found out by its own count', async () => {
    const model = 'free/stand-in-cutting:3b';
    const long = [{ role: 'user', content: 'a long prompt '.repeat(10_000) }];
    expect(await ask({ model, messages: long })).toMatchObject({ type: 'answered', ending: 'part-read' });
    const short = [{ role: 'user', content: 'a short prompt '.repeat(800) }];
    expect(await ask({ model, messages: short })).toMatchObject({ type: 'answered', ending: 'whole' });
  });

  it('that does not stream is read all the same', async () => {
    const message = { role: 'assistant', content: 'All at once.', tool_calls: null };
    const whole = { choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 3, completion_tokens: 4 } };
    expect(await asked(JSON.stringify(whole), 'application/json')).toMatchObject({
      type: 'answered',
      answer: { text: 'All at once.', usage: { input: 3, output: 4 } },
    });
  });

  it.each([
    [
      'each with index 0 and its own id',
      [
        { index: 0, id: 'a' },
        { index: 0, id: 'b' },
      ],
    ],
    ['each without an index', [{ id: 'a' }, { id: 'b' }]],
    ['each without index and id', [{}, {}]],
    [
      'with the same id',
      [
        { index: 0, id: 'a' },
        { index: 1, id: 'a' },
      ],
    ],
  ])('sends two calls %s', async (_, marks) => {
    const calls = marks.map((mark, number) => ({ ...mark, function: { name: 'Read', arguments: `{"n":${number}}` } }));
    const outcome = await asked(
      chunks(...calls.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] })), {
        choices: [{ delta: {}, finish_reason: 'tool_calls' }],
      }),
    );
    const blocks = outcome.answer.blocks.flatMap((block) => (block.type === 'tool-call' ? block : []));
    expect(blocks.map(({ inputText }) => inputText)).toEqual(['{"n":0}', '{"n":1}']);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(2);
  });

  it('sends a call in pieces with its id in each', async () => {
    const piece = (given: object) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: given }] } }],
    });
    const outcome = await asked(
      chunks(
        piece({ name: 'Read', arguments: '' }),
        piece({ name: 'Read', arguments: '{"n"' }),
        piece({ arguments: ':1}' }),
        { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ),
    );
    expect(outcome.answer.blocks).toEqual([{ type: 'tool-call', id: 'a', name: 'Read', inputText: '{"n":1}' }]);
  });
});

describe('a failure', () => {
  const failureOf = async (body: object = {}, with_ = key) => {
    const outcome = await ask(body, signal, with_);
    if (outcome.type !== 'failed') throw new Error('There was an answer.');
    expect(`${outcome.failure.what} ${outcome.failure.advice}`).not.toContain('secret');
    return outcome;
  };

  it.each([
    [401, 'key'],
    [403, 'key'],
    [404, 'no-model'],
    [413, 'too-large'],
    [429, 'rate-limit'],
    [500, 'server'],
    [529, 'overloaded'],
  ] as const)('with status %i is of the kind %s, in words for the user', async (status, kind) => {
    behave({ type: 'error', status, retryAfterSeconds: 7 });
    const { failure, answer } = await failureOf();
    expect(failure.kind).toBe(kind);
    expect(failure.what).toMatch(/^Asking gpt-5\.4-mini failed: .+\. The answer was: ".+"$/);
    expect(failure.retryAfterMs).toBe(['rate-limit', 'overloaded', 'server'].includes(kind) ? 7_000 : undefined);
    expect(answer.usage).toBeUndefined();
  });

  it('for a wrong key names the variable of the server', async () => {
    const { failure } = await failureOf({}, 'wrong');
    expect(failure).toMatchObject({ kind: 'key', status: 401 });
  });

  it('for an unknown model says so', async () => {
    const { failure } = await failureOf({ model: 'chat/gpt-1' });
    expect(failure).toMatchObject({ kind: 'no-model', what: expect.stringContaining('does not have this model') });
  });

  it('for missing credit is not retried like a rate limit', async () => {
    behave({ type: 'error', status: 429, code: 'insufficient_quota', retryAfterSeconds: 7 });
    const { failure } = await failureOf();
    expect(failure.kind).toBe('credit');
    expect(failure.what).toContain('the account has too little credit');
    expect(failure.retryAfterMs).toBeUndefined();
  });

  it.each([
    [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      9_000,
      8_192,
    ],
    [
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages).",
      5_000,
      4_096,
    ],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_200_000, 1_048_576],
    ['request (4476 tokens) exceeds the available context size (4096 tokens), try increasing it', 4_476, 4_096],
  ])('for a context that is too long has both numbers: %s', async (message, sent, most) => {
    behave({ type: 'error', status: 400, message });
    expect((await failureOf()).failure).toMatchObject({ kind: 'too-long', promptTokens: { sent, most } });
  });

  it('for a context that is too long needs no particular words', async () => {
    behave({ type: 'error', status: 400, message: 'no', code: 'context_length_exceeded' });
    expect((await failureOf()).failure).toMatchObject({ kind: 'too-long' });
    const messages = [{ role: 'user', content: 'word '.repeat(10_000) }];
    expect((await failureOf({ model: 'chat/stand-in-small:1b', messages })).failure).toMatchObject({
      kind: 'too-long',
      promptTokens: { most: 8_000 },
    });
  });

  it.each([
    ['Please try again in 20s.', 20_000],
    ['Please try again in 1m2.5s.', 62_500],
    ['Please retry in 34.07s.', 34_070],
    ['Please try again in 250ms.', 250],
    ['Please slow down.', undefined],
  ])('has the wait that is only stated in words: %s', async (message, waitMs) => {
    behave({ type: 'error', status: 429, message });
    expect((await failureOf()).failure.retryAfterMs).toBe(waitMs);
  });

  it('for a bad key at Gemini, which is an invalid request there', async () => {
    const body =
      '[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]';
    behave({ type: 'raw', status: 400, contentType: 'application/json', body });
    expect((await failureOf()).failure.kind).toBe('key');
  });

  it('of a server that is down says that it was not reached, and where to look', async () => {
    const gone = await Proxied.start({}, {}, openaiApi);
    await gone.standIn.close();
    const down = createChatApi({ baseUrl: '', key, fetch: (url, init) => gone.ask(String(url), init) });
    const outcome = await streamChat(down, { model: MODEL, messages: PROMPT, max_tokens: 10 }, { signal });
    expect(outcome).toMatchObject({
      failure: { kind: 'unreachable', advice: expect.stringContaining('OPENAI_BASE_URL') },
    });
  });

  it('without a key names the variable', async () => {
    const none = await Proxied.start({ OPENAI_BASE_URL: '' }, {}, openaiApi);
    const keyless = createChatApi({ baseUrl: '', fetch: (url, init) => none.ask(String(url), init) });
    const outcome = await streamChat(keyless, { model: MODEL, messages: PROMPT, max_tokens: 10 }, { signal });
    expect(outcome).toMatchObject({ failure: { kind: 'no-key', advice: expect.stringContaining('OPENAI_API_KEY') } });
    await none.standIn.close();
  });

  it('in the middle keeps what had arrived, and estimates what it took', async () => {
    behave(
      { type: 'drop', afterDeltas: 2 },
      { type: 'drop', afterDeltas: 2, insideEvent: true },
      { type: 'error-event', afterDeltas: 2 },
    );
    for (let number = 1; number <= 3; number++) {
      const { failure, answer } = await failureOf();
      expect(failure.kind).toBe('broken-off');
      expect(answer.text).not.toBe('');
      expect(answer.isUsageEstimated).toBe(true);
    }
  });

  it.each([
    ['an end without a reason', 'broken-off', chunks({ choices: [{ delta: { content: 'Half' } }] })],
    [
      'half an event',
      'broken-off',
      `${chunks({ choices: [{ delta: { content: 'Half' } }] }).split('data: [')[0]}data: {"choices":[{"de`,
    ],
    ['rubbish', 'damaged', `data: ${JSON.stringify({ choices: [{ delta: { content: 'Half' } }] })}\n\ndata: 12\n\n`],
  ])('is %s', async (_, kind, text) => {
    expect(await asked(text)).toMatchObject({
      type: 'failed',
      failure: { kind },
      answer: { text: 'Half' },
    });
  });

  it('is aborted by the user at once', async () => {
    behave({ type: 'stall', afterDeltas: 2 });
    const stopping = new AbortController();
    const asking = ask({}, stopping.signal);
    await until(() => events.some(({ type }) => type === 'text'));
    stopping.abort();
    expect(await asking).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    await until(() => seen()[0]?.ended === 'closed-by-client');
  });
});

describe('the models of an OpenAI-compatible server', () => {
  it('are listed by its ids, without those for other purposes', async () => {
    const listed = await listChatModels(api());
    expect(listed.ok && listed.value.map(({ id, title }) => [id, title])).toEqual([
      ['chat/gpt-5.4-mini', 'gpt-5.4-mini'],
      ['chat/gpt-5-nano', 'gpt-5-nano'],
      ['chat/gpt-4o-mini', 'gpt-4o-mini'],
      ['chat/models/gemini-3.8-flash', 'models/gemini-3.8-flash'],
      ['chat/stand-in-plain:7b', 'stand-in-plain:7b'],
      ['chat/stand-in-silent:8b', 'stand-in-silent:8b'],
      ['chat/stand-in-cutting:3b', 'stand-in-cutting:3b'],
      ['chat/stand-in-small:1b', 'stand-in-small:1b'],
    ]);
    expect(await listChatModels(api('wrong'))).toMatchObject({ ok: false, error: { kind: 'key' } });
  });

  it.each(['{}', '[]', '{"data":3}', 'no'])('are a failure if the list is %s', async (text) => {
    const listed = await listChatModels(serverOf(text, 'application/json'));
    expect(listed).toMatchObject({ ok: false });
  });
});

it('never throws, whatever a server sends', async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      '[DONE]',
      '{"choices":[{"delta":{"tool_calls":[{}]}}]}',
      '{"choices":[null]}',
      '[{"error":{}}]',
      'null',
    ),
    fc.record({ choices: fc.array(fc.anything()), usage: fc.anything() }).map((value) => JSON.stringify(value) ?? ''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.constantFrom('data: ', 'data:', ''), async (pieces, before) => {
      const outcome = await asked(pieces.map((each) => `${before}${each}\n\n`).join(''));
      expect(['answered', 'failed']).toContain(outcome.type);
      if (outcome.type === 'failed') expect(outcome.failure.advice).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
