import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import type { KeyValueStore } from './key-value-store';
import { deletedRun, type StorageFailure, storageFailure } from './storage-failure';

type Stored<Value> = Promise<Result<Value, StorageFailure>>;

/** Long, append-only lists: one record per entry, so that appending costs the same at any length. */
export interface JournalStore<Entry> {
  read(id: string): Stored<StoredJournal<Entry>>;
  /** Appends at the given length. Entries after it had been cut off, and are erased. Fails if those before it are gone. */
  append(id: string, place: number, entry: Entry): Stored<void>;
  /** Keeps only this many entries valid. The others stay until something is appended, so that the cut can be undone. */
  cut(id: string, length: number): Stored<void>;
  remove(ids: readonly string[]): Stored<void>;
  ids(): Stored<ReadonlySet<string>>;
  /** Whether it begins with an entry. */
  has(id: string): Stored<boolean>;
  /** Called when the browser has closed the store: what was in it may be lost. Returns a function that ends this. */
  onGone(listener: () => void): () => void;
}

export interface StoredJournal<Entry> {
  readonly entries: readonly Entry[];
  /** Restores what was cut off. */
  readonly cutOff: readonly Entry[];
  /** Set if more was written than could be read: the reason. */
  readonly damage?: string;
}

/** Stored data may be from another version, or damaged. */
export type ParseEntry<Entry> = (value: unknown) => Result<Entry>;

export function createJournalStore<Entry>(
  records: KeyValueStore,
  parse: ParseEntry<Entry>,
  onGone: JournalStore<Entry>['onGone'] = () => () => undefined,
): JournalStore<Entry> {
  /** Journals with the mark of a cut, kept in memory so that an append need not query the store. */
  const cutJournals = new Set<string>();

  async function attempt<Value>(action: string, run: () => Promise<Value>): Stored<Value> {
    try {
      return ok(await run());
    } catch (error) {
      return fail(storageFailure(action, error));
    }
  }

  async function dropFrom(id: string, place: number): Promise<void> {
    const first = entryKey(id, place);
    const keys = (await records.entries(`${id}/`)).map(([key]) => key);
    // The mark is removed together with the entries after it: otherwise these would become valid again.
    await records.remove(keys.filter((key) => key === cutKey(id) || key >= first));
    cutJournals.delete(id);
  }

  return {
    read: (id) =>
      attempt('Could not read the run', async () => {
        const stored = await records.entries(`${id}/`);
        // Also one that cuts off nothing, since all was redone: it would cut off what is appended next.
        if (stored.some(([key]) => key === cutKey(id))) cutJournals.add(id);
        return journalOf(id, stored, parse);
      }),

    append: async (id, place, entry) => {
      const isAppended = await attempt('Could not save the run', async () => {
        if (cutJournals.has(id)) await dropFrom(id, place);
        if (place > 0) return records.setBehind(entryKey(id, place - 1), entryKey(id, place), entry);
        await records.set(entryKey(id, place), entry);
        return true;
      });
      if (!isAppended.ok) return isAppended;
      return isAppended.value ? ok(undefined) : fail(deletedRun);
    },

    cut: (id, length) =>
      attempt('Could not save the run', async () => {
        await records.set(cutKey(id), length);
        cutJournals.add(id);
      }),

    remove: (ids) =>
      attempt('Could not delete the run', async () => {
        const prefixes = ids.map((id) => `${id}/`);
        const keys = await records.keys();
        await records.remove(keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix))));
      }),

    has: (id) => attempt('Could not read the run', async () => (await records.get(entryKey(id, 0))) !== undefined),

    onGone,

    ids: () =>
      attempt('Could not list runs', async () => {
        return new Set((await records.keys()).map((key) => key.slice(0, key.lastIndexOf('/'))));
      }),
  };
}

const DIGITS = 7;

function entryKey(id: string, place: number): string {
  return `${id}/${String(place).padStart(DIGITS, '0')}`;
}

/** Sorts after all entries. */
function cutKey(id: string): string {
  return `${id}/cut`;
}

function journalOf<Entry>(
  id: string,
  records: readonly (readonly [key: string, value: unknown])[],
  parse: ParseEntry<Entry>,
): StoredJournal<Entry> {
  const cut = records.find(([key]) => key === cutKey(id))?.[1];
  const written = records.filter(([key]) => key !== cutKey(id));
  const whole: Entry[] = [];
  let damage: string | undefined;
  for (const [place, [key, value]] of written.entries()) {
    const parsed = key === entryKey(id, place) ? parse(value) : fail('it is missing');
    if (!parsed.ok) {
      damage = `entry ${place + 1} of ${written.length}: ${parsed.error}`;
      break;
    }
    whole.push(parsed.value);
  }
  const length = typeof cut === 'number' ? cut : whole.length;
  return { entries: whole.slice(0, length), cutOff: whole.slice(length), ...optional('damage', damage) };
}
