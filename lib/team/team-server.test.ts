import { describe, expect, it } from 'vitest';
import { checksumOf, etagOf } from './checksum';
import { teamInMemory } from './team-in-memory';
import { ADDRESS, TEAM } from './team-member.test-support';
import { teamServer } from './team-server';

interface Asked {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function served(mayUse?: Parameters<typeof teamServer>[2]) {
  const store = teamInMemory();
  return async ({ method = 'GET', query = `?team=${TEAM}`, headers = {}, body }: Asked = {}) => {
    const all = { authorization: 'Bearer ada', ...headers };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const request = new Request(ADDRESS + query, {
      method,
      headers: all,
      ...(body === undefined ? {} : { body: text }),
    });
    const response = await teamServer(request, store, mayUse);
    const said = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      body: said === '' ? undefined : (JSON.parse(said) as Record<string, unknown>),
    };
  };
}

const entry = (key: string, text: string) => ({ key, checksum: checksumOf(text), text });
const put = (etag: string, ...entries: readonly unknown[]): Asked => ({
  method: 'PUT',
  headers: { 'if-match': etag },
  body: { entries },
});
const EMPTY = etagOf({});

describe('the server of a team', () => {
  it('[U3] takes changed keys, gives all of them, and 304 to whoever has them', async () => {
    const ask = served();
    const first = await ask(put(EMPTY, entry('a.md', 'one'), entry('b.md', 'two')));
    expect(first).toMatchObject({
      status: 200,
      body: { sums: { 'a.md': checksumOf('one'), 'b.md': checksumOf('two') } },
    });
    const all = await ask();
    expect(all).toEqual({
      status: 200,
      etag: first.etag,
      body: { entries: [entry('a.md', 'one'), entry('b.md', 'two')] },
    });
    expect(await ask({ headers: { 'if-none-match': first.etag } })).toEqual({
      status: 304,
      etag: first.etag,
      body: undefined,
    });
    expect((await ask({ headers: { 'if-none-match': EMPTY } })).status).toBe(200);
    expect(await ask({ query: `?team=${TEAM}&view=sums` })).toMatchObject({
      body: { sums: first.body?.sums, bytes: { 'a.md': 3, 'b.md': 3 } },
    });
  });

  it('[U3] answers 412 with the checksums of now to whoever knows another state, and changes nothing', async () => {
    const ask = served();
    const { etag } = await ask(put(EMPTY, entry('a.md', 'one')));
    const late = await ask(put(EMPTY, entry('a.md', 'two')));
    expect(late).toEqual({ status: 412, etag, body: { sums: { 'a.md': checksumOf('one') } } });
    expect((await ask()).etag).toBe(etag);
    expect((await ask(put('*', entry('a.md', 'two')))).status).toBe(200);
  });

  it('[U3] gives the same ETag to the same content', async () => {
    const ask = served();
    const one = await ask(put(EMPTY, entry('a.md', 'one')));
    const two = await ask(put(one.etag, entry('a.md', 'two')));
    expect(two.etag).not.toBe(one.etag);
    expect((await ask(put(two.etag, entry('a.md', 'one')))).etag).toBe(one.etag);
  });

  it('[U3] keeps teams apart', async () => {
    const ask = served();
    await ask(put(EMPTY, entry('a.md', 'one')));
    expect((await ask({ query: '?team=git.example/other' })).body).toEqual({ entries: [] });
  });

  const long = (bytes: number) => 'x'.repeat(bytes);
  const pieces = (text: string) =>
    Array.from({ length: Math.ceil(text.length / 60_000) }, (_, at) => ({
      piece: { checksum: checksumOf(text), at, text: text.slice(at * 60_000, (at + 1) * 60_000) },
    }));
  it.each([
    ['250,000 bytes', long(250_000), 200],
    ['250,001 bytes', long(250_001), 413],
    ['250,000 bytes in 125,000 characters', 'é'.repeat(125_000), 200],
    ['250,002 bytes in 125,001 characters', 'é'.repeat(125_001), 413],
  ])('[U5] a file of %s', async (_, text, status) => {
    const ask = served();
    for (const body of pieces(text)) expect((await ask({ method: 'PUT', body })).status).toBe(202);
    const last = { key: 'a.md', checksum: checksumOf(text), pieces: pieces(text).length };
    expect((await ask(put(EMPTY, last))).status).toBe(status);
  });

  it('[U5] answers 409 if pieces are missing', async () => {
    const ask = served();
    const text = long(160_000);
    await ask({ method: 'PUT', body: pieces(text)[1] });
    const last = { key: 'a.md', checksum: checksumOf(text), pieces: 2 };
    expect(await ask(put(EMPTY, last))).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('missing') },
    });
  });

  it('[U5] has at most 500 files', async () => {
    const ask = served();
    const many = Array.from({ length: 500 }, (_, at) => entry(`${at}.md`, 'x'));
    const { status, etag } = await ask(put(EMPTY, ...many));
    expect(status).toBe(200);
    expect(await ask(put(etag, entry('more.md', 'x')))).toMatchObject({
      status: 413,
      body: { error: 'The team would have more than 500 files.' },
    });
    expect((await ask(put(etag, entry('7.md', 'y')))).status).toBe(200);
  });

  it.each([
    [200_000, 400],
    [200_001, 413],
  ])('[U5] reads a body of %d bytes: %d', async (bytes, status) => {
    expect((await served()({ method: 'PUT', headers: { 'if-match': EMPTY }, body: long(bytes) })).status).toBe(status);
  });

  const a = entry('a.md', 'one');
  const bad: readonly (readonly [name: string, asked: Asked, status: number, says: string])[] = [
    ['no member', { headers: { authorization: '' } }, 401, 'does not say which member'],
    ['a member that is none', { headers: { authorization: 'Bearer A B' } }, 401, 'does not say which member'],
    ['no team', { query: '' }, 400, 'names no team'],
    ['a team that leads elsewhere', { query: '?team=a/../b' }, 400, 'names no team'],
    ['another method', { method: 'DELETE' }, 405, 'DELETE is not allowed'],
    ['no If-Match', { method: 'PUT', body: { entries: [a] } }, 428, 'If-Match'],
    ['no JSON', { ...put(EMPTY), body: '{' }, 400, 'the body is no JSON'],
    ['nothing', put(EMPTY), 400, 'cannot be used'],
    ['other fields', { ...put(EMPTY), body: { entries: [a], more: 1 } }, 400, 'cannot be used'],
    ['a key twice', put(EMPTY, a, a), 400, 'a key occurs twice'],
    ['a wrong checksum', put(EMPTY, { ...a, text: 'two' }), 400, 'does not have its checksum'],
    [
      'half a character',
      put(EMPTY, { key: 'a.md', checksum: checksumOf('\ud800'), text: '\ud800' }),
      400,
      'half a character',
    ],
    ['a checksum that is none', put(EMPTY, { ...a, checksum: 'x' }), 400, 'cannot be used'],
    ['a path upwards', put(EMPTY, { ...a, key: '../a.md' }), 400, 'cannot be used'],
    ['an absolute path', put(EMPTY, { ...a, key: '/a.md' }), 400, 'cannot be used'],
    ['no Markdown', put(EMPTY, { ...a, key: 'a.sh' }), 400, 'cannot be used'],
    ['a file as a folder', put(EMPTY, { ...a, key: 'a.md/b.md' }), 400, 'cannot be used'],
    [
      'a piece beyond the last',
      { method: 'PUT', body: { piece: { checksum: a.checksum, at: 64, text: '' } } },
      400,
      'cannot be used',
    ],
  ];
  it.each(bad)('[U3] refuses %s', async (_, asked, status, says) => {
    const ask = served();
    expect(await ask(asked)).toMatchObject({ status, body: { error: expect.stringContaining(says) } });
    expect((await ask()).body).toEqual({ entries: [] });
  });

  it('[U3] answers 403 to who is no member', async () => {
    const ask = served((team, member) => team === TEAM && member === 'ben');
    expect((await ask()).status).toBe(403);
    expect((await ask({ headers: { authorization: 'Bearer ben' } })).status).toBe(200);
  });
});
