import { expect, type Page, test } from '@playwright/test';
import { behave, seenBy, standInAddress } from '../stand-in/control';
import { endlessBody, rawBytes, rawRequest } from '../support/raw-request';

const QUESTION = { model: 'claude-opus-5', max_tokens: 4_000, messages: [{ role: 'user', content: 'What is in it?' }] };
const PATH = '/api/anthropic/v1/messages';

interface Asked {
  readonly status: number;
  readonly text: string;
  readonly pieces: number;
  readonly firstMs: number;
  readonly wholeMs: number;
}

/** Sends a request from our own page, with the key and the body of the test. */
function ask(page: Page, key: string, body: object = { ...QUESTION, stream: true }): Promise<Asked> {
  return page.evaluate(
    async ([path, sent, bearer]) => {
      const startMs = performance.now();
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2026-10-21' };
      const withKey = bearer === '' ? headers : { ...headers, authorization: `Bearer ${bearer}` };
      const answer = await fetch(path, { method: 'POST', headers: withKey, body: sent });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let [text, pieces, firstMs] = ['', 0, 0];
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) break;
        if (pieces === 0) firstMs = performance.now() - startMs;
        pieces += 1;
        text += value;
      }
      return { status: answer.status, text, pieces, firstMs, wholeMs: performance.now() - startMs };
    },
    [PATH, JSON.stringify(body), key] as const,
  );
}

function keyOf(name: string): string {
  return `stand-in-e2e-${name}-${test.info().workerIndex}-${Date.now()}`;
}

function portOf(baseURL: string | undefined): string {
  return new URL(baseURL ?? '').port;
}

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('forwards a stream to the page in pieces, as they arrive', async ({ page }) => {
  const key = keyOf('stream');
  await behave(key, [{ type: 'answer', text: 'piece by piece '.repeat(50), deltaMs: 25 }]);
  const { status, pieces, firstMs, wholeMs, text } = await ask(page, key);
  expect(status).toBe(200);
  expect(pieces).toBeGreaterThan(10);
  expect(firstMs).toBeLessThan(wholeMs / 2);
  expect(text).toMatch(/^event: message_start[\s\S]*event: message_stop\ndata: .*\n\n$/);
});

test('reports a missing or wrong key, and rejects a key in the URL without repeating it', async ({ page }) => {
  const status = await page.evaluate(async () => (await fetch('/api/proxy-status')).json());
  const other = { hasKey: false, upstream: 'other' };
  expect(status).toEqual({ ...other, openai: other });
  const refused = await ask(page, '');
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text)).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  const wrong = await ask(page, 'wrong');
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('invalid x-api-key')]);
  const inQuery = await page.evaluate(
    async (path) => (await fetch(`${path}?api_key=stand-in-query`, { method: 'POST', body: '{}' })).text(),
    PATH,
  );
  expect(inQuery).toContain('Send keys in a header');
  expect(inQuery).not.toContain('stand-in-query');
});

test('cancels the API request when the page aborts before or during the answer, or its tab is closed', async ({
  page,
  context,
}) => {
  const abort = (key: string, afterMs: number, tab: Page) =>
    tab.evaluate(
      async ([path, sent, bearer, ms]) => {
        const headers = { 'content-type': 'application/json', 'anthropic-version': '2026-10-21', 'x-api-key': bearer };
        const signal = AbortSignal.timeout(ms);
        const answer = await fetch(path, { method: 'POST', headers, body: sent, signal }).catch(() => undefined);
        await answer?.text().catch(() => undefined);
      },
      [PATH, JSON.stringify({ ...QUESTION, stream: true }), key, afterMs] as const,
    );
  const long = { type: 'answer', text: 'word '.repeat(3_000), deltaMs: 20 } as const;
  const ended = async (key: string) => (await seenBy(key)).map((seen) => seen.ended);

  const [before, middle, closed] = [keyOf('before'), keyOf('middle'), keyOf('closed')];
  await behave(before, [{ type: 'hang' }]);
  await abort(before, 300, page);
  await expect.poll(() => ended(before)).toEqual(['closed-by-client']);

  await behave(middle, [long]);
  await abort(middle, 500, page);
  await expect.poll(() => ended(middle)).toEqual(['closed-by-client']);
  const [seen] = await seenBy(middle);
  expect(seen?.eventsSent).toBeGreaterThan(3);
  expect(seen?.eventsSent).toBeLessThan(300);

  await behave(closed, [long]);
  const tab = await context.newPage();
  await tab.goto('/');
  const leaving = abort(closed, 60_000, tab).catch(() => undefined);
  await expect.poll(async () => (await seenBy(closed))[0]?.eventsSent ?? 0).toBeGreaterThan(3);
  await tab.close();
  await leaving;
  await expect.poll(() => ended(closed)).toEqual(['closed-by-client']);
});

test('keeps twenty parallel streams intact', async ({ page }) => {
  const key = keyOf('twenty');
  const text = 'päß 日本 😀 '.repeat(100);
  await behave(key, new Array(20).fill({ type: 'answer', text, deltaMs: 2 }));
  const streams = await page.evaluate(
    async ([path, sent, bearer]) => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2026-10-21', 'x-api-key': bearer };
      const one = async () => (await fetch(path, { method: 'POST', headers, body: sent })).text();
      return Promise.all(Array.from({ length: 20 }, one));
    },
    [PATH, JSON.stringify({ ...QUESTION, stream: true }), key] as const,
  );
  for (const stream of streams) {
    const deltas = [...stream.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, piece]) => piece);
    expect(deltas.join('')).toBe(text);
  }
});

test('passes on what arrived before the connection broke, and notifies the page', async ({ page }) => {
  const key = keyOf('drop');
  await behave(key, [
    { type: 'drop', afterDeltas: 3 },
    { type: 'drop', afterDeltas: 1, insideEvent: true },
  ]);
  const { text } = await ask(page, key);
  expect(text.match(/text_delta/g)).toHaveLength(3);
  expect(text.trimEnd().split('\n').slice(-2)).toEqual(['event: error', expect.stringContaining('"api_error"')]);
  // Of the event that was cut off, nothing is passed on.
  const { text: cut } = await ask(page, key);
  expect(cut.match(/text_delta/g)).toHaveLength(1);
  expect(cut.trimEnd().split('\n').slice(-2)).toEqual(['event: error', expect.stringContaining('"api_error"')]);
});

test('rejects an oversized body with an API-style error, and forwards none of it', async ({ page }) => {
  const key = keyOf('large');
  const { status, text } = await page.evaluate(
    async ([path, bearer]) => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2026-10-21', 'x-api-key': bearer };
      const answer = await fetch(path, { method: 'POST', headers, body: 'a'.repeat(34 * 1024 * 1024) });
      return { status: answer.status, text: await answer.text() };
    },
    [PATH, key] as const,
  );
  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'request_too_large' } });
  expect(await seenBy(key)).toEqual([]);
});

test.describe('under attack', () => {
  test('lets a page on another port neither read nor send', async ({ page, baseURL }) => {
    const key = keyOf('cross');
    await page.goto(`${standInAddress}/stand-in/requests?key=${key}`);
    const results = await page.evaluate(
      async ([url, bearer]) => {
        const json = { 'content-type': 'application/json', 'x-api-key': bearer };
        const outcome = (init: RequestInit) =>
          fetch(url, init).then(
            ({ type }) => type,
            () => 'failed',
          );
        return [
          await outcome({ method: 'POST', headers: json, body: '{}' }),
          await outcome({ method: 'POST', mode: 'no-cors', body: '{}' }),
          await outcome({ method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams('a=b') }),
        ];
      },
      [`${baseURL}${PATH}`, key] as const,
    );
    // Nor learn that there was an answer: ours are for pages of the same origin.
    expect(results).toEqual(['failed', 'failed', 'failed']);

    await page.setContent(
      `<form method="post" enctype="text/plain" action="${baseURL}${PATH}"><button>Send</button></form>`,
    );
    const [answer] = await Promise.all([page.waitForResponse(`${baseURL}${PATH}`), page.getByText('Send').click()]);
    expect(answer.status()).toBe(403);
    expect(await seenBy(key)).toEqual([]);
    const typed = await page.goto(`${baseURL}/api/anthropic/v1/models`);
    expect(typed?.status()).toBe(403);
  });

  test('rejects other host names, disguised paths and ambiguous headers', async ({ baseURL }) => {
    const port = portOf(baseURL);
    const key = keyOf('raw');
    const own = {
      host: `127.0.0.1:${port}`,
      origin: `http://127.0.0.1:${port}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'anthropic-version': '2026-10-21',
      authorization: `Bearer ${key}`,
    };
    const body = JSON.stringify(QUESTION);
    for (const changed of [
      { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
      { host: `evil.example:${port}`, 'x-forwarded-host': own.host },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const { status, text } = await rawRequest(port, PATH, { ...own, ...changed }, 'POST', body);
      expect([changed, status]).toEqual([changed, 403]);
      expect(text).toContain('permission_error');
    }
    for (const path of [
      '/v1%2fmessages',
      '//v1/messages',
      '/v1//messages',
      '/v1/messages/',
      '/v1/messages/../files',
      '/v1/messages/%2e%2e/files',
      '/v1/messages/..%2f..%2ffiles',
      '/v1/messages%00',
      '/https://evil.example/v1/messages',
      '/v1/messages/batches/x/delete',
      '/v1/models/claude-opus-5',
    ]) {
      const { status } = await rawRequest(port, `/api/anthropic${path}`, own, 'POST', body);
      // Next redirects double slashes to single ones on this host; the SDK and fetch then follow.
      expect([path, [404, 308, 400].includes(status)]).toEqual([path, true]);
    }
    const absolute = await rawRequest(port, `http://evil.example${PATH}`, own, 'POST', body);
    expect(absolute.status).not.toBe(200);

    const head = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
    const smuggled = `POST ${PATH} HTTP/1.1\r\n${head.join('')}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nPOST ${PATH} HTTP/1.1\r\n\r\n`;
    expect(await rawBytes(port, smuggled)).toMatch(/^HTTP\/1\.1 400/);
    const twoHosts = `POST ${PATH} HTTP/1.1\r\nhost: evil.example\r\n${head.join('')}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
    expect(await rawBytes(port, twoHosts)).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(await seenBy(key)).toEqual([]);

    expect((await rawRequest(port, PATH, own, 'POST', body)).status).toBe(200);
    expect(await seenBy(key)).toHaveLength(1);
  });

  test('reports an upstream redirect or HTML response as an error, and does not follow the redirect', async ({
    page,
  }) => {
    const key = keyOf('upstream');
    const elsewhere = `${standInAddress}/v1/messages`;
    await behave(key, [
      { type: 'raw', status: 307, contentType: 'text/plain', body: '', headers: { location: elsewhere } },
      { type: 'raw', status: 200, contentType: 'text/html', body: '<script>alert(1)</script>' },
      { type: 'raw', status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    ]);
    for (let asked = 1; asked <= 3; asked++) {
      const { status, text } = await ask(page, key);
      expect(status).toBe(502);
      expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'api_error' } });
      expect(text).not.toContain('<');
      expect(await seenBy(key)).toHaveLength(asked);
    }
  });

  test('rejects unsupported methods with an API-style error', async ({ baseURL }) => {
    const port = portOf(baseURL);
    const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, text } = await rawRequest(port, PATH, own, method);
      expect([method, status, JSON.parse(text).error?.type]).toEqual([method, 405, 'invalid_request_error']);
    }
  });

  test('cuts off an endless body', async ({ baseURL }) => {
    const port = portOf(baseURL);
    const key = keyOf('endless');
    const head = `POST ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\ncontent-type: application/json\r\nauthorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const { answer, bytes } = await endlessBody(port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(bytes).toBeLessThan(200_000_000);
    expect(await seenBy(key)).toEqual([]);
  });
});
