import { ok } from '../base/result';
import { browserBookStore, browserProjectStore } from './browser-project-stores';
import { browserRecordStore } from './browser-record-store';
import { holdLock, lockFreed } from './held-lock';
import { createJournalStore, type JournalStore, type ParseEntry } from './journal-store';
import { indexedStore } from './key-value-store';
import type { RecordStore } from './record-store';
import { type StoredRun, storedRunForm } from './stored-run';
import { sweepProjects } from './sweep-projects';
import { sweepRuns } from './sweep-runs';

/** Opens nothing before the first use, so a server may call it too. */
export function browserRunStore(): RecordStore<StoredRun> {
  return browserRecordStore('highwater-runs', 'run', storedRunForm);
}

export function browserJournalStore<Entry>(parse: ParseEntry<Entry>): JournalStore<Entry> {
  const listeners = new Set<() => void>();
  const records = indexedStore('highwater-journals', () => {
    for (const listener of listeners) listener();
  });
  return createJournalStore(records, parse, (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
}

/** Undefined if another tab has the run open. */
export function lockRun(id: string): Promise<(() => void) | undefined> {
  return holdLock(lockName(id));
}

/** Resolves once no tab has the run open. */
export function runFreed(id: string, signal: AbortSignal): Promise<void> {
  return lockFreed(lockName(id), signal);
}

/** Messages to the other tabs that have the run open. They are from outside: another tab may be of another version. */
export function runChannel(id: string) {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(lockName(id));
  return {
    post: (message: unknown) => channel.postMessage(message),
    onMessage: (hear: (message: unknown) => void) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
    },
    close: () => channel.close(),
  };
}

function lockName(id: string): string {
  return `highwater-run-${id}`;
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
  await sweepProjects({
    projects: browserProjectStore(),
    runs: browserRunStore(),
    books: browserBookStore(ok),
    nowMs: Date.now(),
  });
}
