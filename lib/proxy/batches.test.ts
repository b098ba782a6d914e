import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Proxied, QUESTION, VERSION, withKey } from './proxied.test-support';

let proxied: Proxied;
let key = '';
let tests = 0;

beforeAll(async () => {
  proxied = await Proxied.start({}, { answerBytes: 20_000 });
});
afterAll(() => proxied.standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-batch-${tests}`;
});

const RESULTS = '/v1/messages/batches/id/results';
const create = () => proxied.sdk(key).messages.batches.create({ requests: [{ custom_id: 'a', params: QUESTION }] });
const results = (id: string, headers: Readonly<Record<string, string | undefined>> = {}) =>
  proxied.ask(`/v1/messages/batches/${id}/results`, {}, { ...VERSION, ...withKey(key), ...headers });

describe('batches through the proxy', () => {
  it('are created, looked at and cancelled by the official SDK', async () => {
    const { batches } = proxied.sdk(key).messages;
    const { id } = await create();
    expect((await batches.retrieve(id)).processing_status).toBe('in_progress');
    expect((await batches.cancel(id)).processing_status).toBe('canceling');
    const [created, , cancelled] = proxied.standIn.seen(key);
    expect(created).toMatchObject({ path: '/v1/messages/batches', status: 200 });
    expect(created).not.toHaveProperty('problem');
    expect(cancelled).toMatchObject({ method: 'POST', path: `/v1/messages/batches/${id}/cancel`, bodyBytes: 0 });
    expect(cancelled?.headers).not.toHaveProperty('content-type');
    expect(proxied.records.map(({ path }) => path).slice(-2)).toEqual([
      '/v1/messages/batches/{id}',
      '/v1/messages/batches/{id}/cancel',
    ]);
  });

  it('have their results passed on as lines, with nothing but these', async () => {
    const { id } = await create();
    expect((await results(id)).status).toBe(404);
    proxied.standIn.endBatches(key);
    const answer = await results(id);
    expect(answer.headers.get('content-type')).toBe('application/x-jsonl; charset=utf-8');
    expect(JSON.parse(await answer.text())).toMatchObject({ custom_id: 'a', result: { type: 'succeeded' } });

    proxied.standIn.behave(key, [{ type: 'raw', status: 200, contentType: 'text/html', body: '<p>' }], RESULTS);
    expect((await results(id)).status).toBe(502);
    proxied.standIn.behave(key, [{ type: 'raw', status: 200, contentType: 'application/x-jsonl', body: '{}' }]);
    expect((await proxied.post(JSON.stringify(QUESTION), withKey(key))).status).toBe(502);
  });

  it('have the key masked in their results', async () => {
    const body = `{"custom_id":"a","result":{"type":"errored","error":{"message":"bad key ${key}"}}}\n`;
    proxied.standIn.behave(key, [{ type: 'raw', status: 200, contentType: 'application/x-jsonl', body }], RESULTS);
    const text = await (await results('msgbatch_1')).text();
    expect(text).toContain('bad key [key]');
    expect(text).not.toContain(key);
  });

  it('end at the limit of bytes', async () => {
    const body = `${'{"custom_id":"a"}\n'.repeat(4_000)}`;
    proxied.standIn.behave(key, [{ type: 'raw', status: 200, contentType: 'application/x-jsonl', body }], RESULTS);
    await expect((await results('msgbatch_1')).text()).rejects.toThrow('interrupted');
  });

  it('are only for our own pages', async () => {
    const { id } = await create();
    const before = proxied.standIn.seen(key).length;
    const others = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await results(id, others)).status).toBe(403);
    const cancel = { method: 'POST' };
    const sent = { ...VERSION, ...withKey(key), ...others };
    expect((await proxied.ask(`/v1/messages/batches/${id}/cancel`, cancel, sent)).status).toBe(403);
    expect(proxied.standIn.seen(key)).toHaveLength(before);
  });
});
