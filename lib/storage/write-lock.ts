export interface WriteLock {
  /** For saving: any number at a time. */
  shared<Value>(run: () => Promise<Value>): Promise<Value>;
  /** For cleaning up: only runs while no tab is saving; otherwise it is skipped. */
  alone(run: () => Promise<void>): Promise<void>;
}

/**
 * A body is written before its record, so in between it looks orphaned. Unlike a stored mark, the lock ends with its
 * tab. Without locks, nothing is cleaned up.
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
