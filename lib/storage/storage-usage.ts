import type { KeptText } from './kept-text';

export interface StorageUsage {
  readonly usedBytes?: number;
  readonly quotaBytes?: number;
}

/** Numbers are missing if the browser does not report them. */
export async function storageUsage(storage: StorageManager | undefined = manager()): Promise<StorageUsage> {
  try {
    const { usage, quota } = (await storage?.estimate()) ?? {};
    return {
      ...(usage === undefined ? {} : { usedBytes: usage }),
      ...(quota === undefined ? {} : { quotaBytes: quota }),
    };
  } catch {
    return {};
  }
}

/** Only once: some browsers ask the user. A rejection only makes the data less safe. */
export async function askToPersist(asked: KeptText, storage: StorageManager | undefined = manager()): Promise<void> {
  if (storage === undefined || asked.read() !== undefined) return;
  asked.write('asked');
  await storage.persist().catch(() => false);
}

function manager(): StorageManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator.storage as StorageManager | undefined);
}
