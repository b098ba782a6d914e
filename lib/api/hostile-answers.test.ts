import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json';
import { resultIn } from './batches/result-line';
import { createApi } from './create-api';
import { createChatApi } from './openai/chat-api';
import { streamChat } from './openai/stream-chat';
import { type AnswerEvent, type StreamOutcome, streamMessage } from './stream-message';

const QUESTION = {
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  system: 'Be short.',
  messages: [{ role: 'user', content: 'What is in the pool? '.repeat(20) }],
};
const NO_STOP = new AbortController().signal;

interface Streamed {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly between?: readonly unknown[];
}

const GOOD = { input_tokens: 100, output_tokens: 20 };
const said = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });

function streamOf(events: readonly unknown[]): Response {
  const lines = events.map((event) => {
    const type = typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'odd';
    return `event: ${type}\ndata: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** Asks a Messages API that answers "Water." with these usages, and other events in between. */
async function messages({ start = GOOD, end = GOOD, between = [] }: Streamed, events: AnswerEvent[] = []) {
  const response = streamOf([
    { type: 'message_start', message: { usage: start } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    said('Water.'),
    ...between,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: end },
    { type: 'message_stop' },
  ]);
  const api = createApi({ baseUrl: 'http://page', key: 'sk-1', fetch: async () => response });
  return streamMessage(api, QUESTION, { signal: NO_STOP, onEvent: (event) => events.push(event) });
}

/** The same of Chat Completions. */
async function chat(usage: unknown, pieces: readonly unknown[] = []) {
  const response = streamOf([
    { choices: [{ delta: { content: 'Water.' } }] },
    ...pieces,
    { choices: [{ delta: {}, finish_reason: 'stop' }], usage },
  ]);
  const api = createChatApi({ baseUrl: 'http://page', key: 'sk-1', fetch: async () => response });
  return streamChat(api, { ...QUESTION, model: 'chat/gpt-5' }, { signal: NO_STOP });
}

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

function expectCounted(outcome: StreamOutcome) {
  expect(outcome).toMatchObject({ type: 'answered', ending: 'whole', answer: { text: 'Water.' } });
  const { usage, dollars, isUsageEstimated } = outcome.answer;
  expect(isUsageEstimated).toBe(true);
  expect(usage).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
  expect(usage?.input).toBeGreaterThan(50);
  expect(usage?.input).toBeLessThan(500);
  expect(usage?.output).toBeGreaterThan(1);
  expect(Number.isInteger(usage?.output)).toBe(true);
  if (dollars !== undefined) expect(dollars).toBeGreaterThan(0);
}

const DAMAGES: readonly unknown[] = ['x', '100', -1, 1.5, 1e308, 30_000_000, {}, [], true];

describe('usage that cannot be true is counted here', () => {
  it.each(DAMAGES)('in a stream: %j', async (damage) => {
    expectCounted(await messages({ start: { ...GOOD, input_tokens: damage } }));
    expectCounted(await messages({ end: { ...GOOD, output_tokens: damage } }));
    expectCounted(await messages({ start: { ...GOOD, cache_read_input_tokens: damage } }));
    expectCounted(await messages({ end: { ...GOOD, cache_creation: { ephemeral_1h_input_tokens: damage } } }));
    expectCounted(await messages({ end: { ...GOOD, output_tokens_details: { thinking_tokens: damage } } }));
    const pass = { type: 'compaction', ...GOOD, input_tokens: damage };
    expectCounted(await messages({ end: { ...GOOD, iterations: [pass] } }));
  });

  it.each([
    ['nothing', undefined, undefined],
    ['null', null, null],
    ['text', 'x', 'y'],
    ['zeros', { input_tokens: 0, output_tokens: 0 }, { output_tokens: 0 }],
    ['no output', { input_tokens: 100 }, {}],
    ['no input', { output_tokens: 1 }, { output_tokens: 20 }],
    ['more thinking than output', GOOD, { ...GOOD, output_tokens_details: { thinking_tokens: 21 } }],
  ])('in a stream: %s', async (_, start, end) => {
    // A default would stand in for what is left out.
    expectCounted(await messages({ start: start ?? null, end: end ?? null }));
  });

  it('and what is told meanwhile has no such number', async () => {
    const events: AnswerEvent[] = [];
    await messages({ start: { input_tokens: 'x', output_tokens: -1 } }, events);
    const told = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
    expect(told.length).toBeGreaterThan(0);
    for (const usage of told) {
      for (const count of Object.values(usage)) expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  it('and what is true is taken as reported', async () => {
    const usage = { ...GOOD, cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 10 } };
    const outcome = await messages({ start: usage, end: { output_tokens: 20 } });
    expect(outcome.answer.isUsageEstimated).toBeUndefined();
    expect(outcome.answer.usage).toEqual({ input: 100, cacheRead: 0, cacheWrite5m: 20, cacheWrite1h: 10, output: 20 });
  });

  it.each(DAMAGES)('in Chat Completions: %j', async (damage) => {
    expectCounted(await chat({ prompt_tokens: damage, completion_tokens: 20 }));
    expectCounted(await chat({ prompt_tokens: 100, completion_tokens: damage }));
    const details = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: damage } };
    if (typeof damage !== 'object') expectCounted(await chat(details));
  });

  it.each(DAMAGES)('in a batch it is left to who knows the request: %j', (damage) => {
    const message = {
      content: [{ type: 'text', text: 'Water.' }],
      stop_reason: 'end_turn',
      usage: { ...GOOD, input_tokens: damage },
    };
    const line = JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message } });
    const outcome = resultIn(line, { model: () => QUESTION.model, key: undefined })?.outcome;
    expect(outcome).toMatchObject({ type: 'answered', text: 'Water.' });
    expect(outcome).not.toHaveProperty('usage');
    expect(outcome).not.toHaveProperty('dollars');
  });
});

describe('a damaged event ends the answer, and what had come is kept', () => {
  it.each<readonly [string, unknown]>([
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['without a type', { index: 0 }],
    ['whose type is none', { type: 7 }],
    ['a start without a block', { type: 'content_block_start', index: 1 }],
    ['a block without a type', { type: 'content_block_start', index: 1, content_block: {} }],
    ['a block at no place', { type: 'content_block_start', index: 'x', content_block: { type: 'text' } }],
    ['a call without a name', { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a' } }],
    [
      'a call named by an object',
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: {} } },
    ],
    ['a text that is none', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: { a: 1 } } }],
    ['a delta that is none', { type: 'content_block_delta', index: 0, delta: 'x' }],
    ['a reason that is none', { type: 'message_delta', delta: { stop_reason: {} } }],
    [
      'a block that is too deep',
      { type: 'content_block_start', index: 1, content_block: { type: 'new', a: nested(2_200) } },
    ],
  ])('%s', async (_, event) => {
    const outcome = await messages({ between: [event] });
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'damaged' }, answer: { text: 'Water.' } });
    if (outcome.type !== 'failed') return;
    expect(outcome.failure.what).toMatch(/^Asking claude-sonnet-5-5 failed: the answer is damaged \(.+\)\.$/);
    expect(outcome.failure.advice).toMatch(/kept\. Try again/);
  });

  it('but not one of a kind that is unknown here', async () => {
    const between = [
      { type: 'news', index: 'x' },
      { type: 'content_block_delta', index: 0, delta: { type: 'new_delta' } },
    ];
    expect(await messages({ between })).toMatchObject({ type: 'answered', answer: { text: 'Water.' } });
  });

  it('also of Chat Completions, where it is too deep', async () => {
    const call = { function: { name: 'Read', arguments: nested(2_200) } };
    const outcome = await chat({}, [{ choices: [{ delta: { tool_calls: [call] } }] }]);
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'damaged' }, answer: { text: 'Water.' } });
  });

  it('and an error event of any shape is a failure', async () => {
    for (const error of [7, null, {}, { message: {} }, { type: {}, message: 7 }]) {
      const outcome = await messages({ between: [{ type: 'error', error }] });
      expect(outcome).toMatchObject({ type: 'failed', answer: { text: 'Water.' } });
    }
  });
});

describe('an answer without an end is ended', () => {
  const MEGABYTE = 'a'.repeat(1_000_000);

  it('of text', async () => {
    const outcome = await messages({ between: Array.from({ length: 40 }, () => said(MEGABYTE)) });
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'damaged' } });
    expect(outcome.answer.text.length).toBeLessThan(4_000_000);
    expect(outcome.answer.text.length).toBeGreaterThan(2_000_000);
    expect(outcome.type === 'failed' && outcome.failure.what).toContain('longer than 4,000,000 characters');
  });

  it('of blocks that are empty', async () => {
    const begun = (index: number) => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'text', text: '' },
    });
    const outcome = await messages({ between: Array.from({ length: 50_000 }, (_, index) => begun(index + 1)) });
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'damaged' } });
  });

  it('of Chat Completions', async () => {
    const outcome = await chat(
      {},
      Array.from({ length: 40 }, () => ({ choices: [{ delta: { content: MEGABYTE } }] })),
    );
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'damaged' } });
    expect(outcome.answer.text.length).toBeLessThan(4_000_000);
  });
});
