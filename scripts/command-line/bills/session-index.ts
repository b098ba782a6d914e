import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { asObject, asText, type Json, parseJson } from '../../../lib/base/json';
import { count, listOf, number, object, type Parsed, parseBy, text } from '../../../lib/base/schema';
import { compactionCostsSchema } from '../../../lib/bills/cost-figures';
import { FIGURES_VERSION, fileFiguresSchema } from '../../../lib/bills/session-figures';
import { ENGINE_VERSION } from '../../../lib/rows/session-row';

const knownFile = object({
  path: text,
  size: count,
  modifiedMs: number,
  /** Of its last bytes. */
  tail: text,
  /** Null if it holds no session that can be read. Why is not kept: it may quote the file. */
  figures: v.nullable(fileFiguresSchema),
  /** Of its sessions, where somebody asked. */
  costs: v.nullable(listOf(compactionCostsSchema)),
});

export type KnownFile = Parsed<typeof knownFile>;

/** Of another version, everything is found again. */
const VERSION = `${FIGURES_VERSION}.${ENGINE_VERSION}`;
const MOST_FILES = 50_000;
/** Ids of records are only kept for files that may still grow. */
const MOST_GROWING = 500;

/** Figures of files that were read before. Damaged or missing, it is empty: it only saves time. */
export class SessionIndex {
  private readonly files = new Map<string, KnownFile>();
  private hasChanged = false;

  private constructor(private readonly path: string | undefined) {}

  static open(path: string | undefined): SessionIndex {
    const index = new SessionIndex(path);
    for (const file of path === undefined ? [] : readIndex(path)) index.files.set(file.path, file);
    return index;
  }

  get(path: string): KnownFile | undefined {
    return this.files.get(path);
  }

  set(file: KnownFile): void {
    this.files.set(file.path, file);
    this.hasChanged = true;
  }

  delete(path: string): void {
    this.hasChanged = this.files.delete(path) || this.hasChanged;
  }

  /** Written beside it and then renamed: another process reads the old one or the new one, never half of one. */
  save(): void {
    const { path } = this;
    if (path === undefined || !this.hasChanged) return;
    // What another process has found meanwhile is kept as well.
    for (const file of readIndex(path)) if (!this.files.has(file.path)) this.files.set(file.path, file);
    const newest = [...this.files.values()].sort((a, b) => b.modifiedMs - a.modifiedMs).slice(0, MOST_FILES);
    const kept = newest.map((file, place) => (place < MOST_GROWING ? file : withoutEnd(file)));
    const body = JSON.stringify(kept);
    const written = `${path}.${randomUUID()}`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(written, `${JSON.stringify({ highwaterIndex: VERSION, sha256: hashOf(body) })}\n${body}\n`, {
        mode: 0o600,
      });
      renameSync(written, path);
    } catch (error) {
      rmSync(written, { force: true });
      throw error;
    }
  }
}

/** Where programs of this system keep what can be made anew. */
export function indexPath(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment;
  return join(cacheFolder(xdg, local), 'highwater', 'sessions.json');
}

export function clearIndex(path: string): void {
  rmSync(path, { force: true });
}

function cacheFolder(xdg: string | undefined, local: string | undefined): string {
  if (xdg !== undefined && xdg !== '') return xdg;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

function readIndex(path: string): readonly KnownFile[] {
  const written = textOf(path);
  const end = written.indexOf('\n');
  const head = asObject(parsed(written.slice(0, end)));
  const body = written.slice(end + 1, -1);
  if (asText(head?.highwaterIndex) !== VERSION || asText(head?.sha256) !== hashOf(body)) return [];
  const files = parseBy(listOf(knownFile), parsed(body));
  return files.ok ? files.value : [];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is none yet, or it cannot be read: it is made anew.
    return '';
  }
}

function parsed(written: string): Json {
  const result = parseJson(written);
  return result.ok ? result.value : null;
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function withoutEnd(file: KnownFile): KnownFile {
  return file.figures === null ? file : { ...file, figures: { ...file.figures, end: null } };
}
