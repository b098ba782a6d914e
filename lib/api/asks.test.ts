import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOST, PAGE_HEADERS, Proxied, QUESTION } from '../proxy/proxied.test-support';
import { proxyStatus } from '../proxy/proxy-status';
import { countTokens } from './count-tokens';
import { createApi } from './create-api';
import { listModels } from './list-models';
import { apiReached, ways } from './reached.test-support';
import { serverStatus } from './server-status';
import { streamMessage } from './stream-message';

describe.each(ways)('the API, reached %s,', (way) => {
  let proxied: Proxied;
  beforeAll(async () => {
    proxied = await Proxied.start();
  });
  afterAll(() => proxied.standIn.close());

  it('counts the tokens of a request exactly as it will be sent', async () => {
    const body = {
      ...QUESTION,
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    };
    const api = apiReached(way, proxied, 'stand-in-a');
    const { answer } = await streamMessage(api, body, { signal: new AbortController().signal });
    expect(await countTokens(api, { ...body, stream: true })).toEqual({ ok: true, value: answer.usage?.input });
    expect(await countTokens(api, { ...body, messages: [] })).toMatchObject({
      ok: false,
      error: { kind: 'request', what: expect.stringMatching(/^Counting the tokens for claude-opus-5 failed/) },
    });
  });

  it('lists the models with their sizes', async () => {
    const listed = await listModels(apiReached(way, proxied, 'stand-in-a'));
    expect(listed.ok && listed.value).toContainEqual({
      id: 'claude-haiku-4-5',
      title: 'Stand-in for claude-haiku-4-5',
      windowTokens: 200_000,
      maxOutputTokens: 64_000,
    });
    expect(await listModels(apiReached(way, proxied, 'wrong'))).toMatchObject({ ok: false, error: { kind: 'key' } });
  });
});

it.each([{}, { input_tokens: '12' }, { input_tokens: -1 }, 'twelve'])(
  'does not take %j for a count of tokens',
  async (answer) => {
    const api = createApi({ baseUrl: 'http://page', key: 'stand-in-a', fetch: async () => Response.json(answer) });
    expect(await countTokens(api, QUESTION)).toMatchObject({
      ok: false,
      error: { what: expect.stringContaining('Counting the tokens') },
    });
  },
);

describe('the server of the page', () => {
  const asked = (environment: Record<string, string>) =>
    serverStatus(`http://${HOST}`, async (url) =>
      proxyStatus(new Request(String(url), { headers: PAGE_HEADERS }), environment),
    );

  it('says whether it has a key, and which API it uses', async () => {
    const openai = { hasKey: false, upstream: 'default' };
    expect(await asked({})).toEqual({ ok: true, value: { hasKey: false, upstream: 'default', openai } });
    const other = { ANTHROPIC_API_KEY: 'stand-in-a', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };
    expect(await asked(other)).toEqual({ ok: true, value: { hasKey: true, upstream: 'other', openai } });
  });

  it('is reported if it does not answer, or if something else does', async () => {
    const failed = {
      ok: false,
      error: { kind: 'connection', what: expect.stringContaining('the server has a key') },
    };
    expect(await serverStatus('http://127.0.0.1:9')).toMatchObject(failed);
    expect(await serverStatus('', async () => new Response('<html>'))).toMatchObject(failed);
    expect(await serverStatus('', async () => Response.json({ hasKey: 1 }))).toMatchObject(failed);
    expect(await serverStatus('', async () => Response.json({}, { status: 403 }))).toMatchObject(failed);
  });
});
