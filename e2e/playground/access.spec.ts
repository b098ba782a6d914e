import { expect } from '@playwright/test';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('has no accessibility violations in the Playground, its tabs and its list of runs', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await expectSoundInEveryLook(page);
  await playground.ask('Fix the failing tests.', 'Fast');
  await playground.say('/compact');
  await expect(playground.chat.getByText(/run manually/).first()).toBeAttached();
  await playground.chat.getByRole('button', { expanded: false }).last().click();
  await expectSoundInEveryLook(page);
  for (const tab of ['Note', 'Request', 'Files', 'Policy', 'Setup'] as const) {
    await expect(await playground.tab(tab)).not.toContainText('Loading…');
    await expectSoundInEveryLook(page, TAB_PANEL);
  }
  await page.getByRole('button', { name: 'Runs…' }).click();
  await playground.prompt.evaluate((element: HTMLElement) => element.blur());
  await expectSoundInEveryLook(page, 'dialog[open]');
});

test('supports an entire run by keyboard alone', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const keyboard = new Keyboard(page);
  await playground.open();
  await keyboard.tabTo(page.getByRole('button', { name: /^Try: / }));
  await page.keyboard.press('Enter');
  await playground.makesCalls(2);
  // The run replaces the button.
  await keyboard.expectKept();
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^Stopped/);
  await keyboard.tabTo(page.getByRole('tab', { name: 'Context' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Note' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('Home');
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await expect(page.getByText(/^of \d+$/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByText(/, latest$/)).toBeVisible();
  const calls = await playground.calls();
  await page.keyboard.press('Space');
  await playground.makesCalls(calls);
  await page.keyboard.press('Space');
  await expect(playground.status).toHaveText(/^Stopped/);
  await page.keyboard.press('c');
  await expect(playground.prompt).toBeFocused();
  await page.keyboard.type('/undo');
  await page.keyboard.press('Enter');
  await expect.poll(() => playground.calls()).toBe(0);
});
