import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';

test('reaches the first control of the first column with fewer than ten Tabs, or with two', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 141);
  await expect(view.score(1, 'exact-values')).toBeVisible();
  const isInColumn = () => view.column(1).evaluate((column) => column.contains(document.activeElement));
  let tabs = 0;
  for (; tabs < 30 && !(await isInColumn()); tabs++) await page.keyboard.press('Tab');
  expect(tabs).toBeLessThan(10);
  await expect(view.column(1).getByLabel('Summary source')).toBeFocused();

  await page.reload();
  await expect(view.score(1, 'exact-values')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the columns' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(view.column(1).getByLabel('Summary source')).toBeFocused();
});

test('shows the prompts without scrolling, with and without scores above them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const view = new PromptsView(page);
  const key = keyOf('sight');
  await view.open(SAMPLE, 141, columnsHash('nine-sections', 'five-heads'));
  const seen = async () => {
    const [prompt, bar] = await Promise.all([
      view.prompt(1).boundingBox(),
      page.getByRole('region', { name: 'All columns' }).boundingBox(),
    ]);
    return (bar?.y ?? 0) - (prompt?.y ?? 720);
  };
  await expect(view.prompt(1)).toBeInViewport();
  expect(await seen()).toBeGreaterThan(150);
  await view.giveKey(key);
  const answer = (text: string) => ({ type: 'answer', text }) as const;
  await behave(key, [answer('## Goal\nNever touch the migrations folder. src/made-up.ts'), answer('Nothing.')]);
  await view.runAll();
  for (const place of [1, 2]) await expect(view.score(place, 'exact-values')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(view.prompt(1)).toBeInViewport();
  expect(await seen()).toBeGreaterThan(48);
});

test('shows a column that is added, wherever the columns are scrolled to', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 141);
  await expect(view.score(2, 'exact-values')).toBeVisible();
  await view.score(2, 'user-sentences').scrollIntoViewIfNeeded();
  await expect(view.column(1).getByLabel('Summary source')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Add column' }).click();
  await expect(view.column(3).getByLabel('Summary source')).toBeFocused();
  await expect(view.column(3).getByLabel('Summary source')).toBeInViewport();
});

test('folds the chart to a strip, which opens', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 141);
  const strip = page.locator('[data-chart="strip"]');
  await expect(strip.locator('path').first()).toBeVisible();
  expect((await strip.boundingBox())?.height).toBeLessThan(60);
  await expect(page.locator('[data-chart="context"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show chart' }).click();
  await expect(page.locator('[data-chart="context"]')).toBeVisible();
  await expect(strip).toHaveCount(0);
  await page.getByRole('button', { name: 'Hide chart' }).click();
  await expect(strip).toBeVisible();
});
