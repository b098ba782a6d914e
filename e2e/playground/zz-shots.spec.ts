import { expect } from '@playwright/test';
import { twentyMemories } from '../../lib/agent/story/twenty-memories';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('shots', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: twentyMemories.title }).click();
  const guide = page.getByRole('region', { name: 'Story' });
  const next = guide.getByRole('button', { name: /^Let |^Go on yourself$/ });
  for (const day of [0, 1, 2]) {
    await expect(next).toBeEnabled({ timeout: 90_000 });
    if (day < 2) await next.click();
    await page.waitForTimeout(300);
  }
  await expect(next).toBeEnabled({ timeout: 90_000 });
  const dreams = page.getByRole('list', { name: 'Dreams' });
  await dreams.getByText(/^\d turns$/).click();
  await dreams.getByText('Changed MEMORY.md').click();
  for (const [name, width] of [
    ['wide', 1440],
    ['narrow', 390],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 1300 });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('list', { name: 'Gates of a dream' }).scrollIntoViewIfNeeded();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `/tmp/story-${name}-${colorScheme}.png`, fullPage: width === 390 });
    }
  }
});
