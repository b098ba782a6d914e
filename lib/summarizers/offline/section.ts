/** A part of the summary that is taken or left as a whole. */
export interface Item {
  /** The smaller, the sooner it is taken. Items are shown in the order in which they stand, not by rank. */
  readonly rank: number;
  /** In about so many characters, if it can be shortened. */
  text(limit: number): string;
}

export interface Group {
  readonly label?: string;
  readonly items: readonly Item[];
  /** What a number of left-out items is called: “files”. */
  readonly many: string;
}

export interface Section {
  readonly title: string;
  /** Of the budget, while other sections have a use for theirs. */
  readonly share: number;
  readonly groups: readonly Group[];
  /** As a part of the text, where it has another form than a heading and its lines. */
  write?(body: string): string;
}

/** The rank of an item once it is known what it speaks of. */
export type Ranker = (rank: number, about: string) => number;
