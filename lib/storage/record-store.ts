import { fail, ok, type Result } from '../base/result';
import type { KeyValueStore } from './key-value-store';
import type { SessionChanges } from './session-changes';
import { type StorageFailure, storageFailure } from './storage-failure';

type Stored<Value> = Promise<Result<Value, StorageFailure>>;

/** Small records of one kind, each under its id, such as custom prompts. */
export interface RecordStore<Kept extends Identified> {
  list(): Stored<RecordList<Kept>>;
  /** Replaces the record with the same id. */
  save(record: Kept): Stored<void>;
  /** In one step with a look at what is stored: false, and nothing is changed, if that is not to be replaced. */
  saveOver(record: Kept, isReplaced: (stored: Kept) => boolean): Stored<boolean>;
  remove(id: string): Stored<void>;
  /** Called after every change, in this tab and in others. */
  subscribe(listener: () => void): () => void;
}

export interface Identified {
  readonly id: string;
}

export interface RecordList<Kept> {
  readonly records: readonly Kept[];
  /** They are kept: a newer version may be able to read them. */
  readonly damaged: number;
}

interface RecordStoreParts<Kept> {
  readonly records: KeyValueStore;
  readonly changes: SessionChanges;
  /** The name of a record in messages: `run`. */
  readonly noun: string;
  readonly form: RecordForm<Kept>;
}

/** Its stored form. */
export interface RecordForm<Kept> {
  write(record: Kept): unknown;
  /** Stored data may be from another version, or damaged. */
  parse(value: unknown): Result<Kept>;
}

export function createRecordStore<Kept extends Identified>(parts: RecordStoreParts<Kept>): RecordStore<Kept> {
  const { records, changes, noun, form } = parts;

  async function attempt<Value>(action: string, run: () => Promise<Value>): Stored<Value> {
    try {
      return ok(await run());
    } catch (error) {
      return fail(storageFailure(action, error));
    }
  }

  return {
    list: () =>
      attempt(`Could not list ${noun}s`, async () => {
        const parsed = (await records.entries()).map(([, value]) => form.parse(value));
        const read = parsed.flatMap((record) => (record.ok ? [record.value] : []));
        return { records: read, damaged: parsed.length - read.length };
      }),

    save: (record) =>
      attempt(`Could not save the ${noun}`, async () => {
        await records.set(record.id, form.write(record));
        changes.tell();
      }),

    saveOver: (record, isReplaced) =>
      attempt(`Could not save the ${noun}`, async () => {
        let isSaved = true;
        await records.change(record.id, (old) => {
          const stored = form.parse(old);
          isSaved = !stored.ok || isReplaced(stored.value);
          return isSaved ? { type: 'put', value: form.write(record) } : { type: 'keep' };
        });
        if (isSaved) changes.tell();
        return isSaved;
      }),

    remove: (id) =>
      attempt(`Could not delete the ${noun}`, async () => {
        await records.remove([id]);
        changes.tell();
      }),

    subscribe: (listener) => changes.listen(listener),
  };
}
