import { expect, it } from 'vitest';
import { anthropicApi, openaiApi } from './proxied-apis';
import { upstreamAddress } from './upstream-address';

const of = (given?: string, more = {}) => upstreamAddress({ ANTHROPIC_BASE_URL: given, ...more }, anthropicApi);

it.each([undefined, '', ' ', 'https://api.anthropic.com', 'https://api.anthropic.com/'])(
  'is the API itself for %j',
  (given) => {
    expect(of(given)).toEqual({ ok: true, value: { address: 'https://api.anthropic.com', isDefault: true } });
  },
);

it.each([
  ['https://gateway.example/anthropic/', 'https://gateway.example/anthropic'],
  ['http://127.0.0.1:4818', 'http://127.0.0.1:4818'],
  ['http://localhost:4818', 'http://localhost:4818'],
  ['http://[::1]:4818', 'http://[::1]:4818'],
])('is another address: %s', (given, address) => {
  expect(of(given)).toEqual({ ok: true, value: { address, isDefault: false } });
});

it('is plain http to another machine only if that is explicitly allowed', () => {
  expect(of('http://10.0.0.2:8000')).toMatchObject({ ok: false });
  expect(of('http://10.0.0.2:8000', { HIGHWATER_UPSTREAM_HTTP: '1' })).toMatchObject({ ok: true });
  expect(of('http://127.0.0.1.evil.example')).toMatchObject({ ok: false });
});

it.each([
  'gateway',
  'ftp://gateway.example',
  'file:///etc/passwd',
  'https://user:secret@gateway.example',
  'https://gateway.example/?key=secret',
  'https://gateway.example/#secret',
])('rejects %s, without repeating it', (given) => {
  const upstream = of(given);
  expect(upstream.ok).toBe(false);
  expect(JSON.stringify(upstream)).not.toMatch(/secret|gateway\.example|passwd/);
});

it.each([
  [undefined, 'https://api.openai.com/v1', true],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1', true],
  ['http://localhost:11434', 'http://localhost:11434/v1', false],
  ['http://localhost:11434/', 'http://localhost:11434/v1', false],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1', false],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    false,
  ],
])('of an OpenAI-compatible server includes the version: %s', (given, address, isDefault) => {
  expect(upstreamAddress({ OPENAI_BASE_URL: given }, openaiApi)).toEqual({ ok: true, value: { address, isDefault } });
});

it('of one API says nothing about the other', () => {
  expect(upstreamAddress({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, openaiApi)).toMatchObject({
    value: { isDefault: true },
  });
  expect(upstreamAddress({ OPENAI_BASE_URL: 'http://10.0.0.2' }, openaiApi)).toEqual({
    ok: false,
    error: expect.stringContaining('OPENAI_BASE_URL'),
  });
});
