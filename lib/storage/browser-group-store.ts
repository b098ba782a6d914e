import { createGroupStore, type GroupStore } from './group-store';
import { indexedStore } from './key-value-store';
import type { RecordForm } from './record-store';

/** Opens nothing before the first use, so a server may call it too. */
export function browserGroupStore<Kept>(name: string, noun: string, form: RecordForm<Kept>): GroupStore<Kept> {
  return createGroupStore({ records: indexedStore(name), noun, form });
}
