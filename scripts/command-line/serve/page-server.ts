import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { apiPolicy, chunkPolicy, sentHeaders } from '../../../lib/pages/sent-headers.mjs';
import { whyNotOwnHost } from '../../../lib/proxy/own-page';
import { complain } from '../terminal';
import type { FindRoute } from './api-routes';
import type { PageFiles } from './page-files';

export interface PageServerParts {
  readonly files: PageFiles;
  readonly findRoute: FindRoute;
  /** The content security policy of pages and files. */
  readonly policy: string;
  /** As in `HIGHWATER_HOSTS`. */
  readonly hosts: string | undefined;
}

/**
 * Serves the page: its files, and the few routes that are code, with the same headers and for the same host names as
 * Next does. Not started yet.
 */
export function pageServer(parts: PageServerParts): Server {
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(sentHeaders)) response.setHeader(name, value);
    answer(parts, request, response).catch((error: unknown) => {
      // Whoever has gone away needs no answer.
      if (response.destroyed) return;
      complain(`${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else end(response, 500);
    });
  });
}

async function answer(
  { files, findRoute, policy, hosts }: PageServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request;
  const address = addressOf(request);
  if (address === undefined) return end(response, 400);
  const path = decodedPath(address);
  if (path === undefined) return end(response, 400);
  const isOfRoutes = address.pathname.startsWith('/api/');
  const isChunk = address.pathname.startsWith('/_next/static/');
  response.setHeader('content-security-policy', isOfRoutes ? apiPolicy : isChunk ? chunkPolicy : policy);
  // The routes check where a request comes from themselves.
  const why = isOfRoutes ? undefined : whyNotOwnHost(new Headers({ host: request.headers.host ?? '' }), hosts);
  if (why !== undefined) {
    response.writeHead(421, { 'content-type': 'text/plain' }).end(`${why}\n`);
    return;
  }
  const route = await findRoute(address.pathname, method);
  if (route === 'not-allowed') return end(response, 405);
  if (route !== undefined) {
    const left = new AbortController();
    response.once('close', () => left.abort());
    return sendAnswer(await route(webRequest(request, address, left.signal)), method, response);
  }
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405);
  const { status, headers, file } = files.answer(path, (name) => request.headers[name]?.toString());
  if (file === undefined) return end(response, status, headers);
  const { size } = await stat(file);
  response.writeHead(status, { ...headers, 'content-length': size });
  if (method === 'HEAD') response.end();
  else await pipeline(createReadStream(file), response);
}

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, headers).end();
}

/** Undefined if the host is none. A path with two slashes is no host. */
function addressOf({ headers, url = '/' }: IncomingMessage): URL | undefined {
  const text = `http://${headers.host ?? ''}${url}`;
  return url.startsWith('/') && URL.canParse(text) ? new URL(text) : undefined;
}

function decodedPath({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

function webRequest(request: IncomingMessage, address: URL, signal: AbortSignal): Request {
  const { method = 'GET' } = request;
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit & { readonly duplex?: 'half' } = {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
  };
  return new Request(address, init);
}

async function sendAnswer(from: Response, method: string, response: ServerResponse): Promise<void> {
  response.writeHead(from.status, Object.fromEntries(from.headers));
  if (from.body === null || method === 'HEAD') response.end();
  else await pipeline(Readable.fromWeb(from.body as NodeReadableStream), response);
}
