import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { SessionsPage } from '../support/sessions-page';
import { openSample } from '../support/simulations';

test('loads at most 200 kB of gzipped JavaScript for the Sessions view', async ({ page }) => {
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

test('loads the chart library only for the plots of a sweep', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const withRecharts = async () => (await Promise.all(scripts)).filter((text) => text.includes('recharts-')).length;

  await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&filter.tab=sweep&call=141&end');
  await page.getByRole('button', { name: 'Line', exact: true }).click();
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(2);
  expect(await withRecharts()).toBe(0);

  await page.getByRole('button', { name: 'Sweep', exact: true }).click();
  await expect(page.locator('[data-chart="sweep"] path').first()).toBeAttached();
  expect(await withRecharts()).toBe(1);
});
