import { ok } from '../base/result';
import { browserRecordStore } from './browser-record-store';
import { holdLock } from './held-lock';
import { createJournalStore, type JournalStore, type ParseEntry } from './journal-store';
import { indexedStore } from './key-value-store';
import type { RecordStore } from './record-store';
import { type StoredRun, storedRunForm } from './stored-run';
import { sweepRuns } from './sweep-runs';

/** Opens nothing before the first use, so a server may call it too. */
export function browserRunStore(): RecordStore<StoredRun> {
  return browserRecordStore('highwater-runs', 'run', storedRunForm);
}

export function browserJournalStore<Entry>(parse: ParseEntry<Entry>): JournalStore<Entry> {
  return createJournalStore(indexedStore('highwater-journals'), parse);
}

/** Undefined if another tab has the run open. */
export function lockRun(id: string): Promise<(() => void) | undefined> {
  return holdLock(`highwater-run-${id}`);
}

/** Without locks, it is unknown which runs are open, so nothing is cleaned up. */
export async function sweepBrowserRuns(): Promise<void> {
  if (!('locks' in navigator)) return;
  await sweepRuns({
    runs: browserRunStore(),
    journals: browserJournalStore(ok),
    lock: lockRun,
    nowMs: Date.now(),
  });
}
