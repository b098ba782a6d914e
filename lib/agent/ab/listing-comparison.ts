import type { OwnSetup } from '../journal/entry';

/** [O3] Where the list of agents stands, on either side. */
export const comparedListings = ['in-tool', 'in-message'] as const satisfies readonly OwnSetup['agents'][];

export interface ComparedCall {
  readonly read: number;
  /** Written to the cache, or sent without it. */
  readonly written: number;
  /** Missing if the price is not known. */
  readonly dollars?: number;
  /** The list differs from that of the call before; `broken`: so less was read from the cache. */
  readonly list?: 'changed' | 'broken';
}

export interface ListingComparison {
  /** By call; undefined where a side has made fewer. */
  readonly calls: readonly (readonly (ComparedCall | undefined)[])[];
  /** Of each side. */
  readonly sums: readonly Omit<ComparedCall, 'list'>[];
  /** The list never changed in the session: an agent was added at its end, and its last prompt sent again. */
  readonly isAdded: boolean;
}
