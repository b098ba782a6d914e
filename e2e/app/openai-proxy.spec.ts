import { expect, test } from '@playwright/test';
import { behave, seenBy, standInAddress } from '../stand-in/control';
import { endlessBody, rawRequest } from '../support/raw-request';

const PATH = '/api/openai/v1/chat/completions';
const QUESTION = JSON.stringify({ model: 'gpt-5.4-mini', messages: [{ role: 'user', content: 'What is in it?' }] });

function keyOf(name: string): string {
  return `stand-in-e2e-chat-${name}-${test.info().workerIndex}-${Date.now()}`;
}

function own(baseURL: string | undefined, key: string) {
  const { host, port, origin } = new URL(baseURL ?? '');
  const headers = {
    host,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
  };
  return { port, headers };
}

test.describe('the proxy for OpenAI-compatible servers', () => {
  test('serves our own pages, and reports a wrong key in its one shape', async ({ page }) => {
    const key = keyOf('own');
    await page.goto('/');
    const asked = (bearer: string) =>
      page.evaluate(
        async ([path, body, sent]) => {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${sent}` };
          const answer = await fetch(path, { method: 'POST', headers, body });
          return [answer.status, await answer.json()] as const;
        },
        [PATH, QUESTION, bearer] as const,
      );
    expect(await asked(key)).toMatchObject([200, { object: 'chat.completion' }]);
    expect(await asked('wrong')).toMatchObject([401, { type: 'error', error: { code: 'invalid_api_key' } }]);
  });

  test('rejects foreign pages, other host names, disguised paths, methods and ambiguous headers', async ({
    baseURL,
  }) => {
    const key = keyOf('attack');
    const { port, headers } = own(baseURL, key);
    for (const changed of [
      { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
      { host: `evil.example:${port}`, 'x-forwarded-host': headers.host },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      const { status, text } = await rawRequest(port, PATH, { ...headers, ...changed }, 'POST', QUESTION);
      expect([changed, status]).toEqual([changed, 403]);
      expect(text).toContain('permission_error');
    }
    for (const path of [
      '/v1/chat%2fcompletions',
      '//v1/chat/completions',
      '/v1/chat/completions/',
      '/v1/chat/completions/../../files',
      '/v1/chat/%2e%2e/responses',
      '/v1/chat/completions%00',
      '/https://evil.example/v1/chat/completions',
      '/v1/responses',
      '/v1/embeddings',
      '/api/generate',
    ]) {
      const { status } = await rawRequest(port, `/api/openai${path}`, headers, 'POST', QUESTION);
      expect([path, [404, 308, 400].includes(status)]).toEqual([path, true]);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await rawRequest(port, PATH, headers, method)).status).toBe(405);
    }
    const query = await rawRequest(port, `${PATH}?key=${key}`, headers, 'POST', QUESTION);
    expect([query.status, query.text.includes(key)]).toEqual([400, false]);
    expect((await rawRequest(port, PATH, { ...headers, 'content-type': 'text/plain' }, 'POST', QUESTION)).status).toBe(
      400,
    );
    expect(await seenBy(key)).toEqual([]);
    expect((await rawRequest(port, PATH, headers, 'POST', QUESTION)).status).toBe(200);
  });

  test('lets a page on another port neither read nor send', async ({ page, baseURL }) => {
    const key = keyOf('cross');
    await page.goto(`${standInAddress}/stand-in/requests?key=${key}`);
    const results = await page.evaluate(
      async ([url, bearer]) => {
        const outcome = (init: RequestInit) =>
          fetch(url, init).then(
            ({ type }) => type,
            () => 'failed',
          );
        return [
          await outcome({
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
            body: '{}',
          }),
          await outcome({ method: 'POST', mode: 'no-cors', body: '{}' }),
        ];
      },
      [`${baseURL}${PATH}`, key] as const,
    );
    expect(results).toEqual(['failed', 'failed']);
    expect(await seenBy(key)).toEqual([]);
  });

  test('neither follows a redirect nor shows a page of a gateway, and cuts off an endless body', async ({
    baseURL,
  }) => {
    const key = keyOf('gateway');
    const { port, headers } = own(baseURL, key);
    const location = `${standInAddress}/v1/messages`;
    await behave(
      key,
      [
        { type: 'raw', status: 307, contentType: 'text/plain', body: '', headers: { location } },
        { type: 'raw', status: 200, contentType: 'text/html', body: '<script>alert(1)</script>' },
      ],
      '/chat/completions',
    );
    for (const asked of [1, 2]) {
      const { status, text } = await rawRequest(port, PATH, headers, 'POST', QUESTION);
      expect([status, text.includes('<script')]).toEqual([502, false]);
      expect(await seenBy(key)).toHaveLength(asked);
    }
    const endless = keyOf('endless');
    const lines = [
      `POST ${PATH} HTTP/1.1`,
      `host: ${headers.host}`,
      `origin: ${headers.origin}`,
      'content-type: application/json',
      `authorization: Bearer ${endless}`,
      'transfer-encoding: chunked',
    ];
    const { answer } = await endlessBody(port, `${lines.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(await seenBy(endless)).toEqual([]);
  });
});
