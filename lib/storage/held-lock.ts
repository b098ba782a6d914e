/**
 * Takes the lock of that name for as long as this tab or worker lives, or until the returned function is called. Nothing
 * comes back where another holds it. Unlike anything we could write down, it ends with its holder. Where the browser has
 * no locks, it is always given.
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

function browserLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
}
