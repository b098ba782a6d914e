import { expect, it } from 'vitest';
import { whyNotOwnPage } from './own-page';

const own = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' };
const listed = 'Highwater.example, 192.168.0.5:3000';

function why(changed: Readonly<Record<string, string | undefined>>, allowed?: string): string | undefined {
  const headers = Object.entries({ ...own, ...changed }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return whyNotOwnPage(new Headers(headers), allowed);
}

it.each([
  ['a page on this machine', {}],
  ['localhost', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ['IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
  ['a GET, which carries no origin', { origin: undefined }],
  ['a browser without fetch metadata', { 'sec-fetch-site': undefined }],
  ['a listed name', { host: 'highwater.example', origin: 'https://highwater.example' }],
  ['a listed name, whatever the port', { host: 'highwater.example:8443', origin: 'https://highwater.example:8443' }],
  ['a listed name with its port', { host: '192.168.0.5:3000', origin: 'http://192.168.0.5:3000' }],
])('accepts %s', (_, changed) => expect(why(changed, listed)).toBeUndefined());

it.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, known only from fetch metadata', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
  ['another site, known only from the origin', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
  ['another port', { origin: 'http://127.0.0.1:3001', 'sec-fetch-site': 'same-site' }],
  ['another port, known only from the origin', { origin: 'http://127.0.0.1:3001', 'sec-fetch-site': undefined }],
  ['the same machine by another name', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a typed address', { origin: undefined, 'sec-fetch-site': 'none' }],
  ['a rebound name', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }],
  ['a name that starts like ours', { host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' }],
  ['a name that ends like ours', { host: 'evil-localhost:3000', origin: 'http://evil-localhost:3000' }],
  ['a listed address at another port', { host: '192.168.0.5:4000', origin: 'http://192.168.0.5:4000' }],
  ['an origin that only starts like ours', { origin: 'http://127.0.0.1:3000.evil.example' }],
  ['an origin of another scheme', { origin: 'file://127.0.0.1:3000' }],
  ['no host', { host: undefined }],
  ['a request without any origin', { origin: undefined, 'sec-fetch-site': undefined }],
])('rejects %s', (_, changed) => expect(why(changed, listed)).toMatch(/\.$/));

it('accepts additional names only from the configured list', () => {
  expect(why({ host: 'highwater.example', origin: 'https://highwater.example' })).toContain('HIGHWATER_HOSTS');
});
