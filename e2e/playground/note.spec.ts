import { expect } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('a note beside the turn is one line while the agent goes on, rests over a reload, and is stopped alone', async ({
  page,
}) => {
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
  if (process.env.NOTE_PICTURES !== undefined) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.NOTE_PICTURES}/open-${colorScheme}.png` });
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.screenshot({ path: `${process.env.NOTE_PICTURES}/open-390.png` });
    await page.setViewportSize({ width: 1280, height: 720 });
  }

  await page.reload();
  await expect(open).toHaveText(/The session note was interrupted, and continues with the run/);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(open).toHaveText(/Session note in progress/);
  await page.getByLabel('Speed').selectOption('Fast');
  const done = playground.chat.locator('[data-chat="fork"]');
  await expect(done.first()).toContainText('Side request: session note');
  await playground.finishes();
  await expect(open).toHaveCount(0);

  await page.getByLabel('Speed').selectOption('Slow');
  await playground.say('Show me README.md and AGENTS.md.');
  await expect(open).toHaveText(/Session note in progress/, { timeout: 90_000 });
  await open.getByRole('button', { name: 'Stop the note' }).click();
  await expect(done.last()).toContainText('it was stopped');
  await page.getByLabel('Speed').selectOption('Fast');
  await playground.finishes();
});
