import { expect, type Page } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';

const SNIP = '/playground/ab?script=snip&a=lesson-snip&b=lesson-full-compaction';

async function runBoth(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Run both' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 120_000 });
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const curves = (page: Page) =>
  page
    .locator('[data-chart="two-curves"] [data-layer="comparison"] [data-line] path:last-child')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));

test('runs one script under two policies, with one clock, and always in the same way', async ({ page }) => {
  await runBoth(page, SNIP);
  await expect(row(page, 'Files read again').getByRole('cell')).toHaveText(['1', '0', '−1']);
  await expect(page.getByText(/^Up to call 11, B .* reads 0 files again instead of 1\./)).toBeVisible();
  const [a, b] = await curves(page);
  expect(a).not.toBe(b);

  // Before the snip, both are the same; one step moves both.
  const clock = page.getByRole('slider', { name: 'Call' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Home');
  await expect(page.getByText('Call 1 of 11')).toBeVisible();
  await expect(
    page.getByText('Up to call 1, A and B do not differ in cost, compactions or files read again.'),
  ).toBeVisible();
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
  await expect(clock).toHaveValue('9');
  const [before, same] = await curves(page);
  expect(before).toBe(same);
  await page.getByRole('button', { name: 'Step (→)' }).click();
  await expect(row(page, 'Other changes by layers').getByRole('cell').first()).toHaveText('1');
  const [after, other] = await curves(page);
  expect(after).not.toBe(other);

  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Play (space)' }).click();
  await expect(clock).toHaveValue('11');
  expect(await curves(page)).toEqual([a, b]);

  await page.reload();
  await runBoth(page, SNIP);
  expect(await curves(page)).toEqual([a, b]);
});

test('is one click from the Playground, and compares session memory with full compaction there', async ({ page }) => {
  await page.goto('/playground');
  await page.getByRole('link', { name: 'A/B', exact: true }).click();
  await expect(page).toHaveURL(/\/playground\/ab$/);
  await page.getByRole('button', { name: 'Run both' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 120_000 });
  const compactions = row(page, 'Compactions').getByRole('cell');
  expect(Number(await compactions.first().innerText())).toBeGreaterThan(1);
  await expect(row(page, 'End').getByRole('cell').first()).toHaveText('finished');
  await expect(page.getByText(/^Up to call \d+, B /)).toBeVisible();

  // Another choice has other curves: those of the last one are gone.
  await page.getByLabel('Script').selectOption('thrash');
  await expect(page.getByText('Nothing compared yet')).toBeVisible();
  await expect(page).toHaveURL(/script=thrash/);
});

test('explains a link that it cannot use, and stops at the user’s wish', async ({ page }) => {
  await page.goto('/playground/ab?b=claude-code-2.1');
  await expect(page.getByText(/^Both agents make their calls in step, without a key\./)).toBeVisible();
  await page.goto('/playground/ab?a=nothing');
  await expect(page.getByText(/^The link cannot be used: unknown preset "nothing"/)).toBeVisible();
  await page.goto('/playground/ab');
  await page.getByRole('button', { name: 'Run both' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: /^Run/ })).toBeVisible();
});

test('has no accessibility violations in an A/B run, and fits a phone', async ({ page }) => {
  await page.goto('/playground/ab');
  await expectSoundInEveryLook(page);
  await runBoth(page, SNIP);
  await expectSoundInEveryLook(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
});

test('[K1] [K2] says what each side lost, as Simulate does, with the list and the places', async ({ page }) => {
  await runBoth(page, SNIP);
  const lost = row(page, 'Values lost').getByRole('cell');
  await expect(lost.first()).toHaveText(/^\d+$/);
  const ofA = await lost.first().innerText();
  await expect(lost).toHaveText([ofA, '0', `−${ofA}`]);
  await expect(row(page, 'Used-later misses').getByRole('cell')).toHaveText(['1', '0', '−1']);
  await expect(
    page.getByText(`B loses 0 values instead of ${ofA} and 0 values used later instead of 1.`),
  ).toBeVisible();
  // They follow the clock.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Home');
  await expect(lost).toHaveText(['0', '0', '']);

  const sideA = page.getByRole('region', { name: /^Lost by A/ });
  await sideA.getByText(/^Call 10: Snip/).click();
  await sideA.getByRole('button', { name: 'Show in the chart' }).click();
  await expect(page.getByText('Call 10 of 11')).toBeVisible();
  await expect(lost.first()).toHaveText(ofA);
  const files = sideA.getByRole('region', { name: 'Files, lost' });
  await files
    .getByRole('button', { name: /^message \d+/ })
    .first()
    .click();
  const place = page.getByRole('dialog', { name: /^Message \d+/ });
  await expect(place).toContainText('log/day-');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Lost by B/ })).toContainText('Nothing was removed from the context.');

  await sideA.getByRole('listitem').getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=.*call=10/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A: Lesson: snip');
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  await expect(strip).toContainText(new RegExp(`Values lost \\d+ → ${ofA}`));
});

test('[K1] counts what was lost when a call was rejected', async ({ page }) => {
  await runBoth(page, '/playground/ab?script=recovery&a=lesson-recovery&b=lesson-full-compaction');
  const lost = row(page, 'Values lost').getByRole('cell').first();
  await expect(lost).toHaveText(/^[1-9]\d*$/);
  await expect(page.getByRole('region', { name: /^Lost by A/ }).getByText(/^Call \d+: Full compaction/)).toBeVisible();
});
