import type { Page } from '@playwright/test';

/** As another tab's developer tools do, or “clear site data”. */
export async function deleteJournals(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase('highwater-journals');
        request.onsuccess = () => resolve('deleted');
        request.onerror = () => resolve('failed');
      }),
  );
}
