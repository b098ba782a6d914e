import { expect, type Page } from '@playwright/test';
import { ExperimentsView } from './support/experiments-view';
import { test } from './support/one-page';
import { PlaygroundPage } from './support/playground-page';
import { SessionsPage } from './support/sessions-page';
import { keyOf } from './support/stand-in-keys';

test.use({ viewport: { width: 1440, height: 900 } });
let n = 0;
const shot = (page: Page, job: string) => page.screenshot({ path: `/tmp/jobs/${job}-${++n}.png` });
const log: string[] = [];
const clicker = (page: Page, job: string) => async (target: ReturnType<Page['locator']>) => {
  await target.click();
  await page.waitForTimeout(600);
  await shot(page, job);
};

test('ab', async ({ page }) => {
  n = 0;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.waitForTimeout(500);
  await shot(page, 'ab');
  const click = clicker(page, 'ab');
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Playground' }));
  await click(page.getByRole('link', { name: 'A/B', exact: true }));
  await click(page.getByRole('button', { name: 'Run both' }));
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 120_000 });
  await page.waitForTimeout(300);
  await shot(page, 'ab');
  await expect(page.getByRole('row', { name: /^Values lost/ }).getByRole('cell').first()).toHaveText(/^\d+$/, { timeout: 60_000 });
  await shot(page, 'ab');
  await page.getByRole('heading', { name: 'What was lost' }).scrollIntoViewIfNeeded();
  await click(page.getByRole('region', { name: /^Lost by A/ }).getByText(/^Call \d+: Full/).first());
  await page.screenshot({ path: '/tmp/jobs/ab-full.png', fullPage: true });
  await click(page.getByRole('region', { name: /^Lost by A/ }).getByRole('button', { name: /^message/ }).first());
  await page.keyboard.press('Escape');
  await click(page.getByRole('region', { name: /^Lost by A/ }).getByRole('button', { name: 'Show in the chart' }));
  await click(page.getByRole('region', { name: /^Lost by A/ }).locator('li').getByRole('button', { name: 'Open in Simulate' }));
  await page.waitForTimeout(3000);
  await shot(page, 'ab');
});

test('live', async ({ page }) => {
  n = 0;
  const key = keyOf('live');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.waitForTimeout(500);
  await shot(page, 'live');
  const click = clicker(page, 'live');
  await click(page.getByRole('row', { name: /Refactoring/ }).getByRole('link').first());
  await page.waitForTimeout(1500);
  await shot(page, 'live');
  const field = page.getByLabel('What if: compact at, in percent of the effective window');
  await field.fill('60');
  await field.press('Enter');
  await page.waitForTimeout(1500);
  await shot(page, 'live');
  await click(page.getByRole('link', { name: 'Run in Playground' }));
  await page.waitForTimeout(1500);
  await shot(page, 'live');
});

test('compare', async ({ page }) => {
  n = 0;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const click = clicker(page, 'compare');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles('/work/shared/transcripts/claude-code/two-auto-compactions-v2.1.1.jsonl');
  await page.waitForTimeout(4000);
  await shot(page, 'compare');
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Compare' }));
  await page.waitForTimeout(6000);
  await shot(page, 'compare');
});
