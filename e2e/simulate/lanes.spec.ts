import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openAgents } from '../support/agents-session';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { SessionsPage } from '../support/sessions-page';

const lanes = (page: Page) => page.getByRole('region', { name: 'Sub-agents' });

test('[O4] shows recorded sub-agents as lanes at their place, with what they cost and spared', async ({ page }) => {
  await openAgents(page);
  await expect(lanes(page)).toContainText(/^4 sub-agents: [\d.]+k tokens of work, \d+ returned, so [\d.]+k fewer/);
  await expect(lanes(page)).toContainText(/\$\d+\.\d+, \d+ % of the cost\./);
  const headline = page.getByRole('region', { name: 'Recording and what if' });
  await expect(headline).toContainText(/Cost \$\d+\.\d+.*, without the \$\d+\.\d+ of 4 sub-agents\./);
  const lane = lanes(page).getByRole('link', { name: /Explore: Find the harbour list/ });
  await expect(lane).toHaveAccessibleName(
    /Started after call 3; call 4 had its answer\. 8 calls, largest context 2\d,\d+/,
  );
  const [harbours, rename] = await Promise.all([
    lane.boundingBox(),
    lanes(page)
      .getByRole('link', { name: /Rename the field/ })
      .boundingBox(),
  ]);
  expect(rename?.x ?? 0).toBeGreaterThan((harbours?.x ?? 0) + 100);
  await expect(page.locator('[data-chart="lanes"] [data-layer="lane"] path')).toHaveCount(4);
});

test('[O4] opens a sub-agent from its lane, by keyboard too, and lists all with their sums', async ({ page }) => {
  await openAgents(page);
  const lane = lanes(page).getByRole('link', { name: /reviewer: Review the parser/ });
  await lane.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Is the parser correct?' })).toBeVisible();
  await expect(page.getByText('Call 12 of 12')).toBeVisible();
  await expect(lanes(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Ask the others' }).click();
  await page.getByRole('button', { name: '4 sub-agents' }).click();
  const row = page.getByRole('dialog', { name: 'Sub-agents' }).getByRole('row', { name: /Rename depth/ });
  await expect(row).toContainText(/general-purpose.*10–11.*6.*\$0\.\d+\s*\d+ %/s);
});

test('[O4] hides lanes outside of a zoom, and says so', async ({ page }) => {
  await openAgents(page);
  const first = page.getByRole('slider', { name: 'First call shown' });
  await first.focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(lanes(page).getByRole('link')).toHaveCount(1);
  await expect(lanes(page)).toContainText('3 sub-agents outside the calls shown.');
});

const folder = process.env.HIGHWATER_TRANSCRIPTS;

test('[O4] shows the sub-agents of a real recording', async ({ page }) => {
  test.skip(folder === undefined, 'set HIGHWATER_TRANSCRIPTS to a folder of recordings');
  await new SessionsPage(page).openRecording(join(folder ?? '', 'claude-code/sidechain-inline-v1.0.98.jsonl'));
  await expect(lanes(page).getByRole('link')).toHaveCount(5);
  await expect(lanes(page)).toContainText('5 sub-agents: 97.2k tokens of work, 2.0k returned');
  await expect(lanes(page).getByRole('link').nth(1)).toHaveAccessibleName(/34 calls, largest context 41,584 tokens/);
});

test('the lanes have no accessibility violations', async ({ page }) => {
  await openAgents(page);
  await expectSoundInEveryLook(page);
});
