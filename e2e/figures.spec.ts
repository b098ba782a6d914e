import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { SessionsPage } from './support/sessions-page';

test('the first load of the Sessions view takes at most 200 kB of JavaScript, gzipped', async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await new SessionsPage(page).open();
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(200_000);
});
