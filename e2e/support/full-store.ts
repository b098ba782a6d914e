import type { Page } from '@playwright/test';
import { beforeScripts } from './before-scripts';

/**
 * Makes every write fail like a full store, in all workers, while enabled: the real quota is only checked now and then.
 * Only those into one database, if it is named.
 */
export async function fullStore(page: Page, database?: string): Promise<(isFull: boolean) => Promise<void>> {
  const faulty = `if (typeof IDBObjectStore !== 'undefined' && !globalThis.storeCanBeFull) {
    globalThis.storeCanBeFull = true;
    let isFull = false;
    // Kept, so that it is not collected while it waits.
    globalThis.fullStoreChannel = new BroadcastChannel('full store');
    globalThis.fullStoreChannel.onmessage = ({ data }) => { isFull = data; };
    const { put } = IDBObjectStore.prototype;
    const database = ${JSON.stringify(database ?? null)};
    IDBObjectStore.prototype.put = function (...all) {
      if (isFull && (database === null || this.transaction.db.name === database)) {
        throw new DOMException('It is full', 'QuotaExceededError');
      }
      return put.apply(this, all);
    };
  }`;
  await beforeScripts(page.context(), faulty);
  return (isFull) =>
    page.evaluate(async (told) => {
      const channel = new BroadcastChannel('full store');
      channel.postMessage(told);
      // Until the workers have heard it.
      await new Promise((resolve) => setTimeout(resolve, 50));
      channel.close();
    }, isFull);
}
