import type { Cut } from './cut';
import { type FileActions, fileActions } from './file-actions';
import { usedLater } from './used-later';
import type { IndexedValue, PartPlace, ValueIndex } from './value-index';

/** [K3] Files that were worked with in what left, and those that what is left does not name. */
export interface LostFiles {
  readonly counts: readonly FileCount[];
  readonly unnamed: readonly LostFile[];
}

export const fileDeeds = ['changed', 'created', 'read'] as const;
/** The most that was done to it. */
export type FileDeed = (typeof fileDeeds)[number];

export interface FileCount {
  readonly deed: FileDeed;
  readonly left: number;
  readonly unnamed: number;
}

export interface LostFile {
  readonly path: string;
  readonly deed: FileDeed;
  /** Its last call. */
  readonly was?: PartPlace;
  /** Where the model names it again later. */
  readonly used?: PartPlace;
}

export function lostFiles(
  index: ValueIndex,
  { left, later }: Pick<Cut, 'left' | 'later'>,
  isThere: (value: IndexedValue) => boolean,
): LostFiles {
  const files = fileActions(left.map(({ message, part }) => ({ ...message, parts: [part] }))).filter(isNotDeleted);
  const nameOf = shortNames(files);
  const known = (text: string): IndexedValue => index.value(text) ?? { type: 'path', value: text, rows: [] };
  const unnamed = files
    .filter(({ path }) => !endings(path).some((name) => name.length >= nameOf(path).length && isThere(known(name))))
    .map((file): LostFile => {
      const was = left[file.lastAt]?.place;
      const use = usedLater(index, known(file.path), later);
      return { path: file.path, deed: deedOf(file), ...(was && { was }), ...(use && { used: use.used }) };
    });
  const count = (all: readonly { readonly deed: FileDeed }[], deed: FileDeed) =>
    all.filter((file) => file.deed === deed).length;
  const deeds = files.map((file) => ({ deed: deedOf(file) }));
  return {
    counts: fileDeeds.map((deed) => ({ deed, left: count(deeds, deed), unnamed: count(unnamed, deed) })),
    unnamed,
  };
}

function isNotDeleted({ created, deleted }: FileActions): boolean {
  return deleted === 0 || created > deleted;
}

function deedOf({ created, changed }: FileActions): FileDeed {
  if (created > 0) return 'created';
  return changed > 0 ? 'changed' : 'read';
}

/** What names a file for sure: `a.ts`, or `src/a.ts` where there is another of that name. */
function shortNames(files: readonly FileActions[]): (path: string) => string {
  const times = new Map<string, number>();
  for (const { path } of files) {
    for (const ending of endings(path)) times.set(ending, (times.get(ending) ?? 0) + 1);
  }
  return (path) => endings(path).findLast((ending) => times.get(ending) === 1) ?? path;
}

/** `/home/src/a.ts` → itself, `home/src/a.ts`, `src/a.ts`, `a.ts`. */
function endings(path: string): string[] {
  return [path, ...[...path.matchAll(/[\\/](?=[^\\/])/g)].map(({ index }) => path.slice(index + 1))];
}
