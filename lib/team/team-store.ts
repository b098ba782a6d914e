import type { TeamSums } from './team-protocol';

export interface StoredEntry {
  readonly checksum: string;
  readonly bytes: number;
}

/** What a server has of a team, without the texts. */
export interface TeamHead {
  /** Raised by every change. */
  readonly version: number;
  readonly entries: Readonly<Record<string, StoredEntry>>;
}

export interface ChangedEntry extends StoredEntry {
  readonly text: string;
}

/** Where a server keeps teams. Rejects as its storage does. */
export interface TeamStore {
  head(team: string): Promise<TeamHead>;
  /** Of a head that was read. Undefined if the team has changed since. */
  texts(team: string, head: TeamHead): Promise<Readonly<Record<string, string>> | undefined>;
  /** All or none of them. False if the team has changed since that version. */
  commit(team: string, version: number, changed: Readonly<Record<string, ChangedEntry>>): Promise<boolean>;
  /** A part of a text, until the whole of it is committed. */
  stage(team: string, checksum: string, at: number, text: string): Promise<void>;
  staged(team: string, checksum: string): Promise<readonly (string | undefined)[]>;
}

export const emptyHead: TeamHead = { version: 0, entries: {} };

export function sumsOf({ entries }: TeamHead): TeamSums {
  return Object.fromEntries(Object.entries(entries).map(([key, { checksum }]) => [key, checksum]));
}
