/** [D2] In the memory folder; no memory, as its name does not end in `.md`. */
export const LOCK_NAME = '.consolidate-lock';

/** Its text is the holder, its time that of the last consolidation. */
export interface LockFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/** Whether a holder still exists: a tab does while it holds a lock of the browser. */
export type IsAlive = (holder: string) => boolean;

export type LockState =
  | { readonly type: 'free' }
  /** Its holder is gone, and it is older than the limit. */
  | { readonly type: 'stale'; readonly holder: string; readonly ageMs: number }
  | { readonly type: 'held'; readonly holder: string; readonly ageMs: number; readonly isAlive: boolean };

/** [D2] A lock without a holder says when the last consolidation was, and stops nobody. */
export function lockState(
  lock: LockFile | undefined,
  { nowMs, staleMs, isAlive }: { readonly nowMs: number; readonly staleMs: number; readonly isAlive: IsAlive },
): LockState {
  const holder = lock?.text.trim() ?? '';
  if (lock === undefined || holder === '') return { type: 'free' };
  const ageMs = Math.max(0, nowMs - lock.mtimeMs);
  const alive = isAlive(holder);
  if (ageMs > staleMs && !alive) return { type: 'stale', holder, ageMs };
  return { type: 'held', holder, ageMs, isAlive: alive };
}

/** What is written to take it. */
export function takenLock(holder: string, nowMs: number): LockFile {
  return { text: holder, mtimeMs: nowMs };
}

/**
 * [D2] Whether the lock is ours, read again after it was written: `since` has everything that was written into it after it
 * was looked at, oldest first. Of several who found it free, the first has it, whoever wrote last.
 */
export function hasTaken(holder: string, since: readonly (LockFile | undefined)[]): boolean {
  const first = since.find((lock) => lock !== undefined && lock.text.trim() !== '');
  return first?.text.trim() === holder;
}

/** [D2] Done: its time stays. Nobody holds it any longer, so that the next one need not wait until it is stale. */
export function leftLock(taken: LockFile): LockFile {
  return { text: '', mtimeMs: taken.mtimeMs };
}

/** [D2] Failed or ended: as it was before. Undefined: there was none. A holder that was gone stays gone. */
export function restoredLock(before: LockFile | undefined): LockFile | undefined {
  return before === undefined ? undefined : { text: '', mtimeMs: before.mtimeMs };
}
