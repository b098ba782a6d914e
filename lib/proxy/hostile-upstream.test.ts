import { createServer, type RequestListener, type Server } from 'node:http';
import { constants, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { apiProxy, type ProxyRecord } from './api-proxy';
import { HOST, PAGE_HEADERS, QUESTION, VERSION, withKey } from './proxied.test-support';
import { anthropicApi } from './proxied-apis';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

const records: ProxyRecord[] = [];

/** Asks an upstream that answers like this, over a real connection, through the proxy. */
async function answerOf(listener: RequestListener): Promise<Response> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  records.length = 0;
  const proxy = apiProxy({
    api: anthropicApi,
    environment: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
    report: (record) => records.push(record),
  });
  const headers = { ...PAGE_HEADERS, ...VERSION, ...withKey('key'), 'content-type': 'application/json' };
  const body = JSON.stringify({ ...QUESTION, stream: true });
  return proxy(new Request(`http://${HOST}/api/anthropic/v1/messages`, { method: 'POST', headers, body }));
}

const EVENT = 'event: ping\ndata: {"type": "ping"}\n\n';

function zipped(type: string, bytes: Uint8Array, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' });
    response.end(bytes);
  };
}

it.each([
  ['text/event-stream', 200],
  ['application/json', 200],
  ['application/json', 500],
])('corrupt gzip as %s with %i is answered with an error of the API', async (type, status) => {
  const answer = await answerOf(zipped(type, Buffer.from('no gzip at all'), status));
  expect(answer.status).toBe(502);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual({
    type: 'error',
    error: { type: 'api_error', message: expect.stringMatching(/compressed, and damaged \(Z_DATA_ERROR\)/) },
    request_id: null,
  });
  expect(records).toMatchObject([{ status: 502 }]);
});

it('gzip that is corrupt behind its first events ends them with an error event', async () => {
  const half = 'event: content_block_delta\ndata: {"type": "content_block_del';
  const good = gzipSync(EVENT.repeat(3) + half, { finishFlush: constants.Z_SYNC_FLUSH });
  const answer = await answerOf((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.write(good);
    // The fetch of Node 20 tells nothing of damage that comes with the last bytes: then the limit of silence ends it.
    setTimeout(() => response.write(Buffer.alloc(100, 0xff)), 50);
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text.startsWith(EVENT.repeat(3))).toBe(true);
  expect(text.slice(3 * EVENT.length)).toMatch(
    /^event: error\ndata: \{"type":"error","error":.*damaged \(Z_DATA_ERROR\).*\}\n\n$/,
  );
});

it('an event arrives whole, however its upstream cuts it, and with either line break', async () => {
  const events = `${EVENT}data: 1\r\n\r\ndata: 2\r\n\r\n${EVENT}`;
  const answer = await answerOf(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const character of events) {
      response.write(character);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end('data: without an end');
  });
  const pieces: string[] = [];
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (piece !== '') pieces.push(piece);
  }
  expect(pieces.join('')).toBe(`${events}data: without an end`);
  expect(pieces.slice(0, -1).every((piece) => /(\n\n|\r\n\r\n)$/.test(piece))).toBe(true);
});

it('an event without an end is ended, with an error event', async () => {
  let sent = 0;
  const answer = await answerOf((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`${EVENT}data: "`);
    const piece = 'a'.repeat(1_000_000);
    const more = () => {
      for (; sent < 40 && response.write(piece); sent++);
      if (sent < 40) response.once('drain', more);
    };
    more();
  });
  const text = await answer.text();
  expect(text).toMatch(/^event: ping\ndata: .*\n\nevent: error\ndata: \{.*one event of it, is too long.*\}\n\n$/);
  expect(sent).toBeLessThan(40);
});
