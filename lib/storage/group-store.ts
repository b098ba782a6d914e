import { fail, ok, type Result } from '../base/result';
import type { KeyValueStore } from './key-value-store';
import type { RecordForm, RecordList } from './record-store';
import { type StorageFailure, storageFailure } from './storage-failure';

type Stored<Value> = Promise<Result<Value, StorageFailure>>;

/** Records of one kind that belong to something else, such as the answers of an experiment, and are gone with it. */
export interface GroupStore<Kept> {
  list(group: string): Stored<RecordList<Kept>>;
  /** Undefined if there is none, or it cannot be read. */
  get(group: string, id: string): Stored<Kept | undefined>;
  /** Replaces the record with the same id. */
  save(group: string, id: string, record: Kept): Stored<void>;
  remove(group: string, ids: readonly string[]): Stored<void>;
  removeAll(group: string): Stored<void>;
}

interface GroupStoreParts<Kept> {
  readonly records: KeyValueStore;
  /** The name of a record in messages: `answer`. */
  readonly noun: string;
  readonly form: RecordForm<Kept>;
}

export function createGroupStore<Kept>({ records, noun, form }: GroupStoreParts<Kept>): GroupStore<Kept> {
  async function attempt<Value>(action: string, run: () => Promise<Value>): Stored<Value> {
    try {
      return ok(await run());
    } catch (error) {
      return fail(storageFailure(action, error));
    }
  }

  return {
    list: (group) =>
      attempt(`Could not read the ${noun}s`, async () => {
        const parsed = (await records.entries(keyOf(group, ''))).map(([, value]) => form.parse(value));
        const read = parsed.flatMap((record) => (record.ok ? [record.value] : []));
        return { records: read, damaged: parsed.length - read.length };
      }),

    get: (group, id) =>
      attempt(`Could not read the ${noun}`, async () => {
        const parsed = form.parse(await records.get(keyOf(group, id)));
        return parsed.ok ? parsed.value : undefined;
      }),

    save: (group, id, record) =>
      attempt(`Could not save the ${noun}`, () => records.set(keyOf(group, id), form.write(record))),

    remove: (group, ids) =>
      attempt(`Could not delete the ${noun}`, () => records.remove(ids.map((id) => keyOf(group, id)))),

    removeAll: (group) =>
      attempt(`Could not delete the ${noun}s`, async () => {
        const prefix = keyOf(group, '');
        await records.remove((await records.keys()).filter((key) => key.startsWith(prefix)));
      }),
  };
}

function keyOf(group: string, id: string): string {
  return `${group}/${id}`;
}
