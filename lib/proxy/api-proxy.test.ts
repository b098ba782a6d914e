import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Proxied, QUESTION, until, VERSION, withKey } from './proxied.test-support';

let proxied: Proxied;
let key = '';
let tests = 0;

beforeAll(async () => {
  proxied = await Proxied.start();
});
afterAll(() => proxied.standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-${tests}`;
});

const seen = () => proxied.standIn.seen(key).at(-1);
const sent = JSON.stringify({ ...QUESTION, stream: true });

async function errorOf(response: Response) {
  const body = await response.json();
  expect(body).toMatchObject({ type: 'error', error: { type: expect.any(String), message: expect.any(String) } });
  return { status: response.status, requestId: body.request_id, ...body.error };
}

describe('the official SDK through the proxy', () => {
  it('gets an answer, a count and the models', async () => {
    const client = proxied.sdk(key);
    const answer = await client.messages.create(QUESTION);
    const counted = await client.beta.messages.countTokens({ model: QUESTION.model, messages: QUESTION.messages });
    const models = await client.models.list({ limit: 20 });
    expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringContaining('What is in the pool?') }]);
    expect(counted.input_tokens).toBe(answer.usage.input_tokens);
    expect(models.data.map(({ id }) => id)).toContain('claude-opus-5');
  });

  it('gets the start of a stream before its end is sent', async () => {
    proxied.standIn.behave(key, [{ type: 'answer', text: 'pool '.repeat(100), deltaMs: 10 }]);
    const stream = proxied.sdk(key).messages.stream(QUESTION);
    let sentAtFirst = 0;
    stream.once('text', () => {
      sentAtFirst = seen()?.eventsSent ?? 0;
    });
    expect(await stream.finalText()).toBe('pool '.repeat(100));
    expect(sentAtFirst).toBeGreaterThan(0);
    expect(sentAtFirst).toBeLessThan((seen()?.eventsSent ?? 0) / 2);
  });

  it.each([
    [400, Anthropic.BadRequestError, 'invalid_request_error'],
    [401, Anthropic.AuthenticationError, 'authentication_error'],
    [403, Anthropic.PermissionDeniedError, 'permission_error'],
    [404, Anthropic.NotFoundError, 'not_found_error'],
    [413, Anthropic.ContentTooLargeError, 'request_too_large'],
    [429, Anthropic.RateLimitError, 'rate_limit_error'],
    [500, Anthropic.InternalServerError, 'api_error'],
    [529, Anthropic.OverloadedError, 'overloaded_error'],
  ] as const)('gets its own error for %i, with the request id and the time to wait', async (status, kind, type) => {
    proxied.standIn.behave(key, [{ type: 'error', status, retryAfterSeconds: 7 }]);
    const error = await proxied
      .sdk(key)
      .messages.create(QUESTION)
      .catch((caught: unknown) => caught);
    if (!(error instanceof kind)) throw error;
    expect(error).toMatchObject({ status, type, requestID: expect.stringMatching(/^req_stand_in/) });
    expect(error.headers?.get('retry-after')).toBe('7');
    expect(proxied.standIn.seen(key)).toHaveLength(1);
  });

  it(`gets "too long" in the API's words`, async () => {
    proxied.standIn.behave(key, [{ type: 'too-long', overTokens: 4_321 }]);
    await expect(proxied.sdk(key).messages.create(QUESTION)).rejects.toThrow(
      'prompt is too long: 1004321 tokens > 1000000 maximum',
    );
  });

  it('gets the error event of a stream, and one of the proxy if the connection breaks between two events', async () => {
    proxied.standIn.behave(key, [
      { type: 'error-event', afterDeltas: 2 },
      { type: 'drop', afterDeltas: 2 },
    ]);
    for (const type of ['overloaded_error', 'api_error']) {
      const texts: string[] = [];
      const stream = proxied.sdk(key).messages.stream(QUESTION);
      stream.on('text', (text) => texts.push(text));
      const error = await stream.finalText().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Anthropic.APIError);
      expect(error).toMatchObject({ type, status: undefined });
      expect(texts).toHaveLength(2);
    }
  });
});

describe('a broken connection', () => {
  it('inside an event ends in an error event, after everything before it', async () => {
    proxied.standIn.behave(key, [{ type: 'drop', afterDeltas: 2, insideEvent: true }]);
    const text = await (await proxied.post(sent, withKey(key))).text();
    expect(text.match(/text_delta/g)).toHaveLength(2);
    const events = text.trimEnd().split('\n\n');
    for (const event of events) expect(() => JSON.parse(event.split('data: ')[1] ?? '')).not.toThrow();
    expect(events.at(-1)).toMatch(/^event: error\ndata: \{"type":"error","error":\{"status":502,"type":"api_error"/);
  });

  it('in an unstreamed answer breaks for the page too: half an answer never looks complete', async () => {
    proxied.standIn.behave(key, [{ type: 'drop', afterDeltas: 0 }]);
    const answer = await proxied.post(JSON.stringify(QUESTION), withKey(key));
    expect(await errorOf(answer)).toMatchObject({ status: 502, type: 'api_error', requestId: null });
  });
});

describe('a page that closes', () => {
  it('before the headers ends the request to the API', async () => {
    proxied.standIn.behave(key, [{ type: 'hang' }]);
    const page = new AbortController();
    const answer = proxied.post(sent, withKey(key), page.signal);
    await until(() => seen() !== undefined);
    page.abort();
    await until(() => seen()?.ended === 'closed-by-client');
    expect((await answer).status).toBe(499);
  });

  it.each(['aborts', 'stops reading'])('in the middle of a stream ends it at the API: it %s', async (how) => {
    proxied.standIn.behave(key, [{ type: 'answer', text: 'a'.repeat(20_000), deltaMs: 5 }]);
    const page = new AbortController();
    const answer = await proxied.post(sent, withKey(key), page.signal);
    const reader = answer.body?.getReader();
    await reader?.read();
    if (how === 'aborts') page.abort();
    else await reader?.cancel();
    await until(() => seen()?.ended === 'closed-by-client');
    expect(proxied.records.at(-1)).toMatchObject({ status: 499 });
  });
});

describe('the key', () => {
  const secret = 'stand-in-secret-of-the-server';

  it("of the page takes precedence over the server's, and is sent in the header it came in", async () => {
    const both = await Proxied.start({ ANTHROPIC_API_KEY: ` ${secret}\n` });
    await both.sdk(key).messages.create(QUESTION);
    await both.post(sent, { 'x-api-key': `${key}-plain`, ...withKey('stand-in-other') });
    await both.post(sent);
    const [bearer, plain, own] = both.standIn.seen();
    expect(bearer?.headers).toMatchObject({ authorization: `Bearer ${key}` });
    expect(plain?.headers).toMatchObject({ 'x-api-key': `${key}-plain` });
    expect(plain?.headers.authorization).toBeUndefined();
    expect(own?.headers).toMatchObject({ authorization: `Bearer ${secret}` });
    await both.standIn.close();
  });

  it('of the server is used if the SDK sends none', async () => {
    const own = await Proxied.start({ ANTHROPIC_API_KEY: secret });
    await own.sdk(null).messages.create(QUESTION);
    expect(own.standIn.seen(secret)).toHaveLength(1);
    await own.standIn.close();
  });

  it('is requested with advice if missing, without calling the API', async () => {
    const before = proxied.standIn.seen().length;
    const answer = await errorOf(await proxied.post(sent));
    expect(answer).toMatchObject({ status: 401, type: 'authentication_error', requestId: null });
    expect(answer.message).toContain('ANTHROPIC_API_KEY');
    expect(proxied.standIn.seen()).toHaveLength(before);
  });

  it.each([{ authorization: 'Basic c2VjcmV0' }, { 'x-api-key': 'one, two' }, { authorization: 'Bearer "x"' }])(
    'that is invalid is rejected: %j',
    async (headers) => expect((await proxied.post(sent, headers)).status).toBe(401),
  );

  it('never appears in any output: response, error, header or record', async () => {
    const planted = `stand-in-${'planted'.repeat(4)}`;
    const own = await Proxied.start({ ANTHROPIC_API_KEY: planted });
    const echo = JSON.stringify({ error: { message: `no such key: ${planted}` } });
    const escaped = echo.replaceAll('-', '\\u002d');
    own.standIn.behave(planted, [
      { type: 'answer' },
      { type: 'error', status: 401, message: `invalid x-api-key ${planted}` },
      { type: 'raw', status: 502, contentType: 'text/html', body: `<h1>${planted}</h1>` },
      { type: 'raw', status: 500, contentType: 'text/plain', body: `bad: ${planted}` },
      { type: 'raw', status: 403, contentType: 'application/json', body: echo },
      { type: 'raw', status: 302, contentType: 'text/plain', body: '', headers: { location: `/?${planted}` } },
      { type: 'raw', status: 401, contentType: 'application/json', body: escaped },
      { type: 'raw', status: 200, contentType: 'text/event-stream', body: `event: error\ndata: ${echo}\n\n` },
      { type: 'raw', status: 429, contentType: 'text/plain', body: '', headers: { 'request-id': planted } },
      { type: 'error-event', afterDeltas: 1 },
      { type: 'drop', afterDeltas: 1 },
    ]);
    // Only here may a busy machine be too late: everything is.
    const quick = await Proxied.start({ ANTHROPIC_API_KEY: planted }, { silenceMs: 100 });
    quick.standIn.behave(planted, [{ type: 'hang' }]);
    const out: string[] = [];
    for (const to of [...Array<Proxied>(11).fill(own), quick]) {
      const answer = await to.post(sent);
      out.push(String(answer.status), JSON.stringify([...answer.headers]), await answer.text());
    }
    for (const { standIn } of [own, quick]) await standIn.close();
    for (const answer of [
      await own.post(sent),
      await own.ask(`/v1/messages?key=${planted}`, { method: 'POST' }),
      await own.post(sent, { origin: 'https://evil.example' }),
      await own.post(sent, { authorization: `Bearer ${planted} ${planted}` }),
    ]) {
      out.push(JSON.stringify([...answer.headers]), await answer.text());
    }
    out.push(JSON.stringify([own.records, quick.records]));
    expect(own.standIn.seen(planted)).toHaveLength(11);
    expect(own.records).toHaveLength(12);
    expect(quick.records).toHaveLength(1);
    expect(out.join('\n').match(/no such key: \[key\]/g)).toHaveLength(3);
    expect(out.join('\n')).not.toContain(planted);
    expect(out.join('\n')).not.toContain('u002d');
  });
});

describe('headers', () => {
  it('to the API are the few that it needs, and none of the others that a browser sends', async () => {
    await proxied.post(sent, {
      ...withKey(key),
      accept: 'text/event-stream',
      'anthropic-beta': 'token-counting-2024-11-01',
      cookie: 'session=1',
      referer: 'http://127.0.0.1:3000/session?x',
      'user-agent': 'Browser',
      'x-forwarded-for': '10.0.0.1',
      'x-stainless-os': 'Linux',
      'anthropic-dangerous-direct-browser-access': 'true',
      connection: 'x-api-key',
    });
    const headers = seen()?.headers ?? {};
    expect(headers).toMatchObject({
      ...VERSION,
      accept: 'text/event-stream',
      'anthropic-beta': 'token-counting-2024-11-01',
      'content-type': 'application/json',
    });
    const fromTheBrowser = ['cookie', 'referer', 'origin', 'x-forwarded-for', 'x-stainless-os', 'sec-fetch-site'];
    expect(Object.keys(headers).filter((name) => fromTheBrowser.includes(name))).toEqual([]);
    expect(headers['anthropic-dangerous-direct-browser-access']).toBeUndefined();
    expect(headers['user-agent']).not.toContain('Browser');
  });

  it('to the page are those about the content, retries and rate limits', async () => {
    const { headers } = await proxied.post(sent, withKey(key));
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'no-store, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
      'request-id': expect.stringMatching(/^req_stand_in/),
      'anthropic-ratelimit-requests-remaining': '49',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('an upstream that is not the API', () => {
  it.each([
    [200, 'text/html', '<script>alert(1)</script>', 502, 'api_error'],
    [502, 'text/html', '<html>Bad gateway</html>', 502, 'api_error'],
    [503, 'text/plain', 'upstream connect error', 503, 'api_error'],
    [429, 'application/json', '{"message":"slow down"}', 429, 'rate_limit_error'],
    [504, 'application/json', '{"error":"late"}', 504, 'timeout_error'],
    [500, 'application/json', '{"type":"error","error":"x"}', 500, 'api_error'],
    [302, 'text/html', '', 502, 'api_error'],
    [307, 'text/html', '', 502, 'api_error'],
  ])('%i of %s becomes an error in the format of the API', async (status, contentType, body, expected, type) => {
    const headers = { location: `${proxied.standIn.address}/v1/messages`, 'retry-after': '3' };
    proxied.standIn.behave(key, [{ type: 'raw', status, contentType, body, headers }]);
    const answer = await proxied.post(sent, withKey(key));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('location')).toBeNull();
    const error = await errorOf(answer);
    expect(error).toMatchObject({ status: expected, type });
    expect(error.message).not.toMatch(/</);
    expect(proxied.standIn.seen(key)).toHaveLength(1);
  });

  it.each([
    [200, 'event: ping\ndata: {"type": "ping"}\n\n', 'text/event-stream'],
    [429, '{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}', 'application/json'],
  ])('that compresses anyway is read: %i', async (status, body, contentType) => {
    const headers = { 'content-encoding': 'gzip' };
    proxied.standIn.behave(key, [{ type: 'raw', status, contentType, body, headers }]);
    const answer = await proxied.post(sent, withKey(key));
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect([answer.status, await answer.text()]).toEqual([status, body]);
  });

  it.each([
    ['text/plain', 502],
    ['text/html', 502],
    ['', 502],
    ['Application/JSON; charset=utf-8', 200],
  ])('whose content type is "%s" gives %i to the page', async (contentType, status) => {
    proxied.standIn.behave(key, [{ type: 'raw', status: 200, contentType, body: '{}' }]);
    expect((await proxied.post(sent, withKey(key))).status).toBe(status);
  });

  it('has its error message passed on', async () => {
    const body = '{"error":{"message":"the model is gone"}}';
    proxied.standIn.behave(key, [{ type: 'raw', status: 400, contentType: 'application/json', body }]);
    expect((await errorOf(await proxied.post(sent, withKey(key)))).message).toContain('the model is gone');
  });

  it('that does not answer is a failed connection, with the reason and without the address', async () => {
    const gone = await Proxied.start();
    await gone.standIn.close();
    const error = await errorOf(await gone.post(sent, withKey(key)));
    expect(error).toMatchObject({ status: 502, type: 'api_error', requestId: null });
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.message).not.toContain('127.0.0.1');
  });

  it('that the server cannot use is reported as such', async () => {
    const wrong = await Proxied.start({ ANTHROPIC_BASE_URL: 'http://10.1.1.1' });
    expect(await errorOf(await wrong.post(sent, withKey(key)))).toMatchObject({ status: 500, type: 'api_error' });
    await wrong.standIn.close();
  });
});

describe('limits', () => {
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
    });

  it('a body that is too large is rejected, however it is sent, and not forwarded', async () => {
    const small = await Proxied.start({}, { bodyBytes: 1_000_000 });
    for (const body of ['a'.repeat(1_000_001), endless()]) {
      const answer = await errorOf(await small.post(body, { ...withKey(key), 'content-length': '10' }));
      expect(answer).toMatchObject({ status: 413, type: 'request_too_large' });
    }
    expect(small.standIn.seen()).toEqual([]);
    expect((await small.post(sent, withKey(key))).status).toBe(200);
    await small.standIn.close();
  });

  it('an idle request ends: before the headers, in a stream, and if a page sends half a body', async () => {
    const quick = await Proxied.start({}, { silenceMs: 60 });
    quick.standIn.behave(key, [{ type: 'hang' }]);
    expect(await errorOf(await quick.post(sent, withKey(key)))).toMatchObject({ status: 504, type: 'timeout_error' });
    const half = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
    expect(await errorOf(await quick.post(half, withKey(key)))).toMatchObject({ status: 504 });
    // On a busy machine two deltas may be far apart.
    const patient = await Proxied.start({}, { silenceMs: 1_500 });
    patient.standIn.behave(key, [{ type: 'stall', afterDeltas: 2 }]);
    const stalled = await (await patient.post(sent, withKey(key))).text();
    expect(stalled.trimEnd().split('\n').at(-1)).toContain('timeout_error');
    expect(stalled.match(/text_delta/g)).toHaveLength(2);
    for (const { standIn } of [quick, patient]) {
      await until(() => standIn.seen(key).every(({ ended }) => ended === 'closed-by-client'));
      await standIn.close();
    }
  });

  it('the total time is limited, even for a page that stopped reading', async () => {
    const quick = await Proxied.start({}, { wholeMs: 300 });
    quick.standIn.behave(key, [{ type: 'answer', text: 'a'.repeat(20_000), deltaMs: 5 }]);
    await quick.post(sent, withKey(key));
    await until(() => quick.records.length === 1);
    expect(quick.records).toMatchObject([{ status: 504 }]);
    await until(() => quick.standIn.seen(key).every(({ ended }) => ended === 'closed-by-client'));
    await quick.standIn.close();
  });

  it('one request too many is rejected with a retry time; a slot is free when a response ends', async () => {
    const two = await Proxied.start({}, { atOnce: 2 });
    two.standIn.behave(key, [{ type: 'hang' }, { type: 'answer', text: 'a'.repeat(5_000), deltaMs: 5 }]);
    const page = new AbortController();
    const hanging = two.post(sent, withKey(key), page.signal);
    const streaming = await two.post(sent, withKey(key));
    const refused = await two.post(sent, withKey(key));
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await errorOf(refused)).toMatchObject({ status: 429, type: 'rate_limit_error', requestId: null });
    page.abort();
    await hanging;
    expect((await two.post(sent, withKey(key))).status).toBe(200);
    await streaming.body?.cancel();
    expect((await two.post(sent, withKey(key))).status).toBe(200);
    expect(two.standIn.seen(key)).toHaveLength(4);
    await two.standIn.close();
  });

  it('twenty parallel streams stay complete and separate', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index} päß 日本 😀 `.repeat(200));
    texts.forEach((text, index) => {
      proxied.standIn.behave(`${key}-${index}`, [{ type: 'answer', text, deltaMs: 1 }]);
    });
    const question = { ...QUESTION, max_tokens: 20_000 };
    const answers = texts.map((_, index) => proxied.sdk(`${key}-${index}`).messages.stream(question).finalText());
    expect(await Promise.all(answers)).toEqual(texts);
  });
});

it('rejects foreign pages before anything else, without revealing whether there is a key', async () => {
  const answer = await proxied.ask('/v1/nothing', { method: 'POST' }, { origin: 'https://evil.example' });
  expect(await errorOf(answer)).toMatchObject({ status: 403, type: 'permission_error' });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('records only counts and times of each request', async () => {
  proxied.standIn.behave(key, [{ type: 'answer', text: 'pool '.repeat(100), deltaMs: 10 }]);
  await (await proxied.post(sent, withKey(key))).text();
  const { firstByteMs = 0, wholeMs = 0 } = proxied.records.at(-1) ?? {};
  expect(firstByteMs).toBeGreaterThan(0);
  // The stand-in pauses before each of the deltas that follow.
  expect(wholeMs - firstByteMs).toBeGreaterThan(100);
  expect(proxied.records.at(-1)).toEqual({
    path: '/v1/messages',
    status: 200,
    bytesSent: sent.length,
    bytesReceived: expect.any(Number),
    firstByteMs: expect.any(Number),
    wholeMs: expect.any(Number),
  });
});
