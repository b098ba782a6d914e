/**
 * Holds the lock with that name as long as this tab or worker lives, or until the returned function is called. Returns
 * undefined if another holds it. Unlike a stored mark, a lock ends with its holder. Without browser support, it is
 * always granted.
 */
export async function holdLock(
  name: string,
  locks: LockManager | undefined = browserLocks(),
): Promise<(() => void) | undefined> {
  if (locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(name, { mode: 'exclusive', ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/** Resolves once nobody holds the lock, without keeping it; rejects if the signal says so first. */
export async function lockFreed(
  name: string,
  signal: AbortSignal,
  locks: LockManager | undefined = browserLocks(),
): Promise<void> {
  await locks?.request(name, { mode: 'exclusive', signal }, () => undefined);
}

function browserLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
}
