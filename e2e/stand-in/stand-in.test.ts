import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutScratch } from '../../lib/layers/summary/without-scratch';
import { accidents } from './behaviour';
import { StandIn } from './stand-in';

let standIn: StandIn;
let keys = 0;

beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

function client(options: { readonly key?: string; readonly version?: string } = {}) {
  keys += 1;
  const key = options.key ?? `stand-in-${keys}`;
  const defaultHeaders = options.version === undefined ? {} : { 'anthropic-version': options.version };
  return { key, sdk: new Anthropic({ apiKey: key, baseURL: standIn.address, maxRetries: 0, defaultHeaders }) };
}

const asked = { model: 'claude-opus-5', max_tokens: 2_000, messages: [{ role: 'user' as const, content: 'Hello' }] };

describe('a stream', () => {
  it('has the events of the API in order, with usage at both ends', async () => {
    const types: string[] = [];
    for await (const event of await client().sdk.messages.create({ ...asked, stream: true })) types.push(event.type);
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const raw = await fetch(`${standIn.address}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'stand-in-raw', 'anthropic-version': '2026-10-21', 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, stream: true }),
    });
    expect([...(await raw.text()).matchAll(/^event: (\w+)$/gm)].slice(0, 4).map(([, type]) => type)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
    ]);
  });

  it('adds up to the same message as the unstreamed answer, with thinking, tools and every character', async () => {
    const { sdk, key } = client();
    const question = { ...asked, thinking: { type: 'adaptive' as const }, tools: [] };
    const text = 'päß 日本 😀 '.repeat(30);
    for (const behaviour of [
      { type: 'answer', text },
      { type: 'answer', callsTool: 'read' },
    ] as const) {
      standIn.behave(key, [behaviour, behaviour]);
      const whole = await sdk.messages.create(question);
      const streamed = await sdk.messages.stream(question).finalMessage();
      const said = ({ content, stop_reason, usage }: Anthropic.Message) =>
        JSON.parse(JSON.stringify({ content, stop_reason, usage }).replace(/toolu_\w+/, 'id'));
      expect(said(streamed)).toEqual(said(whole));
    }
  });

  it('accepts its own thinking when it is sent back', async () => {
    const { sdk } = client();
    const thinking = { type: 'adaptive' as const };
    const first = await sdk.messages.create({ ...asked, thinking });
    const messages = [...asked.messages, { role: 'assistant' as const, content: first.content }, ...asked.messages];
    await expect(sdk.messages.create({ ...asked, thinking, messages })).resolves.toBeDefined();
  });
});

describe('a request', () => {
  it('is rejected without a key, with a wrong key or without a version', async () => {
    await expect(client({ key: 'wrong' }).sdk.messages.create(asked)).rejects.toThrow('invalid x-api-key');
    await expect(client({ version: '2024-01-01' }).sdk.messages.create(asked)).rejects.toThrow('not a valid version');
    const bare = await fetch(`${standIn.address}/v1/models`);
    expect(await bare.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  });

  it('is rejected with an unknown beta or for an unknown model', async () => {
    const { sdk } = client();
    await expect(sdk.beta.messages.create({ ...asked, betas: ['no-2026-01-01'] })).rejects.toThrow('Unexpected value');
    await expect(sdk.messages.create({ ...asked, model: 'gpt' })).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  });

  it('that exceeds the window is rejected with both numbers, though it can be counted', async () => {
    const { sdk } = client();
    const messages = [{ role: 'user' as const, content: 'word '.repeat(8_000) }];
    const small = { model: 'stand-in-small', messages };
    await expect(sdk.messages.create({ ...small, max_tokens: 10 })).rejects.toThrow(
      'prompt is too long: 10004 tokens > 8000 maximum',
    );
    expect((await sdk.messages.countTokens(small)).input_tokens).toBe(10_004);
  });

  it('is checked and listed even if something else answers it', async () => {
    const { sdk, key } = client();
    standIn.behave(key, [{ type: 'error', status: 529 }]);
    await sdk.messages.create({ ...asked, messages: [] }).catch(() => undefined);
    expect(standIn.seen(key)).toMatchObject([
      { method: 'POST', path: '/v1/messages', status: 529, problem: 'messages: at least one message is required' },
    ]);
  });
});

it('is cut off at its token limit', async () => {
  const { sdk, key } = client();
  standIn.behave(key, [{ type: 'answer', text: 'a'.repeat(1_000) }]);
  const answer = await sdk.messages.create({ ...asked, max_tokens: 10 });
  expect(answer).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 10 } });
  expect(answer.content).toMatchObject([{ text: 'a'.repeat(40) }]);
});

it('reports what the cache did', async () => {
  const { sdk } = client();
  const system = [
    { type: 'text' as const, text: 'rule '.repeat(1_000), cache_control: { type: 'ephemeral' as const } },
  ];
  const usages = [];
  for (let time = 0; time < 2; time++) usages.push((await sdk.messages.create({ ...asked, system })).usage);
  expect(usages).toMatchObject([
    {
      cache_creation_input_tokens: 1_254,
      cache_creation: { ephemeral_5m_input_tokens: 1_254, ephemeral_1h_input_tokens: 0 },
      cache_read_input_tokens: 0,
    },
    { cache_creation_input_tokens: 0, cache_read_input_tokens: 1_254 },
  ]);
});

describe('a summary', () => {
  const messages = [
    { role: 'user' as const, content: 'Fix the leak in src/pool.ts. Never touch src/legacy.ts.' },
    {
      role: 'assistant' as const,
      content: [{ type: 'tool_use' as const, id: 'c1', name: 'Read', input: { file_path: 'src/pool.ts' } }],
    },
    { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 'c1', content: 'class Pool {}' }] },
  ];
  const summarise = (words: string) => ({
    ...asked,
    messages: [...messages, { role: 'user' as const, content: words }],
  });
  const textOf = ({ content }: Anthropic.Message) =>
    content.map((block) => ('text' in block ? block.text : '')).join('');

  it('is taken from the conversation, the same each time, and not from the instruction', async () => {
    const { sdk } = client();
    const question = summarise('Write a summary. Keep ./secret/instruction.md out.');
    const first = textOf(await sdk.messages.create(question));
    expect(first).toContain('Never touch src/legacy.ts');
    expect(first).not.toContain('secret/instruction');
    expect(textOf(await sdk.messages.create(question))).toBe(first);
  });

  it('has a scratch part if the prompt mentions one', async () => {
    const answer = textOf(await client().sdk.messages.create(summarise('First <analysis>, then the <summary>.')));
    expect(answer).toMatch(/^<analysis>/);
    expect(withoutScratch(answer)).toContain('src/pool.ts');
  });

  it('by the server is a single signed block', async () => {
    const { sdk } = client();
    const answer = await sdk.beta.messages.create({
      ...asked,
      messages,
      compaction: { type: 'summarize' },
      betas: ['compact-2026-09-04'],
    });
    expect(answer.stop_reason).toBe('compaction');
    expect(answer.content).toMatchObject([{ type: 'compaction', content: expect.stringContaining('src/pool.ts') }]);
  });
});

describe('behaviours', () => {
  it('can be set and requests can be read over HTTP, and invalid ones are rejected', async () => {
    const { sdk, key } = client();
    const ask = (behaviours: unknown) =>
      fetch(`${standIn.address}/stand-in/behaviours`, { method: 'POST', body: JSON.stringify({ key, behaviours }) });
    expect((await ask([{ type: 'error', status: 429, retryAfterSeconds: 3 }])).status).toBe(200);
    await expect(sdk.messages.create(asked)).rejects.toBeInstanceOf(Anthropic.RateLimitError);
    expect((await ask([{ type: 'error', status: 418 }])).status).toBe(400);
    const seen = await (await fetch(`${standIn.address}/stand-in/requests?key=${key}`)).json();
    expect(seen).toMatchObject([{ key, status: 429, body: asked }]);
  });

  it('apply to one key and one call', async () => {
    const { sdk, key } = client();
    standIn.behave(key, [{ type: 'error', status: 500 }], '/v1/messages/count_tokens');
    await expect(client().sdk.messages.create(asked)).resolves.toBeDefined();
    await expect(sdk.messages.create(asked)).resolves.toBeDefined();
    await expect(sdk.messages.countTokens({ model: asked.model, messages: asked.messages })).rejects.toThrow();
  });

  it('happen at random as often as configured, and repeat with the same seed', () => {
    const draw = (seed: number) => Array.from({ length: 2_000 }, accidents(seed, 0.2)).map((drawn) => drawn?.type);
    const drawn = draw(7);
    expect(draw(7)).toEqual(drawn);
    expect(draw(8)).not.toEqual(drawn);
    expect(drawn.filter(Boolean).length / drawn.length).toBeCloseTo(0.2, 1);
    expect(new Set(drawn)).toEqual(new Set([undefined, 'error', 'error-event', 'drop']));
  });
});
