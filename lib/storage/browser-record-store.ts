import { indexedStore } from './key-value-store';
import { createRecordStore, type Identified, type RecordForm, type RecordStore } from './record-store';
import { sessionChanges } from './session-changes';

/** Opens nothing before the first use, so a server may call it too. */
export function browserRecordStore<Kept extends Identified>(
  name: string,
  noun: string,
  form: RecordForm<Kept>,
): RecordStore<Kept> {
  return createRecordStore({ records: indexedStore(name), changes: sessionChanges(name), noun, form });
}
