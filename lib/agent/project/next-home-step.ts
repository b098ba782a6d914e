import { detachedPlaces, versionWithout } from './home-folder';
import type { HomeBook, HomeRecord, HomeRecordOf } from './home-record';
import type { HomeWrite } from './home-writes';

/** What is to be added to the book next, so that it has what a run wrote. */
export type HomeStep =
  | { readonly type: 'write'; readonly write: HomeWrite }
  /** The run has undone it. */
  | { readonly type: 'detach'; readonly place: number; readonly write: HomeWrite };

/**
 * The book follows the journal: after a new entry, an undo or redo, and after a crash between the two. One step at a time,
 * as other runs add records in between. Undefined if nothing is to be done.
 */
export function nextHomeStep(book: HomeBook, run: string, wanted: readonly HomeWrite[]): HomeStep | undefined {
  const present = writesIn(book, run);
  const byEntry = new Map<number, HomeWrite[]>();
  for (const write of wanted) byEntry.set(write.by.entry, [...(byEntry.get(write.by.entry) ?? []), write]);
  const undone = present.findLast(({ write }) => !byEntry.get(write.by.entry)?.some((other) => isSame(write, other)));
  if (undone !== undefined) return { type: 'detach', ...undone };
  // One that is missing before others was damaged: written now, it would stand above newer ones of other sessions.
  const last = present.at(-1)?.write;
  const write = wanted[last === undefined ? 0 : wanted.findLastIndex((other) => isSame(last, other)) + 1];
  return write === undefined ? undefined : { type: 'write', write };
}

/** The sessions that began with what stands at a place. */
export function sessionsOn(book: HomeBook, place: number, run: string): readonly HomeRecordOf<'session'>[] {
  return book
    .slice(place + 1)
    .filter((record): record is HomeRecordOf<'session'> => record?.type === 'session' && record.run !== run);
}

export function withdrawal(book: HomeBook, place: number, write: HomeWrite): HomeRecord {
  const { by } = write;
  if (write.type === 'passed') return { type: 'withdrawn', of: place, by };
  return { type: 'withdrawn', of: place, by, restored: versionWithout(book, place, write.path) };
}

/** Those of its entries. What it brought with it, as its first entry says, is never undone. */
function writesIn(book: HomeBook, run: string) {
  const detached = detachedPlaces(book, ['withdrawn', 'kept']);
  return book.flatMap((record, place) =>
    (record?.type === 'written' || record?.type === 'passed') &&
    record.by.run === run &&
    record.by.entry > 0 &&
    !detached.has(place)
      ? [{ place, write: record }]
      : [],
  );
}

function isSame(a: HomeWrite, b: HomeWrite): boolean {
  if (a.by.entry !== b.by.entry) return false;
  if (a.type === 'passed') return b.type === 'passed' && a.ms === b.ms;
  return b.type === 'written' && a.path === b.path && a.text === b.text && a.mtimeMs === b.mtimeMs;
}
