import type { Cut } from '../values/cut';
import type { HeldParts } from '../values/held-parts';
import type { PartPlace, ValueIndex } from '../values/value-index';
import { type FileDeed, fileDeeds, fileFates } from './file-fates';

/** [K3] Files in the removed messages, and those that the rest does not name. */
export interface LostFiles {
  readonly counts: readonly FileCount[];
  readonly unnamed: readonly LostFile[];
}

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

export function lostFiles(index: ValueIndex, cut: Pick<Cut, 'left' | 'later'>, remaining: HeldParts): LostFiles {
  const files = fileFates(index, cut, remaining);
  const unnamed = files.filter(({ isNamed }) => !isNamed);
  const count = (all: readonly { readonly deed: FileDeed }[], deed: FileDeed) =>
    all.filter((file) => file.deed === deed).length;
  return {
    counts: fileDeeds.map((deed) => ({ deed, left: count(files, deed), unnamed: count(unnamed, deed) })),
    unnamed: unnamed.map(({ path, deed, was, used }) => ({ path, deed, ...(was && { was }), ...(used && { used }) })),
  };
}
