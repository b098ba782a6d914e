import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { createApi } from '../create-api';
import { batchResults, cancelBatch, createBatch, retrieveBatch } from './batch-api';
import type { BatchOutcome } from './result-line';

const MODEL = 'claude-opus-5';
const BATCHES = '/v1/messages/batches';
let standIn: StandIn;
let tests = 0;
let key = '';

beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-batch-api-${tests}`;
});

const api = () => createApi({ baseUrl: standIn.address, key });
const request = (customId: string, max_tokens = 500) => ({
  customId,
  body: { model: MODEL, max_tokens, messages: [{ role: 'user', content: 'What is in the pool?' }] },
});
const modelOf = (id: string) => (id.length === 1 ? MODEL : undefined);

async function created(...requests: ReturnType<typeof request>[]) {
  const batch = await createBatch(api(), requests);
  if (!batch.ok) throw new Error(batch.error.what);
  return batch.value;
}

function lines(body: string) {
  standIn.behave(
    key,
    [{ type: 'raw', status: 200, contentType: 'application/x-jsonl', body }],
    `${BATCHES}/id/results`,
  );
}

const succeeded = (id: string, text: string) =>
  JSON.stringify({
    custom_id: id,
    result: {
      type: 'succeeded',
      message: {
        content: [
          { type: 'thinking', thinking: 'Well.', signature: 'x' },
          { type: 'text', text },
        ],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1_000, output_tokens: 100, cache_read_input_tokens: null },
      },
    },
  });

describe('a batch', () => {
  it('is created, looked at, cancelled, and told by its counts', async () => {
    const batch = await created(request('a'), request('b'));
    expect(batch).toMatchObject({ state: 'in_progress', counts: { processing: 2, succeeded: 0 }, isArchived: false });
    expect((batch.expiresMs ?? 0) - (batch.createdMs ?? 0)).toBe(24 * 3_600_000);
    expect(await cancelBatch(api(), batch.id)).toMatchObject({ ok: true, value: { state: 'canceling' } });
    standIn.endBatches(key);
    expect(await retrieveBatch(api(), batch.id)).toMatchObject({
      value: { state: 'ended', counts: { processing: 0, succeeded: 1, canceled: 1 } },
    });
  });

  it('[V8] has results with the price of a batch, and failures in words', async () => {
    const { id } = await created(request('a'), request('b'), request('c'), request('d', -1), request('e', 4));
    standIn.behave(key, [{ type: 'answer', text: 'A pool. '.repeat(20) }], `${BATCHES}/requests`);
    standIn.endBatches(key, { expire: ['b'], fail: ['c'] });
    const fetched = await batchResults(api(), id, modelOf);
    if (!fetched.ok) throw new Error(fetched.error.what);
    const { results, damagedLines, failure } = fetched.value;
    expect([damagedLines, failure]).toEqual([[], undefined]);
    const of = (customId: string) => results.find((each) => each.customId === customId);
    const a = answerOf(of('a'));
    expect(a.text).toBe('A pool. '.repeat(20));
    expect(a.dollars).toBeCloseTo((costOf(a.usage ?? NONE, modelFor(MODEL)) ?? 0) / 2, 12);
    expect(a.dollars).toBeGreaterThan(0);
    expect(of('b')).toMatchObject({
      end: 'expired',
      outcome: { failure: { what: expect.stringContaining('24 hours') } },
    });
    expect(of('c')).toMatchObject({ end: 'errored', outcome: { failure: { kind: 'server' } } });
    expect(of('d')).toMatchObject({ end: 'errored', outcome: { failure: { kind: 'request' } } });
    expect(of('e')).toMatchObject({ end: 'succeeded', outcome: { ending: 'cut' } });
  });

  it('has no results before it has ended, or after 29 days', async () => {
    const { id } = await created(request('a'));
    expect(await batchResults(api(), id, modelOf)).toMatchObject({
      ok: false,
      error: { kind: 'request', status: 404 },
    });
    const other = createApi({ baseUrl: standIn.address, key: 'stand-in-other' });
    const found = await retrieveBatch(other, id);
    expect(found).toMatchObject({ ok: false, error: { advice: expect.stringContaining('another key') } });
  });

  it('keeps what is good of damaged results, and says which lines are not', async () => {
    const good = succeeded('a', 'Ä pool 🏊');
    const odd = JSON.stringify({ custom_id: 'c', result: { type: 'postponed' } });
    lines(`${good}\n\n{"custom_id":"b","resul\n${odd}\n${succeeded('a', 'Again')}\n${succeeded('unknown', 'x')}`);
    const fetched = await batchResults(api(), 'msgbatch_1', modelOf);
    expect(fetched).toMatchObject({ value: { damagedLines: [2, 3] } });
    const results = fetched.ok ? fetched.value.results : [];
    expect(
      results.map(({ customId, outcome }) => [customId, answerOf({ outcome }).text, answerOf({ outcome }).dollars]),
    ).toEqual([
      ['a', 'Ä pool 🏊', (1_000 * 5 + 100 * 25) / 1e6 / 2],
      ['a', 'Again', expect.any(Number)],
      ['unknown', 'x', undefined],
    ]);
  });

  it('never has the key in a message', async () => {
    const error = { type: 'invalid_request_error', message: `bad ${key}` };
    lines(JSON.stringify({ custom_id: 'a', result: { type: 'errored', error: { type: 'error', error } } }));
    const fetched = await batchResults(api(), 'msgbatch_1', modelOf);
    expect(JSON.stringify(fetched)).toContain('bad [key]');
    expect(JSON.stringify(fetched)).not.toContain(key);
  });

  it('may exist if the connection ended before the answer, and does not if it was rejected', async () => {
    standIn.behave(
      key,
      [
        { type: 'drop', afterDeltas: 0 },
        { type: 'error', status: 429 },
      ],
      BATCHES,
    );
    expect(await createBatch(api(), [request('a')])).toMatchObject({ ok: false, error: { mayExist: true } });
    expect(standIn.endBatches(key)).toHaveLength(1);
    expect(await createBatch(api(), [request('a')])).toMatchObject({ error: { mayExist: false, kind: 'rate-limit' } });
    expect(await createBatch(api(), [request('a.b')])).toMatchObject({ error: { mayExist: false, kind: 'request' } });
    standIn.behave(key, [{ type: 'raw', status: 200, contentType: 'application/json', body: '{}' }], BATCHES);
    expect(await createBatch(api(), [request('a')])).toMatchObject({ error: { mayExist: true } });
  });
});

function answerOf(result: { readonly outcome: BatchOutcome } | undefined) {
  if (result?.outcome.type !== 'answered') throw new Error('It was not answered');
  return result.outcome;
}

const NONE = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
