import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import {
  expectedRows,
  openSample,
  preset,
  sampleFile,
  shownCompactions,
  simulatedInNode,
} from '../support/simulations';

const SAMPLE = 'long-bug-hunt';

const inNode = (...words: readonly string[]) => simulatedInNode(sampleFile(SAMPLE), ...words);

test('compacts at the same calls and sizes as the command line with each preset', async ({ page }) => {
  await openSample(page, SAMPLE);
  for (const policy of ['claude-code-2.1', 'claude-code-2.0', 'tutorial', 'none']) {
    await preset(page).selectOption(policy);
    await expect.poll(() => shownCompactions(page)).toEqual(expectedRows(await inNode('--policy', policy)));
  }
});

test('moves the compactions when a threshold is changed by key', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&end');
  const before = expectedRows(await inNode('--policy', 'claude-code-2.1'));
  await expect.poll(() => shownCompactions(page)).toEqual(before);

  const share = page.getByRole('slider', { name: 'Share of the effective window' });
  await share.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowLeft');
  const value = Number(await share.inputValue());
  const percent = await page.getByRole('textbox', { name: 'Share of the effective window' }).inputValue();
  expect(value).toBeGreaterThan(0);
  const after = expectedRows(await inNode('--policy', 'claude-code-2.1', '--set', `thresholds.percent=${percent}`));
  expect(after.length).toBeGreaterThan(before.length);
  await expect.poll(() => shownCompactions(page)).toEqual(after);
});

test('shows the equation, the verdicts and both arrays of a compaction', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=1&end');
  const [first] = (await inNode('--policy', 'claude-code-2.1')).compactions;
  if (first === undefined) throw new Error('The sample is not compacted');
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(page.getByText(`Call ${first.call + 1} of 543`)).toBeVisible();
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await expect(reasons.getByText(/used ≥ 167,000/).first()).toBeVisible();
  await expect(reasons.getByText('= 200,000 − 20,000 − 13,000 → compact')).toBeVisible();
  await expect(reasons.getByText('Full compaction').first()).toBeVisible();
  await expect(reasons.getByText('Word survival is an upper bound for what a model recalls.')).toBeVisible();
  const messages = page.getByRole('region', { name: `Messages at call ${first.call + 1}` });
  await expect(messages.getByText('Valid request')).toBeVisible();
  await expect(messages.getByRole('button', { name: /summarised/ }).first()).toBeVisible();
});

test('restores the previous choice with Back', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&call=1&end');
  await preset(page).selectOption('claude-code-2.1');
  await expect(page).toHaveURL(/preset=claude-code-2\.1/);
  // Choices of the same kind in quick succession count as one.
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(/call=1&/);
  await preset(page).selectOption('none');
  await expect(page).toHaveURL(/preset=none/);
  await page.goBack();
  await expect(preset(page)).toHaveValue('claude-code-2.1');
  await expect(page.getByText('Call 1 of 543')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Call 1 of 543')).toBeVisible();
  await expect(preset(page)).toHaveValue('claude-code-2.1');
  await page.goBack();
  await expect(preset(page)).toHaveValue('as-recorded');
});

test('runs a sweep in workers, and applies the value of a row', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&filter.tab=sweep&end');
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await reasons.getByRole('button', { name: 'Sweep' }).click();
  await reasons.getByText('Show as table').click();
  const take = reasons.getByRole('region', { name: 'Sweep results' }).getByRole('button', { name: /^Set / });
  await expect.poll(() => take.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(40);
  await take.nth(20).click();
  await expect(page).toHaveURL(/thresholds\.percent=\d+/);
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
});

test('pins settings as scenarios, and compares them', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&filter.tab=compare&end');
  await page.getByRole('button', { name: /Pin current/ }).click();
  await preset(page).selectOption('none');
  const table = page.getByRole('complementary', { name: 'Reasons' }).getByRole('table').first();
  await expect(table).toContainText('Compactions');
  await expect(table.getByRole('columnheader', { name: /A/ }).first()).toBeVisible();
});

test('offers the tour once, on the first sample', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`/simulate?session=sample-${SAMPLE}`);
  const tour = page.getByRole('dialog');
  await expect(tour.getByText('Context over the session')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();
  await expect(tour).toHaveCount(0);
  await page.close();
});
