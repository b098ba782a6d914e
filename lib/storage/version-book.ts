import { fail, ok, type Result } from '../base/result';
import type { KeyValueStore } from './key-value-store';
import { type StorageFailure, storageFailure } from './storage-failure';

type Stored<Value> = Promise<Result<Value, StorageFailure>>;

/**
 * Lists to which several tabs add at the same time: one record per place, and who comes second to a place is told so. A
 * record is never changed.
 */
export interface VersionBook<Version> {
  read(id: string): Stored<StoredBook<Version>>;
  /** Whether there is a record at a place. */
  has(id: string, place: number): Stored<boolean>;
  /** From the place after those that were read, all or none. False if another tab has added some meanwhile. */
  add(id: string, place: number, records: readonly Version[]): Stored<boolean>;
  /** Marks a writer that is about to write elsewhere what it then adds here, for whoever comes after a crash. */
  mark(id: string, writer: string): Stored<void>;
  unmark(id: string, writer: string): Stored<void>;
  /** Removes whole books. */
  remove(ids: readonly string[]): Stored<void>;
  ids(): Stored<ReadonlySet<string>>;
}

export interface StoredBook<Version> {
  /** By place. Undefined where a record cannot be read. */
  readonly records: readonly (Version | undefined)[];
  /** What is wrong with those. */
  readonly damage: readonly string[];
  /** Writers that are writing, or that ended on the way. */
  readonly marked: readonly string[];
}

interface VersionBookParts<Version> {
  readonly records: KeyValueStore;
  /** In messages: `home folder`. */
  readonly noun: string;
  /** Stored data may be from another version, or damaged. */
  parse(value: unknown): Result<Version>;
}

export function createVersionBook<Version>({ records, noun, parse }: VersionBookParts<Version>): VersionBook<Version> {
  async function attempt<Value>(action: string, run: () => Promise<Value>): Stored<Value> {
    try {
      return ok(await run());
    } catch (error) {
      return fail(storageFailure(`Could not ${action} the ${noun}`, error));
    }
  }

  return {
    read: (id) => attempt('read', async () => bookOf(id, await records.entries(`${id}/`), parse)),

    has: (id, place) => attempt('read', async () => (await records.get(placeKey(id, place))) !== undefined),

    add: (id, place, added) =>
      attempt('save', () => records.add(added.map((record, at) => [placeKey(id, place + at), record]))),

    mark: (id, writer) => attempt('save', () => records.set(markKey(id, writer), true)),
    unmark: (id, writer) => attempt('save', () => records.remove([markKey(id, writer)])),

    remove: (ids) =>
      attempt('delete', async () => {
        const prefixes = ids.map((id) => `${id}/`);
        const keys = await records.keys();
        await records.remove(keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix))));
      }),

    ids: () => attempt('list', async () => new Set((await records.keys()).map((key) => key.split('/')[0] ?? ''))),
  };
}

const DIGITS = 7;

function placeKey(id: string, place: number): string {
  return `${id}/v/${String(place).padStart(DIGITS, '0')}`;
}

function markKey(id: string, writer: string): string {
  return `${id}/m/${writer}`;
}

function bookOf<Version>(
  id: string,
  stored: readonly (readonly [key: string, value: unknown])[],
  parse: (value: unknown) => Result<Version>,
): StoredBook<Version> {
  const marks = markKey(id, '');
  const read: (Version | undefined)[] = [];
  const damage: string[] = [];
  for (const [key, value] of stored) {
    if (key.startsWith(marks)) continue;
    const place = Number(key.slice(placeKey(id, 0).length - DIGITS));
    while (read.length < place) {
      damage.push(`version ${read.length + 1}: it is missing`);
      read.push(undefined);
    }
    const parsed = parse(value);
    if (!parsed.ok) damage.push(`version ${place + 1}: ${parsed.error}`);
    read.push(parsed.ok ? parsed.value : undefined);
  }
  const marked = stored.flatMap(([key]) => (key.startsWith(marks) ? [key.slice(marks.length)] : []));
  return { records: read, damage, marked };
}
