import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { contentSecurityPolicy } from '../../../lib/pages/content-security-policy';
import { chunkPolicy } from '../../../lib/pages/sent-headers.mjs';
import { temporaryFolder, writeFile } from '../../set-up/test/temporary-folder';
import { apiRoutes, type FindRoute } from './api-routes';
import { PageFiles } from './page-files';
import { packedPage } from './page-folders';
import { pageServer } from './page-server';

const meta = JSON.stringify({ headers: { 'x-nextjs-stale-time': '300', 'x-next-cache-tags': 'none of ours' } });
const content = {
  'page/rendered/index.html': 'the first page',
  'page/rendered/index.rsc': 'the first page for the router',
  'page/rendered/index.meta': meta,
  'page/rendered/simulate.html': 'simulate',
  'page/rendered/simulate.rsc': 'simulate for the router',
  'page/rendered/simulate.meta': meta,
  'page/rendered/simulate.segments/_tree.segment.rsc': 'its tree',
  'page/rendered/simulate.segments/simulate/__PAGE__.segment.rsc': 'its page',
  'page/rendered/_not-found.html': 'no such page',
  'page/rendered/_not-found.rsc': 'no such page for the router',
  'page/rendered/_not-found.meta': meta,
  'page/assets/chunks/a b.js': 'a script',
  'page/open/samples/index.json': '[]',
  'secret.txt': 'beside the page',
};

async function served(findRoute: FindRoute = async () => undefined) {
  const folder = temporaryFolder(content);
  const policy = contentSecurityPolicy(["'sha256-of-a-script'"]);
  const files = new PageFiles(packedPage(join(folder, 'page')));
  const server = pageServer({ files, findRoute, policy, hosts: 'box.example' });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  /** Not `fetch`, which tidies the path first. */
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', body = '') => {
    const asked = request({ port, host: '127.0.0.1', path, headers, method }).end(body);
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  };
  return { ask, port, folder };
}

it('answers pages, the parts that the router asks for, scripts and samples', async () => {
  const { ask } = await served();
  const router = { rsc: '1' };
  expect(await ask('/')).toMatchObject({ status: 200, text: 'the first page' });
  expect(await ask('/simulate?session=1')).toMatchObject({ status: 200, text: 'simulate' });
  const whole = await ask('/simulate?_rsc=1', router);
  expect(whole).toMatchObject({ status: 200, text: 'simulate for the router' });
  expect(whole.headers).toMatchObject({ 'content-type': 'text/x-component', 'x-nextjs-stale-time': '300' });
  expect(whole.headers).not.toHaveProperty('x-next-cache-tags');
  const part = await ask('/simulate', { ...router, 'next-router-segment-prefetch': '/simulate/__PAGE__' });
  expect(part).toMatchObject({ status: 200, text: 'its page', headers: { 'x-nextjs-postponed': '2' } });
  expect(await ask('/simulate', { ...router, 'next-router-segment-prefetch': '/other' })).toMatchObject({
    status: 404,
  });
  const script = await ask('/_next/static/chunks/a%20b.js');
  expect(script).toMatchObject({ status: 200, text: 'a script' });
  expect(script.headers['cache-control']).toContain('immutable');
  expect(await ask('/samples/index.json')).toMatchObject({ status: 200, text: '[]' });
  expect(await ask('/samples/index.json', {}, 'HEAD')).toMatchObject({ text: '', headers: { 'content-length': '2' } });
});

it('sends the headers that the page’s own server sends, with whatever it answers', async () => {
  const { ask } = await served(async (path) =>
    path === '/api/one' ? () => new Response('one') : path === '/api/two' ? 'not-allowed' : undefined,
  );
  const { default: next } = await import('../../../next.config.mjs');
  const [everywhere] = await next.headers();
  const expected = Object.fromEntries(everywhere?.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(expected).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  const paths = ['/', '/simulate', '/nothing', '/_next/static/gone.js', '/samples/index.json', '/simulate/', '/%E0'];
  for (const path of [...paths, '/api/one', '/api/two']) {
    expect([path, (await ask(path)).headers]).toEqual([path, expect.objectContaining(expected)]);
  }
  const pages = paths.slice(0, -1).filter((path) => !path.startsWith('/_next/'));
  const policies = pages.map(async (path) => (await ask(path)).headers['content-security-policy']);
  expect(new Set(await Promise.all(policies))).toEqual(
    new Set([expect.stringMatching(/^default-src 'none'; .*script-src 'self' 'sha256-of-a-script'/)]),
  );
  expect((await ask('/_next/static/gone.js')).headers['content-security-policy']).toBe(chunkPolicy);
  expect((await ask('/api/one')).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

it('has no page and no file under a foreign host name', async () => {
  const { ask, port } = await served();
  for (const path of ['/', '/simulate', '/samples/index.json', '/nothing']) {
    for (const host of ['evil.example', `127.0.0.1.evil.example:${port}`, `evil.example:${port}`]) {
      const answer = await ask(path, { host });
      expect([path, host, answer.status]).toEqual([path, host, 421]);
      expect(answer.text).toContain('HIGHWATER_HOSTS');
    }
    for (const host of [`localhost:${port}`, 'box.example'])
      expect([path, (await ask(path, { host })).status]).not.toEqual([path, 421]);
  }
});

it('answers what it does not have with the page for that', async () => {
  const { ask } = await served();
  expect(await ask('/nothing')).toMatchObject({ status: 404, text: 'no such page' });
  expect(await ask('/nothing', { rsc: '1' })).toMatchObject({ status: 404, text: 'no such page for the router' });
  expect(await ask('/_next/static/gone.js')).toMatchObject({ status: 404, text: '' });
  expect(await ask('/', {}, 'POST')).toMatchObject({ status: 405 });
  expect(await ask('/%E0')).toMatchObject({ status: 400 });
  expect(await ask('/', { host: 'no host' })).toMatchObject({ status: 400 });
});

it.each(['/../../secret.txt', '/..%2f..%2fsecret.txt', '/samples/..%2f..%2f..%2fsecret.txt', '/%2e%2e/secret.txt'])(
  'has no address for what is beside it: %s',
  async (path) => expect(await (await served()).ask(path)).toMatchObject({ status: 404, text: 'no such page' }),
);

it('leads from a slash at the end to the page, and never to another host', async () => {
  const { ask } = await served();
  expect((await ask('/simulate/')).headers.location).toBe('/simulate');
  expect((await ask('//evil.example/')).headers.location).toBe('/evil.example');
  expect((await ask('/\\evil.example/')).headers.location).toBe('/evil.example');
});

it('does not serve what came after its start', async () => {
  const { ask, folder } = await served();
  writeFile(folder, 'page/open/later.txt', 'later');
  expect(await ask('/later.txt')).toMatchObject({ status: 404 });
});

it('passes requests to routes, with their body and headers, and their answers back', async () => {
  const { ask, port } = await served(async (path, method) => {
    if (!path.startsWith('/api/')) return undefined;
    if (method !== 'POST') return 'not-allowed';
    return async (asked) =>
      new Response(`${asked.url} ${asked.headers.get('x-word')} ${await asked.text()}`, { status: 201 });
  });
  const answer = await ask('/api/one?two=2', { 'x-word': 'said' }, 'POST', 'a body');
  expect(answer).toMatchObject({ status: 201, text: `http://127.0.0.1:${port}/api/one?two=2 said a body` });
  expect(await ask('/api/one', {}, 'PUT')).toMatchObject({ status: 405 });
});

it('tells a route that whoever asked has left', async () => {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { port } = await served(async () => (asked) => {
    asked.signal.addEventListener('abort', leave);
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([65])) }));
  });
  const asked = request({ port, host: '127.0.0.1', path: '/api/stream' }).end();
  const [answer] = await once(asked, 'response');
  await once(answer, 'data');
  answer.destroy();
  await left;
});

it('has every route of the page’s server', () => {
  const app = new URL('../../../app/', import.meta.url);
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
  const names = routes.map((file) => `/${file.replace(/(?:\[\.\.\.path\])?\/route\.ts$/, '')}`);
  expect(Object.keys(apiRoutes).sort()).toEqual(names.sort());
});
