import type { Entry, RunSetup } from '../../agent/journal/entry';
import { type HomeFile, homeFolder, projectPassedMs } from '../../agent/project/home-folder';
import type { HomeBook, HomeRecord } from '../../agent/project/home-record';
import { isAtHome } from '../../agent/project/home-writes';
import { Workspace } from '../../agent/tools/workspace';
import { fullPath } from '../../agent/tools/workspace-path';
import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import { ok, type Result } from '../../base/result';
import type { JournalStore } from '../../storage/journal-store';
import { type HomeBookStore, HomeMirror } from './home-mirror';

export interface ProjectParts {
  readonly books: HomeBookStore;
  readonly journals: Pick<JournalStore<Entry>, 'read'>;
  /** Undefined if another tab has the run open. */
  lock(id: string): Promise<(() => void) | undefined>;
  nowMs(): number;
}

/** A session to begin. */
export interface NextSession {
  readonly project: string;
  readonly run: string;
  /** Those at home count for the first session of a project. Later ones have the home folder of the project. */
  readonly files: Readonly<Record<string, string>>;
  /** At least so much. */
  readonly passedMs: number;
}

/** What it begins with. */
export interface BegunSession {
  readonly project: NonNullable<RunSetup['project']>;
  readonly files: Readonly<Record<string, string>>;
  readonly modified: Readonly<Record<string, number>>;
  readonly passedMs: number;
  /** The run of the session before it. */
  readonly previous?: string;
  /** Files of the home folder that it does not have, with the reasons. */
  readonly left: readonly string[];
}

/** [J1] Adds a session to a project: it starts with the home folder as the sessions before it left it. */
export async function beginSession(next: NextSession, parts: ProjectParts): Promise<Result<BegunSession, Failure>> {
  const { books, nowMs } = parts;
  const { project, run } = next;
  const repaired = await mirrorInterrupted(project, parts);
  if (!repaired.ok) return repaired;
  for (;;) {
    const read = await books.read(project);
    if (!read.ok) return read;
    const { records: book, damage } = read.value;
    const passedMs = Math.max(next.passedMs, projectPassedMs(book, nowMs()));
    const timeMs = nowMs() + passedMs;
    const session = sessionNumber(book);
    const brought = session === 1 ? missingOf(next, book, timeMs) : [];
    const begun: HomeRecord = { type: 'session', session, run, timeMs, passedMs };
    const added = await books.add(project, book.length, [...brought, begun]);
    if (!added.ok) return added;
    if (!added.value) continue;
    const { files, modified, left } = filesWithHome(next.files, [...book, ...brought]);
    const place = { id: project, session, homeVersion: book.length + brought.length };
    const previous = book.findLast((record) => record?.type === 'session')?.run;
    return ok({
      project: place,
      files,
      modified,
      passedMs,
      left: [...damage, ...left],
      ...optional('previous', previous),
    });
  }
}

/** A copy of a run is a session of its own. It has what it copies, and writes what comes after. */
export async function beginCopy(
  { project, run, passedMs }: Omit<NextSession, 'files'>,
  { books, nowMs }: ProjectParts,
): Promise<Result<number, Failure>> {
  for (;;) {
    const read = await books.read(project);
    if (!read.ok) return read;
    const { records: book } = read.value;
    const session = sessionNumber(book);
    const record: HomeRecord = { type: 'session', session, run, timeMs: nowMs() + passedMs, passedMs };
    const added = await books.add(project, book.length, [record]);
    if (!added.ok) return added;
    if (added.value) return ok(session);
  }
}

/** Whether somebody stands on what a session began with: it is open in another tab, or it was used. */
export async function isSessionUsed(run: string, { journals, lock }: ProjectParts): Promise<boolean> {
  const release = await lock(run);
  if (release === undefined) return true;
  const read = await journals.read(run);
  release();
  return !read.ok || read.value.damage !== undefined || read.value.entries.some(({ type }) => type === 'prompt');
}

/** What runs wrote whose tab ended on the way. Those that are open in a tab do that themselves. */
async function mirrorInterrupted(project: string, parts: ProjectParts): Promise<Result<void, Failure>> {
  const { books, journals, lock } = parts;
  const read = await books.read(project);
  if (!read.ok) return read;
  for (const run of read.value.marked) {
    const release = await lock(run);
    if (release === undefined) continue;
    try {
      const journal = await journals.read(run);
      if (!journal.ok) return journal;
      const mirror = mirrorOf(run, journal.value, parts);
      const followed = await mirror?.synchronise();
      if (followed?.ok === false) return followed;
      await books.unmark(project, run);
    } finally {
      release();
    }
  }
  return ok(undefined);
}

/** Undefined if it belongs to no project, or is damaged: what was lost with its entries stays in the project. */
export function mirrorOf(
  run: string,
  journal: { readonly entries: readonly Entry[]; readonly cutOff: readonly Entry[]; readonly damage?: string },
  parts: ProjectParts,
): HomeMirror | undefined {
  const [begun] = journal.entries;
  if (journal.damage !== undefined || begun?.type !== 'begun' || begun.setup.project === undefined) return undefined;
  const { id, copied } = begun.setup.project;
  const { books } = parts;
  const isUsed = (other: string) => isSessionUsed(other, parts);
  return new HomeMirror({ books, project: id, run, copied, isUsed }, journal.entries, journal.cutOff);
}

function sessionNumber(book: HomeBook): number {
  return 1 + book.reduce((most, record) => (record?.type === 'session' ? Math.max(most, record.session) : most), 0);
}

/** Of the files that the first session brings with it, those that are not in the book yet. */
function missingOf({ run, files }: NextSession, book: HomeBook, mtimeMs: number): readonly HomeRecord[] {
  const present = homeFolder(book);
  return Object.entries(files).flatMap(([path, text]): readonly HomeRecord[] =>
    isAtHome(path) && present.get(path)?.text !== text
      ? [{ type: 'written', path, text, mtimeMs, by: { run, entry: 0 } }]
      : [],
  );
}

/** In the order of their paths, which does not depend on who wrote when. */
function filesWithHome(given: Readonly<Record<string, string>>, book: HomeBook) {
  const own = Object.entries(given).filter(([path]) => !isAtHome(path));
  const workspace = Workspace.of(Object.fromEntries(own));
  const home: (readonly [path: string, file: HomeFile])[] = [];
  const left: string[] = [];
  // The newest first: two sessions may have made a file and a folder of the same name.
  for (const [path, file] of [...homeFolder(book)].reverse()) {
    const written = workspace.write(path, file.text);
    if (written.ok) home.push([path, file]);
    else left.push(`${fullPath(path)} ${written.error.replace(/\.$/, '')}`);
  }
  home.sort(([a], [b]) => (a < b ? -1 : 1));
  const files = Object.fromEntries([...own, ...home.map(([path, { text }]) => [path, text] as const)]);
  const modified = Object.fromEntries(home.map(([path, { mtimeMs }]) => [path, mtimeMs]));
  return { files, modified, left };
}
