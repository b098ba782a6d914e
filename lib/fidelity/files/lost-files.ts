import type { Cut } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import type { PartPlace, ValueIndex } from '../values/value-index';
import { type FileAction, fileFates, fileToolActions } from './file-fates';

/** [K3] Files in the removed messages, and those that the rest does not name. */
export interface LostFiles {
  readonly counts: readonly FileCount[];
  readonly unnamed: readonly LostFile[];
}

export interface FileCount {
  readonly deed: FileAction;
  readonly left: number;
  readonly unnamed: number;
}

export interface LostFile {
  readonly path: string;
  readonly deed: FileAction;
  /** Its last call. */
  readonly was?: PartPlace;
  /** Where the model names it again later. */
  readonly used?: PartPlace;
}

export function lostFiles(index: ValueIndex, cut: Pick<Cut, 'left' | 'later'>, remaining: RemainingParts): LostFiles {
  const files = fileFates(index, cut, remaining);
  const unnamed = files.filter(({ isNamed }) => !isNamed);
  const count = (all: readonly { readonly deed: FileAction }[], deed: FileAction) =>
    all.filter((file) => file.deed === deed).length;
  return {
    counts: fileToolActions.map((deed) => ({ deed, left: count(files, deed), unnamed: count(unnamed, deed) })),
    unnamed: unnamed.map(({ path, deed, was, used }) => ({ path, deed, ...(was && { was }), ...(used && { used }) })),
  };
}
