export interface WriteLock {
  /** For saving: any number at a time. */
  shared<Value>(run: () => Promise<Value>): Promise<Value>;
  /** For tidying up: only while nobody saves, in any tab; else it is not done. */
  alone(run: () => Promise<void>): Promise<void>;
}

/**
 * A body is written before its record, so between the two it looks like one that was left behind. The lock ends with
 * its tab, unlike anything we could write down. Where the browser has no locks, nothing is tidied up.
 */
export function writeLock(name: string): WriteLock {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  return {
    shared: (run) => (locks === undefined ? run() : locks.request(name, { mode: 'shared' }, run)),
    alone: async (run) => {
      await locks?.request(name, { mode: 'exclusive', ifAvailable: true }, async (lock) => {
        if (lock !== null) await run();
      });
    },
  };
}
