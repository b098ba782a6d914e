import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Proxied, until, withKey } from './proxied.test-support';
import { openaiApi } from './proxied-apis';

const QUESTION = {
  model: 'gpt-5.4-mini',
  max_completion_tokens: 500,
  messages: [{ role: 'user', content: 'What is in the pool?' }],
};
const PATH = '/v1/chat/completions';
const CHAT = '/chat/completions';
const sent = JSON.stringify({ ...QUESTION, stream: true });

let proxied: Proxied;
let key = '';
let tests = 0;

const start = (environment: Readonly<Record<string, string>> = {}, limits = {}) =>
  Proxied.start(environment, limits, openaiApi);

beforeAll(async () => {
  proxied = await start();
});
afterAll(() => proxied.standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-${tests}`;
});

function post(body: BodyInit, headers: Record<string, string | undefined> = withKey(key), through = proxied) {
  const json = { 'content-type': 'application/json', ...headers };
  return through.ask(PATH, { method: 'POST', body, ...{ duplex: 'half' } }, json);
}

const seen = () => proxied.standIn.seen(key).at(-1);

async function errorOf(response: Response) {
  const body = await response.json();
  expect(body).toMatchObject({ type: 'error', error: { type: expect.any(String), message: expect.any(String) } });
  return { status: response.status, requestId: body.request_id, ...body.error };
}

it('forwards a stream, and the list of models', async () => {
  const stream = await (await post(sent)).text();
  expect(stream).toMatch(/^data: .*"chat\.completion\.chunk"[\s\S]*data: \[DONE\]\n\n$/);
  const listed = await (await proxied.ask('/v1/models', {}, withKey(key))).json();
  expect(JSON.stringify(listed)).toContain('gpt-5.4-mini');
  expect(proxied.standIn.seen(key).map(({ path, problem }) => [path, problem])).toEqual([
    ['/openai/v1/chat/completions', undefined],
    ['/openai/v1/models', undefined],
  ]);
});

describe('the key', () => {
  it('of the page takes precedence over that of the server, and neither is Anthropic’s', async () => {
    const own = await start({ OPENAI_API_KEY: 'stand-in-server', ANTHROPIC_API_KEY: 'stand-in-anthropic' });
    await post(sent, {}, own);
    await post(sent, withKey(key), own);
    expect(own.standIn.seen().map((request) => request.key)).toEqual(['stand-in-server', key]);
    await own.standIn.close();
  });

  it('is not needed by another server: then none is sent', async () => {
    const own = await start();
    const keyless = await start({ OPENAI_BASE_URL: own.standIn.chatAddress({ needsKey: false }) });
    expect((await post(sent, {}, keyless)).status).toBe(200);
    expect(own.standIn.seen()[0]?.headers.authorization).toBeUndefined();
    expect(await errorOf(await post(sent, {}, own))).toMatchObject({ status: 401, code: 'invalid_api_key' });
    for (const { standIn } of [own, keyless]) await standIn.close();
  });

  it('is requested with advice for OpenAI itself, without calling it', async () => {
    const answer = await errorOf(await post(sent, {}, await start({ OPENAI_BASE_URL: '' })));
    expect(answer).toMatchObject({ status: 401, requestId: null, message: expect.stringContaining('OPENAI_API_KEY') });
  });

  it('never appears in a response, error or record', async () => {
    const planted = `stand-in-${'planted'.repeat(4)}`;
    const own = await start({ OPENAI_API_KEY: planted });
    const echo = JSON.stringify([{ error: { message: `no such key: ${planted}`, status: planted } }]);
    own.standIn.behave(
      planted,
      [
        { type: 'answer', text: `The key is ${planted}.` },
        { type: 'error', status: 401, message: `Incorrect API key provided: ${planted}` },
        { type: 'raw', status: 400, contentType: 'application/json', body: echo.replaceAll('-', '\\u002d') },
        { type: 'raw', status: 429, contentType: 'text/plain', body: planted, headers: { 'x-request-id': planted } },
      ],
      CHAT,
    );
    const out: string[] = [];
    for (let request = 0; request < 4; request++) {
      const answer = await post(sent, {}, own);
      out.push(JSON.stringify([...answer.headers]), await answer.text());
    }
    out.push(JSON.stringify(own.records));
    expect(own.records).toHaveLength(4);
    expect(out.join('\n')).not.toContain(planted);
    await own.standIn.close();
  });
});

describe('an error', () => {
  const faulty = async (status: number, body: string, contentType = 'application/json', headers = {}) => {
    proxied.standIn.behave(key, [{ type: 'raw', status, contentType, body, headers }], CHAT);
    return errorOf(await post(sent));
  };

  it('has one shape, whichever server it comes from', async () => {
    const openai = {
      message: 'too long',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    };
    expect(await faulty(400, JSON.stringify({ error: openai }))).toEqual({
      status: 400,
      requestId: expect.stringMatching(/^req_chat/),
      type: 'invalid_request_error',
      message: 'too long',
      code: 'context_length_exceeded',
      param: 'messages',
    });
    const gemini = [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }];
    expect(await faulty(400, JSON.stringify(gemini))).toMatchObject({
      message: 'API key not valid.',
      code: 'INVALID_ARGUMENT',
    });
    const llama = { error: { code: 400, message: 'it exceeds the context', type: 'exceed_context_size_error' } };
    expect(await faulty(400, JSON.stringify(llama))).toMatchObject({ code: 'exceed_context_size_error' });
    expect(await faulty(404, '{"error":"model not found"}')).toMatchObject({
      status: 404,
      type: 'not_found_error',
      message: 'model not found',
    });
    expect(await faulty(429, '{"error":{"message":"slow down"}}')).toMatchObject({ type: 'rate_limit_error' });
  });

  it('of a gateway shows none of its page', async () => {
    const error = await faulty(502, '<h1>Bad gateway</h1>', 'text/html');
    expect(error).toMatchObject({ status: 502, type: 'api_error' });
    expect(error.message).not.toContain('<');
    expect((await faulty(200, '<p>hello</p>', 'text/html')).message).toContain('OPENAI_BASE_URL');
  });

  it('passes on how long to wait, and nothing else of the upstream headers', async () => {
    const headers = {
      'retry-after': '7',
      'retry-after-ms': '6900',
      'set-cookie': 'a=b',
      'openai-organization': 'secret',
    };
    const body = '{"error":{"message":"slow down"}}';
    proxied.standIn.behave(key, [{ type: 'raw', status: 429, contentType: 'application/json', body, headers }], CHAT);
    const answer = await post(sent);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store, no-transform',
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '7',
      'retry-after-ms': '6900',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-remaining-requests': '49',
      'x-request-id': expect.stringMatching(/^req_chat/),
    });
  });

  it('of a server that does not answer has its reason, not its address', async () => {
    const gone = await start();
    await gone.standIn.close();
    const error = await errorOf(await post(sent, {}, gone));
    expect(error).toMatchObject({ status: 502, requestId: null, message: expect.stringContaining('ECONNREFUSED') });
    expect(error.message).not.toContain('127.0.0.1');
  });

  it('of a stream that breaks between two events is its last event', async () => {
    proxied.standIn.behave(key, [{ type: 'drop', afterDeltas: 2 }], CHAT);
    const text = await (await post(sent)).text();
    expect(text.trimEnd().split('\n').slice(-2)).toEqual(['event: error', expect.stringContaining('"api_error"')]);
    expect(text).not.toContain('[DONE]');
  });
});

describe('under attack', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example:3000', origin: 'http://evil.example:3000' },
    { origin: undefined, 'sec-fetch-site': undefined },
  ])('rejects a request of a foreign page: %j', async (headers) => {
    expect(await errorOf(await post(sent, { ...withKey(key), ...headers }))).toMatchObject({ status: 403 });
    expect(proxied.standIn.seen(key)).toEqual([]);
  });

  it('sends the server the few headers that it needs', async () => {
    await post(sent, {
      ...withKey(key),
      'openai-organization': 'org',
      'openai-beta': 'x',
      'anthropic-version': '2023-06-01',
      cookie: 'session=1',
      'x-forwarded-host': 'evil.example',
      'x-stainless-os': 'Linux',
    });
    const names = Object.keys(seen()?.headers ?? {});
    const known = [
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
      'cache-control',
      'pragma',
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(['Bearer a b', 'Basic c2VjcmV0', 'Bearer "x"', 'Bearer ü'])(
    'rejects the key of %s',
    async (authorization) => {
      expect(await errorOf(await post(sent, { authorization }))).toMatchObject({ status: 401, requestId: null });
    },
  );

  it('rejects a body that is too large, and forwards none of it', async () => {
    const small = await start({}, { bodyBytes: 1_000 });
    expect(await errorOf(await post('a'.repeat(1_001), withKey(key), small))).toMatchObject({ status: 413 });
    expect(small.standIn.seen()).toEqual([]);
    await small.standIn.close();
  });

  it('does not follow a redirect', async () => {
    const headers = { location: `${proxied.standIn.address}/v1/messages` };
    proxied.standIn.behave(key, [{ type: 'raw', status: 307, contentType: 'text/plain', body: '', headers }], CHAT);
    expect(await errorOf(await post(sent))).toMatchObject({ status: 502 });
    expect(proxied.standIn.seen(key)).toHaveLength(1);
  });

  it('ends the request to the server when the page leaves', async () => {
    proxied.standIn.behave(key, [{ type: 'answer', text: 'a'.repeat(20_000), deltaMs: 5 }], CHAT);
    const reader = (await post(sent)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => seen()?.ended === 'closed-by-client');
  });
});

it('records only counts and times', async () => {
  await (await post(sent)).text();
  expect(proxied.records.at(-1)).toEqual({
    path: PATH,
    status: 200,
    bytesSent: sent.length,
    bytesReceived: expect.any(Number),
    firstByteMs: expect.any(Number),
    wholeMs: expect.any(Number),
  });
});
