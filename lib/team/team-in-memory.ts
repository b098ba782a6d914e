import { MAX_PIECES } from './team-limits';
import { emptyHead, type TeamHead, type TeamStore } from './team-store';

/** More would fill the memory of the process. */
const MAX_TEAMS = 50;

const MAX_BYTES = 100_000_000;

/** A store that lasts as long as its process. */
export function teamInMemory(): TeamStore {
  const teams = new Map<string, { head: TeamHead; texts: Readonly<Record<string, string>> }>();
  const pieces = new Map<string, Map<number, string>>();
  return {
    head: async (team) => teams.get(team)?.head ?? emptyHead,
    texts: async (team, { version }) => {
      const there = teams.get(team);
      if (there === undefined) return version === 0 ? {} : undefined;
      return there.head.version === version ? there.texts : undefined;
    },
    commit: async (team, version, changed) => {
      const { head, texts } = teams.get(team) ?? { head: emptyHead, texts: {} };
      if (head.version !== version) return false;
      const entries = { ...head.entries };
      const after = { ...texts };
      for (const [key, { text, checksum, bytes }] of Object.entries(changed)) {
        entries[key] = { checksum, bytes };
        after[key] = text;
        pieces.delete(`${team} ${checksum}`);
      }
      // The team that was changed last is the last one to be forgotten.
      teams.delete(team);
      teams.set(team, { head: { version: version + 1, entries }, texts: after });
      forgetOldest(teams, MAX_TEAMS);
      while (teams.size > 1 && bytesOf(teams.values()) > MAX_BYTES) forgetOldest(teams, teams.size - 1);
      return true;
    },
    stage: async (team, checksum, at, text) => {
      const id = `${team} ${checksum}`;
      const staged = pieces.get(id) ?? new Map<number, string>();
      pieces.delete(id);
      pieces.set(id, staged.set(at, text));
      forgetOldest(pieces, MAX_PIECES);
    },
    staged: async (team, checksum) => {
      const staged = pieces.get(`${team} ${checksum}`);
      return Array.from({ length: MAX_PIECES }, (_, at) => staged?.get(at));
    },
  };
}

function bytesOf(teams: Iterable<{ readonly head: TeamHead }>): number {
  let all = 0;
  for (const { head } of teams) for (const { bytes } of Object.values(head.entries)) all += bytes;
  return all;
}

function forgetOldest(kept: Map<string, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
