import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../e2e/stand-in/behaviour';
import { Proxied, QUESTION } from '../proxy/proxied.test-support';
import type { ApiFailure } from './api-failure';
import { createApi } from './create-api';
import { listModels } from './list-models';
import { apiReached, ways } from './reached.test-support';
import { streamMessage } from './stream-message';

const signal = new AbortController().signal;

describe.each(ways)('a failure, reached %s,', (way) => {
  let proxied: Proxied;
  let key = '';
  let tests = 0;

  beforeAll(async () => {
    proxied = await Proxied.start();
  });
  afterAll(() => proxied.standIn.close());
  beforeEach(() => {
    tests += 1;
    key = `stand-in-secret-${tests}`;
  });

  async function failureOf(behaviour: Behaviour | undefined, body: object = {}, with_ = key): Promise<ApiFailure> {
    if (behaviour !== undefined) proxied.standIn.behave(with_, [behaviour]);
    const outcome = await streamMessage(apiReached(way, proxied, with_), { ...QUESTION, ...body }, { signal });
    if (outcome.type !== 'failed') throw new Error('There was an answer.');
    expect(`${outcome.failure.what} ${outcome.failure.advice}`).not.toContain('secret');
    return outcome.failure;
  }

  it.each([
    [401, 'key', 'authentication_error'],
    [403, 'key', 'permission_error'],
    [404, 'request', 'not_found_error'],
    [413, 'too-large', 'request_too_large'],
    [429, 'rate-limit', 'rate_limit_error'],
    [500, 'server', 'api_error'],
    [529, 'overloaded', 'overloaded_error'],
  ] as const)('with status %i is of the kind %s, with a message for the user', async (status, kind, type) => {
    const failure = await failureOf({ type: 'error', status, retryAfterSeconds: 7 });
    expect(failure).toMatchObject({ kind, status, type, retryAfterMs: 7_000 });
    expect(failure.what).toMatch(/^Asking claude-opus-5 failed: .+\. The answer was: ".+"$/);
    expect(failure.advice).toMatch(/^[A-Z].+\.$/);
  });

  it('has no wait unless one is stated', async () => {
    expect('retryAfterMs' in (await failureOf({ type: 'error', status: 529 }))).toBe(false);
  });

  it('for missing credit says so, though the API reports an invalid request', async () => {
    expect(await failureOf({ type: 'error', status: 400 })).toMatchObject({
      kind: 'credit',
      what: expect.stringContaining('the account has too little credit'),
      advice: expect.stringContaining('Add credit'),
    });
  });

  it('[X1] for a prompt that is too long has both numbers', async () => {
    const failure = await failureOf({ type: 'too-long', overTokens: 1_234 });
    expect(failure).toMatchObject({ kind: 'too-long', promptTokens: { sent: 1_001_234, most: 1_000_000 } });
    const message = 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease them';
    expect(await failureOf({ type: 'error', status: 400, message })).toMatchObject({
      kind: 'too-long',
      promptTokens: { sent: 210_000, most: 200_000 },
    });
    const bare = await failureOf({ type: 'error', status: 400, message: 'Prompt is too long' });
    expect(bare.kind).toBe('too-long');
    expect('promptTokens' in bare).toBe(false);
  });

  it('for an unknown model or an invalid body is a request failure', async () => {
    expect(await failureOf(undefined, { model: 'no-such' })).toMatchObject({ kind: 'request', status: 404 });
    expect(await failureOf(undefined, { messages: [] })).toMatchObject({
      kind: 'request',
      what: expect.stringContaining('at least one message'),
    });
  });

  it('for a wrong key says so, and an invalid key is never repeated', async () => {
    expect(await failureOf(undefined, {}, 'wrong-secret')).toMatchObject({ kind: 'key', status: 401 });
    const unsendable = await failureOf(undefined, {}, 'a\nsecret');
    expect(unsendable).toMatchObject({ kind: 'key', what: expect.stringContaining('not valid in a key') });
    expect(proxied.standIn.seen('a\nsecret')).toEqual([]);
  });

  it('never contains the key, even if the upstream repeats it', async () => {
    const message = `The key ${key} was revoked.`;
    expect((await failureOf({ type: 'error', status: 401, message })).what).toContain('The key [key] was revoked.');
    const body = `Who is ${key}?`;
    const raw = { type: 'raw', status: 502, contentType: 'text/plain', body } as const;
    expect(await failureOf(raw)).toMatchObject({ kind: 'server', status: 502 });
  });
});

it('without a response from the page’s server is a connection failure', async () => {
  const nobody = createApi({ baseUrl: 'http://127.0.0.1:9', key: 'stand-in-a' });
  const outcome = await streamMessage(nobody, QUESTION, { signal });
  expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'connection' } });
  expect(await listModels(nobody)).toMatchObject({ ok: false, error: { kind: 'connection' } });
});

it('from the page’s server, which did not reach the API, says so, and where its address is set', async () => {
  const proxied = await Proxied.start();
  await proxied.standIn.close();
  const outcome = await streamMessage(apiReached('through the proxy', proxied, 'stand-in-a'), QUESTION, { signal });
  expect(outcome).toMatchObject({
    type: 'failed',
    failure: {
      kind: 'unreachable',
      what: expect.stringMatching(/could not reach the API.*ECONNREFUSED/),
      advice: expect.stringContaining('ANTHROPIC_BASE_URL'),
    },
  });
});

describe('without a key of the page', () => {
  it('the key of the server is used, and named if it is wrong', async () => {
    const proxied = await Proxied.start({ ANTHROPIC_API_KEY: 'stand-in-of-the-server' });
    expect(await streamMessage(apiReached('through the proxy', proxied, ' '), QUESTION, { signal })).toMatchObject({
      type: 'answered',
    });
    expect(proxied.standIn.seen('stand-in-of-the-server')).toHaveLength(1);
    await proxied.standIn.close();

    const wrong = await Proxied.start({ ANTHROPIC_API_KEY: 'wrong' });
    expect(await streamMessage(apiReached('through the proxy', wrong), QUESTION, { signal })).toMatchObject({
      failure: { kind: 'key', what: expect.stringContaining("server's key") },
    });
    await wrong.standIn.close();
  });

  it('a missing key of the server is reported', async () => {
    const proxied = await Proxied.start();
    const outcome = await streamMessage(apiReached('through the proxy', proxied), QUESTION, { signal });
    expect(outcome).toMatchObject({
      failure: { kind: 'no-key', what: 'Asking claude-opus-5 failed: no API key is set.' },
    });
    expect(proxied.standIn.seen()).toEqual([]);
    await proxied.standIn.close();
  });
});
