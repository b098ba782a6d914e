import { detachedPlaces, homeFolder, versionIn } from './home-folder';
import type { HomeBook } from './home-record';

/** What a page shows of a project's home folder. All texts are rendered as text. */
export interface HomeHistory {
  /** By path; those that exist first. */
  readonly files: readonly HistoryOfFile[];
  /** What could not be read. */
  readonly damage: readonly string[];
}

export interface HistoryOfFile {
  readonly path: string;
  readonly isGone: boolean;
  /** The newest first. */
  readonly versions: readonly ShownVersion[];
}

export interface ShownVersion {
  /** In the book. */
  readonly place: number;
  /** Who wrote it. Undefined if that session is not in the book. */
  readonly session: number | undefined;
  readonly mtimeMs: number;
  /** Null: it was deleted. */
  readonly characters: number | null;
  /** A task beside the turn wrote it. */
  readonly isByTask: boolean;
  /** Its session has undone it. */
  readonly isUndone: boolean;
  /** It is what the file is now. */
  readonly isCurrent: boolean;
}

export function homeHistory(book: HomeBook, damage: readonly string[] = []): HomeHistory {
  const present = homeFolder(book);
  const undone = detachedPlaces(book, ['withdrawn']);
  const sessions = new Map(
    book.flatMap((record) => (record?.type === 'session' ? [[record.run, record.session] as const] : [])),
  );
  const byPath = new Map<string, ShownVersion[]>();
  for (const [place, record] of [...book.entries()].reverse()) {
    // What an undo put back is listed as what it is: the version from before.
    if (record?.type !== 'written') continue;
    const { path, text, mtimeMs, by } = record;
    const versions = byPath.get(path) ?? [];
    byPath.set(path, versions);
    const isUndone = undone.has(place);
    versions.push({
      place,
      session: sessions.get(by.run),
      mtimeMs,
      characters: text?.length ?? null,
      isByTask: by.task !== undefined,
      isUndone,
      isCurrent: !isUndone && versions.every(({ isCurrent }) => !isCurrent),
    });
  }
  const files = [...byPath].map(([path, versions]) => ({ path, versions, isGone: !present.has(path) }));
  return { files: files.sort((a, b) => Number(a.isGone) - Number(b.isGone) || (a.path < b.path ? -1 : 1)), damage };
}

/** Undefined if the file was deleted, or there is no such version. */
export function textAt(book: HomeBook, place: number): string | undefined {
  return versionIn(book[place])?.text ?? undefined;
}
