import { test as base, type Page } from '@playwright/test';

/**
 * A test that reuses the page of the previous test, with cleared browser storage: a new page costs as much processor time
 * as most tests. Scripts added with `addInitScript` stay for later tests.
 */
export const test = base.extend<object, { readonly kept: { page?: Page } }>({
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it
    async ({}, use) => {
      const kept: { page?: Page } = {};
      await use(kept);
      await kept.page?.context().close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, kept, viewport }, use) => {
    if (kept.page?.isClosed() === true) await kept.page.context().close();
    const page = kept.page?.isClosed() === false ? kept.page : await (await browser.newContext()).newPage();
    kept.page = page;
    await page.emulateMedia({ colorScheme: 'light' });
    if (viewport !== null) await page.setViewportSize(viewport);
    await forgetAll(page);
    await use(page);
  },
});

async function forgetAll(page: Page): Promise<void> {
  // This page has no view that could store something again.
  await page.goto('/samples/index.json');
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await devtools.detach();
}
