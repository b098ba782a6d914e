import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StandIn } from './stand-in';

let nowMs = Date.UTC(2026, 9, 21);
let standIn: StandIn;
let tests = 0;
let key = '';
let sdk: Anthropic;

beforeAll(async () => {
  standIn = await StandIn.start({ nowMs: () => nowMs });
});
afterAll(() => standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-batches-${tests}`;
  sdk = new Anthropic({ apiKey: key, baseURL: standIn.address, maxRetries: 0 });
});

const params = { model: 'claude-opus-5', max_tokens: 500, messages: [{ role: 'user' as const, content: 'Hello' }] };
const request = (custom_id: string, more: object = {}) => ({ custom_id, params: { ...params, ...more } });
const create = (...requests: ReturnType<typeof request>[]) => createAll(requests);
const createAll = (requests: ReturnType<typeof request>[]) => sdk.messages.batches.create({ requests });

async function resultsOf(id: string) {
  const lines: Anthropic.Messages.MessageBatchIndividualResponse[] = [];
  for await (const line of await sdk.messages.batches.results(id)) lines.push(line);
  return lines;
}

describe('a batch', () => {
  it('has results once it has ended, in another order, each as if it was sent alone', async () => {
    const batch = await create(
      request('a'),
      request('b', { max_tokens: -1 }),
      request('c'),
      request('d'),
      request('e'),
    );
    expect(batch).toMatchObject({ processing_status: 'in_progress', results_url: null, ended_at: null });
    expect(batch.request_counts.processing).toBe(5);
    await expect(sdk.messages.batches.results(batch.id)).rejects.toThrow('No batch `results_url`');
    const early = await fetch(`${standIn.address}/v1/messages/batches/${batch.id}/results`, {
      headers: { 'x-api-key': key, 'anthropic-version': '2026-10-21' },
    });
    expect(early.status).toBe(404);

    expect(standIn.endBatches(key, { expire: ['c'], fail: ['d'] })).toEqual([batch.id]);
    const { processing_status, request_counts } = await sdk.messages.batches.retrieve(batch.id);
    expect([processing_status, request_counts]).toEqual([
      'ended',
      { processing: 0, succeeded: 2, errored: 2, canceled: 0, expired: 1 },
    ]);
    const lines = await resultsOf(batch.id);
    expect(lines.map(({ custom_id, result }) => [custom_id, result.type])).toEqual([
      ['e', 'succeeded'],
      ['d', 'errored'],
      ['c', 'expired'],
      ['b', 'errored'],
      ['a', 'succeeded'],
    ]);
    expect(lines[4]?.result).toMatchObject({ message: { usage: { service_tier: 'batch' }, stop_reason: 'end_turn' } });
    expect(lines[3]?.result).toMatchObject({ error: { error: { type: 'invalid_request_error' } } });
  });

  it('is rejected with ids that are invalid or not unique, without requests, and with streams', async () => {
    const rejected = (requests: ReturnType<typeof request>[]) =>
      createAll(requests).then(
        () => 'taken',
        (error: unknown) => (error instanceof Anthropic.BadRequestError ? error.message : error),
      );
    expect(await rejected([request('a.b')])).toContain('should match pattern');
    expect(await rejected([request('a'.repeat(65))])).toContain('should match pattern');
    expect(await rejected([request('a'), request('a')])).toContain("duplicate custom_id 'a'");
    expect(await rejected([])).toContain('at least 1 item');
    expect(await rejected([request('a', { stream: true })])).toContain('params.stream');
    expect(await rejected(Array.from({ length: 100_001 }, (_, place) => request(`r${place}`)))).toContain(
      'at most 100000 items',
    );
  });

  it('can be cancelled: what was in progress is answered, the rest is not', async () => {
    const { id } = await create(request('a'), request('b'), request('c'));
    expect((await sdk.messages.batches.cancel(id)).processing_status).toBe('canceling');
    standIn.endBatches(key);
    expect((await resultsOf(id)).map(({ result }) => result.type)).toEqual(['canceled', 'canceled', 'succeeded']);
    await expect(sdk.messages.batches.cancel(id)).rejects.toThrow('already finished processing');
  });

  it('belongs to its key, expires after a day, and has its results for 29 days', async () => {
    const { id } = await create(request('a'));
    const other = new Anthropic({ apiKey: 'stand-in-other', baseURL: standIn.address, maxRetries: 0 });
    await expect(other.messages.batches.retrieve(id)).rejects.toBeInstanceOf(Anthropic.NotFoundError);
    nowMs += 25 * 3_600_000;
    standIn.endBatches(key);
    expect((await resultsOf(id)).map(({ result }) => result.type)).toEqual(['expired']);
    nowMs += 29 * 24 * 3_600_000;
    expect(await sdk.messages.batches.retrieve(id)).toMatchObject({
      results_url: null,
      archived_at: expect.any(String),
    });
    await expect(resultsOf(id)).rejects.toThrow();
  });
});
