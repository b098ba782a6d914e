import type { KeptText } from './kept-text';

export interface StorageUsage {
  readonly usedBytes?: number;
  readonly quotaBytes?: number;
}

/** Missing numbers mean that the browser does not say. */
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

/** Once for ever: some browsers put the question to the user. A refusal changes nothing but how safe the data are. */
export async function askToPersist(asked: KeptText, storage: StorageManager | undefined = manager()): Promise<void> {
  if (storage === undefined || asked.read() !== undefined) return;
  asked.write('asked');
  await storage.persist().catch(() => false);
}

function manager(): StorageManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator.storage as StorageManager | undefined);
}
