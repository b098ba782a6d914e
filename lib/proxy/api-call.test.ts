import { describe, expect, it } from 'vitest';
import { apiCallOf } from './api-call';
import { anthropicApi, openaiApi } from './proxied-apis';

function call(path: string, method = 'POST', contentType: string | undefined = 'application/json') {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const api = path.startsWith(openaiApi.address) ? openaiApi : anthropicApi;
  const called = apiCallOf(new Request(`http://127.0.0.1:3000${path}`, { method, headers }), api);
  return called.ok ? `${called.value.path}${called.value.search}` : called.error.status;
}

it.each([
  ['POST', '/v1/messages'],
  ['POST', '/v1/messages?beta=true'],
  ['POST', '/v1/messages/count_tokens?beta=true'],
  ['GET', '/v1/models'],
  ['POST', '/v1/messages/batches'],
  ['GET', '/v1/models?limit=100&after_id=claude-opus-5'],
])('passes on %s %s', (method, path) => {
  expect(call(`/api/anthropic${path}`, method)).toBe(path);
});

it.each([
  '/v1/models/claude-opus-5',
  '/v1/messages/batches/',
  '/v1/messages/batches//results',
  '/v1/messages/batches/msgbatch_1/',
  '/v1/messages/batches/msgbatch_1/delete',
  '/v1/messages/batches/msgbatch.1/results',
  '/v1/messages/batches/msgbatch_1%2f..%2f..%2ffiles',
  '/v1/messages/batches/%2e%2e/results',
  `/v1/messages/batches/${'a'.repeat(129)}`,
  '/v1/files',
  '/v1/complete',
  '/',
  '//v1/messages',
  '/v1//messages',
  '/v1/messages/',
  '/v1/Messages',
  '/v1%2fmessages',
  '/v1%2Fmessages',
  '/v1/messages%2f..%2ffiles',
  '/v1/messages%00',
  '/v1/messages;x=1',
  '/v1/messages/../files',
  '/v1/messages/%2e%2e/files',
  '/v1/messages\\..\\files',
  '/https://evil.example/v1/messages',
  '/v1/messages/https:/evil.example',
  '/../v1/messages',
])('rejects %s', (path) => expect(call(`/api/anthropic${path}`)).toBe(404));

it('takes the upstream path from its own table, even for alternative spellings of a known call', () => {
  expect(call('/api/anthropic/v1/files/../messages')).toBe('/v1/messages');
  expect(call('/api/anthropic/v1/%2e/messages')).toBe('/v1/messages');
});

it('passes on the calls of a batch with its id, which is not in what is logged', () => {
  const called = (path: string, method: string) => {
    const request = new Request(`http://127.0.0.1:3000/api/anthropic${path}`, { method });
    const found = apiCallOf(request, anthropicApi);
    return found.ok ? [found.value.path, found.value.upstreamPath] : found.error.status;
  };
  const id = 'msgbatch_01HkcTjaV5uDC8jWR4ZsDV8d';
  for (const [method, action] of [
    ['GET', ''],
    ['GET', '/results'],
    ['POST', '/cancel'],
  ] as const) {
    expect(called(`/v1/messages/batches/${id}${action}`, method)).toEqual([
      `/v1/messages/batches/{id}${action}`,
      `/v1/messages/batches/${id}${action}`,
    ]);
  }
  expect(called(`/v1/messages/batches/${id}`, 'DELETE')).toBe(405);
  expect(called(`/v1/messages/batches/${id}/cancel`, 'GET')).toBe(405);
  // Lists and deletes what other pages of the same workspace made.
  expect(called('/v1/messages/batches', 'GET')).toBe(405);
  expect(called(`/v1/messages/batches/${id}?limit=1`, 'GET')).toBe(400);
});

it.each(['GET', 'PUT', 'DELETE'])('rejects %s of messages', (method) => {
  expect(call('/api/anthropic/v1/messages', method)).toBe(405);
});

it('rejects POST of models', () => expect(call('/api/anthropic/v1/models')).toBe(405));

it.each(['api_key=stand-in-1', 'x-api-key=1', 'beta=true&key=1', 'beta=true&beta=1', '__proto__=1', 'limit=10'])(
  'rejects the query %s of messages, without repeating it',
  (query) => expect(call(`/api/anthropic/v1/messages?${query}`)).toBe(400),
);

it.each(['limit=ten', 'after_id=a/b', 'lifecycle=active'])('rejects the query %s of models', (query) => {
  expect(call(`/api/anthropic/v1/models?${query}`, 'GET')).toBe(400);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])(
  'rejects a body of %s, which a form of another site could send',
  (contentType) => expect(call('/api/anthropic/v1/messages', 'POST', contentType)).toBe(400),
);

describe('of an OpenAI-compatible server', () => {
  it.each([
    ['POST', '/v1/chat/completions'],
    ['GET', '/v1/models'],
  ])('passes on %s %s', (method, path) => expect(call(`/api/openai${path}`, method)).toBe(path));

  it.each([
    '/v1/responses',
    '/v1/completions',
    '/v1/embeddings',
    '/v1/files',
    '/v1/models/gpt-5.4-mini',
    '/chat/completions',
    '/v1/chat',
    '/v1/chat/completions/',
    '/v1//chat/completions',
    '/v1/chat%2fcompletions',
    '/v1/chat/completions/../../models/..',
    '/v1/chat/completions%00',
    '/https://evil.example/v1/chat/completions',
    '/api/generate',
    '/../anthropic/v1/messages',
  ])('rejects %s', (path) => expect(call(`/api/openai${path}`)).toBe(404));

  it.each(['api-version=1', 'key=secret', 'stream=true'])('rejects the query %s', (query) => {
    expect(call(`/api/openai/v1/chat/completions?${query}`)).toBe(400);
  });

  it('rejects GET of a completion, and a body that a form could send', () => {
    expect(call('/api/openai/v1/chat/completions', 'GET')).toBe(405);
    expect(call('/api/openai/v1/chat/completions', 'POST', 'text/plain')).toBe(400);
  });
});
