import type { TextRange } from '../text/text-range';
import type { Cut, LeftPart } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import { usedLater } from '../values/used-later';
import type { IndexedValue, PartPlace, ValueIndex } from '../values/value-index';
import { type FileActions, fileActions } from './file-actions';

export const fileToolActions = ['changed', 'created', 'read'] as const;
/** The strongest action. */
export type FileAction = (typeof fileToolActions)[number];

/** [K3] What became of a file in the removed messages. */
export interface FileFate {
  readonly path: string;
  readonly deed: FileAction;
  readonly isNamed: boolean;
  /** Where the result names it, in `RemainingParts.text`. */
  readonly ranges: readonly TextRange[];
  /** Its last call. */
  readonly was: PartPlace | undefined;
  /** Where the model names it again later. */
  readonly used: PartPlace | undefined;
}

/** Files that were deleted in the end are not needed. */
export function fileFates(
  index: ValueIndex,
  { left, later }: Pick<Cut, 'left' | 'later'>,
  remaining: RemainingParts,
): FileFate[] {
  const files = fileActions(left.map(asMessage)).filter(isNotDeleted);
  const nameOf = shortNames(files);
  const known = (text: string): IndexedValue => index.value(text) ?? { type: 'path', value: text, rows: [] };
  return files.map((file) => {
    const shortest = nameOf(file.path).length;
    const names = endings(file.path)
      .filter((name) => name.length >= shortest)
      .flatMap(bothSlashes)
      .map(known);
    const ranges = names.flatMap((name) =>
      remaining.rangesOf(name, ({ start }) => name.value === file.path || isBeginning(remaining.text, start)),
    );
    return {
      path: file.path,
      deed: deedOf(file),
      isNamed: ranges.length > 0 || names.some((name) => remaining.staysWith(name)),
      ranges,
      was: left[file.lastAt]?.place,
      used: usedLater(index, known(file.path), later)?.used,
    };
  });
}

/** `lib/a.ts` does not name `src/a.ts`, though it ends in `a.ts`. */
function isBeginning(text: string, start: number): boolean {
  return !/(?:^|[^.])[\\/]$|\.\.[\\/]$/.test(text.slice(Math.max(0, start - 3), start));
}

function asMessage({ message, part }: LeftPart) {
  return { ...message, parts: [part] };
}

function isNotDeleted({ created, deleted }: FileActions): boolean {
  return deleted === 0 || created > deleted;
}

function deedOf({ created, changed }: FileActions): FileAction {
  if (created > 0) return 'created';
  return changed > 0 ? 'changed' : 'read';
}

/** The shortest unambiguous name: `a.ts`, or `src/a.ts` if there is another `a.ts`. */
function shortNames(files: readonly FileActions[]): (path: string) => string {
  const times = new Map<string, number>();
  for (const { path } of files) {
    for (const ending of endings(path)) times.set(ending, (times.get(ending) ?? 0) + 1);
  }
  return (path) => endings(path).findLast((ending) => times.get(ending) === 1) ?? path;
}

/** Windows paths are often written with forward slashes. */
function bothSlashes(path: string): string[] {
  return path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
}

/** `/home/src/a.ts` → itself, `home/src/a.ts`, `src/a.ts`, `a.ts`. */
function endings(path: string): string[] {
  return [path, ...[...path.matchAll(/[\\/](?=[^\\/])/g)].map(({ index }) => path.slice(index + 1))];
}
