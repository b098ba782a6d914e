import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('reaches its first compaction with one click and no key, and shows the same numbers in Simulate', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/anthropic')) asked.push(request.url());
  });
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start();
  await expect(playground.chat.locator('[data-chat="reply"]').first()).toBeVisible();
  await page.getByLabel('Speed').selectOption('Fast');

  await playground.isCompacted();
  // The run may have just finished.
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^(Stopped|Waiting for a prompt)/);
  const compaction = await playground.scrollTo(
    playground.chat.locator('[data-layer="session-memory"], [data-layer="full-compact"]'),
  );
  const fold = compaction.getByRole('button', { name: 'Replacement summary' });
  await expect(async () => {
    // The last entries may still move the list.
    if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
    await expect(compaction.getByText('This is the note kept along the way')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('meter', { name: 'Context window use' })).toBeAttached();
  expect(await playground.figure('Window')).toMatch(/of 20k$/);

  const calls = await playground.calls();
  // The saved run excludes events of a stopped call.
  const events = (await playground.events()).filter((row) => Number.parseInt(row, 10) <= calls);
  await page.getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  await expect(page.getByText(`of ${calls}`, { exact: true }).first()).toBeVisible();
  await expect.poll(() => playground.events()).toEqual(events);
  expect(asked).toEqual([]);
});

test('applies a policy change to a running agent from its next call', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start();
  await playground.makesCalls(1);
  const panel = await playground.tab('Policy');
  const window = panel.getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('12,000');
  await window.press('Enter');
  await expect(playground.chat.locator('[data-chat="policy"]')).toBeAttached();
  await expect.poll(() => playground.figure('Window')).toMatch(/of 12k$/);
  const changedAt = await playground.calls();
  await playground.makesCalls(changedAt);

  await panel.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await expect.poll(() => playground.figure('Window')).toMatch(/of 20k$/);
});
