import { expect, it } from 'vitest';
import { PAGE_HEADERS } from './proxied.test-support';
import { proxyStatus } from './proxy-status';

const ask = (environment: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = PAGE_HEADERS) =>
  proxyStatus(new Request('http://127.0.0.1:3000/api/proxy-status', { headers }), environment);

const openai = { hasKey: false, upstream: 'default' };

it.each([
  [{}, { hasKey: false, upstream: 'default', openai }],
  [{ ANTHROPIC_API_KEY: ' ' }, { hasKey: false, upstream: 'default', openai }],
  [{ ANTHROPIC_API_KEY: 'secret' }, { hasKey: true, upstream: 'default', openai }],
  [{ ANTHROPIC_BASE_URL: 'https://secret.example' }, { hasKey: false, upstream: 'other', openai }],
  [{ ANTHROPIC_BASE_URL: 'http://secret.example' }, { hasKey: false, upstream: 'unusable', openai }],
  [
    { OPENAI_API_KEY: 'secret', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
    { hasKey: false, upstream: 'default', openai: { hasKey: true, upstream: 'other' } },
  ],
  [{ OPENAI_BASE_URL: 'secret' }, { hasKey: false, upstream: 'default', openai: { ...openai, upstream: 'unusable' } }],
])('for %j is %j', async (environment, status) => {
  expect(await ask(environment).json()).toEqual(status);
});

it('is only sent to our own pages', async () => {
  const answer = ask({ ANTHROPIC_API_KEY: 'secret' }, { ...PAGE_HEADERS, 'sec-fetch-site': 'cross-site' });
  expect(answer.status).toBe(403);
  expect(await answer.text()).not.toContain('hasKey');
});
