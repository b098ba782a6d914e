import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { asObject, asText } from '../../../lib/base/json';
import type { PageFolders } from './page-folders';

type Headers = Readonly<Record<string, string>>;

export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without one the answer is empty. */
  readonly file?: string;
}

interface Page {
  readonly html: string;
  /** The whole page for the router. */
  readonly flight: string;
  /** Parts of it that the router fetches ahead, by their names. */
  readonly segments: ReadonlyMap<string, string>;
  readonly headers: Headers;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.md': 'text/markdown; charset=UTF-8',
  '.rsc': 'text/x-component',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=UTF-8',
  '.woff2': 'font/woff2',
};

/** The same address is a page or a part of it, by these. */
const VARY = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch';

/** Named by their content, so they never change. */
const ASSETS = '/_next/static/';
const NOT_FOUND = '/_not-found';

/**
 * Answers what the build has as files, as Next's own server does: every page is rendered when it is built. What is not in
 * a folder at the start has no address, so none leads out of it.
 */
export class PageFiles {
  readonly #files = new Map<string, string>();
  readonly #pages = new Map<string, Page>();

  constructor({ rendered, assets, open }: PageFolders) {
    for (const file of filesIn(open)) this.#files.set(`/${file}`, join(open, file));
    for (const file of filesIn(assets)) this.#files.set(`${ASSETS}${file}`, join(assets, file));
    const parts = filesIn(rendered);
    for (const file of parts) {
      if (!file.endsWith('.html')) continue;
      const name = file.slice(0, -'.html'.length);
      const folder = `${name}.segments`;
      const segments = parts.filter((part) => part.startsWith(`${folder}/`) && part.endsWith('.segment.rsc'));
      this.#pages.set(name === 'index' ? '/' : `/${name}`, {
        html: join(rendered, file),
        flight: join(rendered, `${name}.rsc`),
        segments: new Map(
          segments.map((part) => [part.slice(folder.length, -'.segment.rsc'.length), join(rendered, part)]),
        ),
        headers: headersOf(join(rendered, `${name}.meta`)),
      });
    }
  }

  answer(path: string, header: (name: string) => string | undefined): FileAnswer {
    const file = this.#files.get(path);
    if (file !== undefined) {
      const cached = path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache';
      return { status: 200, headers: { 'content-type': typeOf(file), 'cache-control': cached }, file };
    }
    if (path.startsWith('/_next/')) return { status: 404, headers: {} };
    if (path.length > 1 && path.endsWith('/')) {
      // Two slashes at the start would lead to another host.
      return { status: 308, headers: { location: `/${path.split('/').filter(Boolean).join('/')}` } };
    }
    // What starts like this is shown for others, such as this one.
    const page = path.startsWith('/_') ? undefined : this.#pages.get(path);
    const shown = page ?? this.#pages.get(NOT_FOUND);
    if (shown === undefined) return { status: 404, headers: {} };
    const headers = { vary: VARY, 'cache-control': 'no-cache' };
    const status = page === undefined ? 404 : 200;
    if (header('rsc') !== '1') {
      return {
        status,
        headers: { ...headers, ...shown.headers, 'content-type': typeOf(shown.html) },
        file: shown.html,
      };
    }
    const segment = header('next-router-segment-prefetch');
    const part = segment === undefined ? shown.flight : shown.segments.get(segment);
    // Says that parts can be fetched ahead.
    const postponed = { 'x-nextjs-prerender': '1', 'x-nextjs-postponed': '2' };
    const all = { ...headers, ...(segment === undefined ? shown.headers : postponed) };
    if (part === undefined) return { status: 404, headers: all };
    return { status, headers: { ...all, 'content-type': typeOf(part) }, file: part };
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function typeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}

/** Those that Next's router reads; others are for caches between server and browser. */
function headersOf(meta: string): Headers {
  const { headers } = asObject(JSON.parse(readFileSync(meta, 'utf8'))) ?? {};
  const entries = Object.entries(asObject(headers) ?? {}).flatMap(([name, value]) => {
    const text = asText(value);
    return name.startsWith('x-nextjs-') && text !== undefined ? [[name, text] as const] : [];
  });
  return Object.fromEntries(entries);
}
