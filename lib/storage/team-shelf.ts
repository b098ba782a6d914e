import * as v from 'valibot';
import { isObject } from '../base/json';
import type { Result } from '../base/result';
import { count, object, type Parsed, parseBy, text } from '../base/schema';
import type { KeyValueStore } from './key-value-store';

const entry = object({ checksum: text, bytes: count, id: text });
const head = object({
  version: count,
  entries: v.custom<Readonly<Record<string, Parsed<typeof entry>>>>(
    (value) => isObject(value) && Object.values(value).every((each) => v.is(entry, each)),
    'must be an object of files',
  ),
});

type Head = Parsed<typeof head>;

interface ChangedText {
  readonly text: string;
  readonly checksum: string;
  readonly bytes: number;
}

/**
 * What the server of a team keeps in this browser, for all its tabs. The texts are stored first, each in a place of its own;
 * then one record says which of them count. So whoever comes second to a change is told so, and nobody sees half of one.
 * Rejects like IndexedDB.
 */
export interface TeamShelf {
  head(team: string): Promise<Head>;
  texts(team: string, of: { readonly version: number }): Promise<Readonly<Record<string, string>> | undefined>;
  commit(team: string, version: number, changed: Readonly<Record<string, ChangedText>>): Promise<boolean>;
  stage(team: string, checksum: string, at: number, text: string): Promise<void>;
  staged(team: string, checksum: string): Promise<readonly (string | undefined)[]>;
  /** Of a team, everything. */
  remove(team: string): Promise<void>;
}

export function createTeamShelf(records: KeyValueStore, newId: () => string): TeamShelf {
  const parsed = (team: string, value: unknown): Head => {
    if (value === undefined) return { version: 0, entries: {} };
    const read: Result<Head> = parseBy(head, value);
    if (!read.ok) throw new Error(`What is stored of the team “${team}” is damaged: ${read.error}`);
    return read.value;
  };
  const read = async (team: string) => parsed(team, await records.get(headKey(team)));

  return {
    head: read,

    texts: async (team, { version }) => {
      const [stored, now] = await Promise.all([records.entries(textKey(team, '')), read(team)]);
      if (now.version !== version) return undefined;
      const byKey = new Map(stored);
      const texts: Record<string, string> = {};
      for (const [key, { id }] of Object.entries(now.entries)) {
        const found = byKey.get(textKey(team, id));
        if (typeof found !== 'string') {
          // It was read before the latest change, or is gone.
          if ((await records.get(textKey(team, id))) !== undefined) return undefined;
          throw new Error(`The text of “${key}” is missing in this browser`);
        }
        texts[key] = found;
      }
      return texts;
    },

    commit: async (team, version, changed) => {
      const placed = Object.entries(changed).map(([key, { text: given, checksum, bytes }]) => {
        return { key, text: given, entry: { checksum, bytes, id: newId() } };
      });
      await records.add(placed.map((each) => [textKey(team, each.entry.id), each.text] as const));
      let left: readonly string[] | undefined;
      await records.change(headKey(team), (old) => {
        const before = parsed(team, old);
        if (before.version !== version) return { type: 'keep' };
        const entries = { ...before.entries };
        left = placed.flatMap(({ key }) => entries[key]?.id ?? []);
        for (const each of placed) entries[each.key] = each.entry;
        return { type: 'put', value: { version: version + 1, entries } };
      });
      const useless = left ?? placed.map((each) => each.entry.id);
      await records.remove(useless.map((id) => textKey(team, id)));
      if (left === undefined) return false;
      for (const { checksum } of Object.values(changed)) {
        const pieces = await records.entries(pieceKey(team, checksum));
        if (pieces.length > 0) await records.remove(pieces.map(([key]) => key));
      }
      return true;
    },

    stage: (team, checksum, at, piece) => records.set(`${pieceKey(team, checksum)}${at}`, piece),

    staged: async (team, checksum) => {
      const start = pieceKey(team, checksum);
      const pieces: string[] = [];
      for (const [key, piece] of await records.entries(start)) {
        if (typeof piece === 'string') pieces[Number(key.slice(start.length))] = piece;
      }
      return pieces;
    },

    remove: async (team) => {
      const start = teamKey(team);
      await records.remove((await records.keys()).filter((key) => key.startsWith(start)));
    },
  };
}

/** Names of teams have slashes. */
function teamKey(team: string): string {
  return `${encodeURIComponent(team)}/`;
}

function headKey(team: string): string {
  return `${teamKey(team)}head`;
}

function textKey(team: string, id: string): string {
  return `${teamKey(team)}t/${id}`;
}

function pieceKey(team: string, checksum: string): string {
  return `${teamKey(team)}p/${checksum}/`;
}
