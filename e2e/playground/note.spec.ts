import { expect } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('a note beside the turn is one line while the agent goes on, and rests over a reload', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const policy = await playground.tab('Policy');
  await policy.getByRole('combobox', { name: 'While it is written' }).selectOption('beside');
  // Also in the middle of a turn.
  await policy.getByRole('textbox', { name: 'Tool calls between notes' }).fill('1');
  await page.keyboard.press('Tab');
  await page.getByLabel('Speed').selectOption('Slow');
  await playground.say('Fix the failing tests.');
  const open = playground.chat.locator('[data-chat="note"]');
  await expect(open).toHaveText(/Session note in progress; the turn does not wait for it/, { timeout: 90_000 });
  // The agent is called meanwhile.
  const before = await playground.calls();
  await playground.makesCalls(before);
  await expect(open).toBeVisible();
  await expectSoundInEveryLook(page, '[data-chat="note"]');

  // One that has just begun: the other may end at any moment.
  await expect(open).toHaveCount(0, { timeout: 90_000 });
  await expect(open).toHaveText(/Session note in progress/, { timeout: 90_000 });
  await page.reload();
  await expect(open).toHaveText(/The session note was interrupted, and continues with the run/);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(open).toHaveText(/Session note in progress/);
  await page.getByLabel('Speed').selectOption('Fast');
  const done = playground.chat.locator('[data-chat="fork"]');
  await expect(done.first()).toContainText('Side request: session note');
  await playground.finishes();
  await expect(open).toHaveCount(0);
});
