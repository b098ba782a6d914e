/** A part of the summary that is included or omitted as a whole. */
export interface Item {
  /** Lower ranks are included first. Items are shown in list order, not by rank. */
  readonly rank: number;
  /** Shortened to about this many characters, if possible. */
  text(limit: number): string;
}

export interface Group {
  readonly label?: string;
  readonly items: readonly Item[];
  /** The name of omitted items: “files”. */
  readonly many: string;
}

export interface Section {
  readonly title: string;
  /** Share of the budget, while other sections use theirs. */
  readonly share: number;
  readonly groups: readonly Group[];
  /** As text, if its form is not a heading with lines. */
  write?(body: string): string;
}

/** The rank of an item, given its topic. */
export type Ranker = (rank: number, about: string) => number;
