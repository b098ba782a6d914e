import { expect, type Page, test } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { withoutTour } from '../support/sessions-page';
import { expectedRows, sampleFile, shownCompactions, simulatedInNode } from '../support/simulations';

test.use({ viewport: { width: 1440, height: 900 } });

async function open(page: Page) {
  await withoutTour(page);
  await page.goto('/simulate?session=sample-long-bug-hunt#v1&preset=claude-code-2.1&end');
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  return page.getByRole('complementary', { name: 'Policy' });
}

test('at its first level, the policy column fits one screen, with every layer and the main settings of each', async ({
  page,
}) => {
  const policy = await open(page);
  await expect(policy.getByRole('switch', { name: 'Strip media' })).toBeVisible();
  await expect(policy.getByRole('slider', { name: 'Share of the effective window' })).toBeVisible();
  await expect(policy.getByRole('slider', { name: 'Buffer', exact: true })).toHaveCount(0);
  const [inner, outer] = await policy.evaluate((column) => [column.scrollHeight, column.clientHeight]);
  expect(inner).toBeLessThanOrEqual(outer ?? 0);

  const full = policy.getByRole('region', { name: 'Full compaction' });
  await full.getByRole('button', { name: 'Full compaction' }).click();
  await expect(full.getByRole('slider')).toHaveCount(3);
  await expectSoundInEveryLook(page, '#policy-column');
  await full.getByRole('button', { name: /^All \d+ settings$/ }).click();
  await expect(full.getByRole('slider', { name: 'Max summary' })).toBeVisible();
  await full.getByRole('button', { name: 'Main settings only' }).click();
  await expect(full.getByRole('slider')).toHaveCount(3);
});

test('at 1280 × 720, eight messages are seen below the chart, and all of the policy beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const policy = await open(page);
  const list = page.getByRole('list', { name: 'Messages', exact: true });
  await expect(list.getByRole('listitem').nth(8)).toBeAttached();
  const whole = await list.evaluate((messages) => {
    const { top, bottom } = messages.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    return [...messages.children].filter((line) => {
      const box = line.getBoundingClientRect();
      return box.top >= top && box.bottom <= Math.min(bottom, innerHeight);
    }).length;
  });
  expect(whole).toBeGreaterThanOrEqual(8);
  for (const area of [policy, page.getByRole('main'), page.locator('html')]) {
    const [inner, outer] = await area.evaluate((element) => [element.scrollHeight, element.clientHeight]);
    expect(inner).toBeLessThanOrEqual(outer ?? 0);
  }
  await expect(policy.getByRole('switch', { name: 'Strip media' })).toBeInViewport();
  // The curve must not have paid for it.
  expect((await page.locator('[data-layer="areas"]').boundingBox())?.height).toBeGreaterThan(75);
});

test('all settings stay shown on the next visit', async ({ page }) => {
  const policy = await open(page);
  await expect(policy.getByRole('button', { name: 'Import…' })).toBeHidden();
  await policy.getByRole('button', { name: 'All settings', exact: true }).click();
  await expect(policy.getByRole('slider', { name: 'Buffer', exact: true })).toBeVisible();
  await expect(policy.getByRole('button', { name: 'Import…' })).toBeVisible();
  await page.reload();
  await expect(policy.getByRole('slider', { name: 'Buffer', exact: true })).toBeVisible();
});

test('the filter finds names, variables and values, at every level', async ({ page }) => {
  const policy = await open(page);
  const filter = policy.getByRole('searchbox', { name: 'Filter settings' });
  const found = policy.getByRole('slider');
  await filter.fill('CLAUDE_AUTOCOMPACT_PCT_OVERRIDE');
  await expect(found).toHaveCount(1);
  await expect(found).toHaveAccessibleName('Share of the effective window');
  await filter.fill('ttl');
  await expect(found).toHaveCount(1);
  await expect(found).toHaveAccessibleName('Pause');
  await filter.fill('keepRecent');
  await expect(policy.getByRole('slider', { name: 'Rounds kept' })).toBeVisible();
  await filter.fill('MAX_MCP_OUTPUT_TOKENS');
  await expect(policy.getByText(/^MAX_MCP_OUTPUT_TOKENS is no setting/)).toBeVisible();
});

test('[F11] rounds kept by a full compaction change what follows it, as on the command line', async ({ page }) => {
  const policy = await open(page);
  await policy.getByRole('searchbox', { name: 'Filter settings' }).fill('full-compact.keptRounds');
  await policy.getByRole('textbox', { name: 'Rounds kept' }).fill('10');
  await policy.getByRole('textbox', { name: 'Rounds kept' }).press('Enter');
  await expect(page).toHaveURL(/full-compact\.keptRounds=10/);
  const words = ['--policy', 'claude-code-2.1', '--set', 'full-compact.keptRounds=10'];
  const kept = expectedRows(await simulatedInNode(sampleFile('long-bug-hunt'), ...words));
  expect(kept).not.toEqual(expectedRows(await simulatedInNode(sampleFile('long-bug-hunt'), ...words.slice(0, 2))));
  await expect.poll(() => shownCompactions(page)).toEqual(kept);
});
