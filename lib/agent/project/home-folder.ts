import type { HomeBook, HomeRecord, HomeVersion } from './home-record';

export interface HomeFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/**
 * [J1] What is in the home folder after the records up to a place: the version stored last counts, whoever wrote it. The
 * newest are last.
 */
export function homeFolder(book: HomeBook, place: number = book.length): ReadonlyMap<string, HomeFile> {
  const files = new Map<string, HomeFile>();
  for (const record of book.slice(0, place)) {
    const version = versionIn(record);
    if (version === undefined) continue;
    const { path, text, mtimeMs } = version;
    files.delete(path);
    if (text !== null) files.set(path, { text, mtimeMs });
  }
  return files;
}

/** What a record makes of a file. */
export function versionIn(record: HomeRecord | undefined): HomeVersion | undefined {
  if (record?.type === 'written') return record;
  return record?.type === 'withdrawn' ? record.restored : undefined;
}

/** Places of records that count no longer, or no longer as those of their run. */
export function detachedPlaces(book: HomeBook, types: readonly ('withdrawn' | 'kept')[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const record of book) {
    if (record?.type === 'withdrawn' || record?.type === 'kept') if (types.includes(record.type)) places.add(record.of);
  }
  return places;
}

/** What stands in a file without the version at a place: the newest other one that nobody withdrew. */
export function versionWithout(book: HomeBook, place: number, path: string): HomeVersion {
  const withdrawn = detachedPlaces(book, ['withdrawn']);
  for (let at = book.length - 1; at >= 0; at--) {
    const record = book[at];
    if (at === place || withdrawn.has(at) || record?.type !== 'written' || record.path !== path) continue;
    const { text, mtimeMs } = record;
    return { path, text, mtimeMs };
  }
  return { path, text: null, mtimeMs: 0 };
}

/** How far the clock of a project is ahead of the host's: it never goes back, so neither do the ages of its files. */
export function projectPassedMs(book: HomeBook, nowMs: number): number {
  const withdrawn = detachedPlaces(book, ['withdrawn']);
  const bySession = new Map<string, number>();
  let newestMs = 0;
  for (const [place, record] of book.entries()) {
    if (record?.type === 'session') bySession.set(record.run, record.passedMs);
    if (record?.type === 'passed' && !withdrawn.has(place)) {
      bySession.set(record.by.run, (bySession.get(record.by.run) ?? 0) + record.ms);
    }
    newestMs = Math.max(newestMs, versionIn(record)?.mtimeMs ?? 0);
  }
  return Math.max(0, newestMs - nowMs, ...bySession.values());
}
