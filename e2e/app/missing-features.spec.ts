import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { PlaygroundPage } from '../support/playground-page';
import { SessionsPage, withAllSettings, withoutTour } from '../support/sessions-page';

/** As other engines, and pages without a secure connection, lack them. */
async function without(page: Page, lacks: 'webkitdirectory' | 'storage' | 'clipboard'): Promise<void> {
  await page.addInitScript((name) => {
    const owner = name === 'webkitdirectory' ? HTMLInputElement : Navigator;
    Reflect.deleteProperty(owner.prototype, name);
  }, lacks);
}

test('a browser that cannot choose folders shows no button for it, and says what to do instead', async ({ page }) => {
  await without(page, 'webkitdirectory');
  const says = page.getByText('This browser cannot choose folders: drop one on this page instead.');
  await new SessionsPage(page).open();
  await expect(says).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose folder' })).toHaveCount(0);

  await new PlaygroundPage(page).open();
  await expect(says).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load a folder…' })).toHaveCount(0);
});

test('a browser that does not tell its space, nor keeps data, is named as soon as something is stored', async ({
  page,
}) => {
  await without(page, 'storage');
  const sessions = new SessionsPage(page);
  await sessions.open();
  const says = page.getByText('This browser does not tell how much space is left, and may delete what is stored');
  await expect(page.getByText('Stored in this browser:')).toBeVisible();
  await expect(says).toHaveCount(0);
  await sessions.pick({ 'a.jsonl': claudeSession() });
  await expect(sessions.row('Find the leak in the pool')).toBeVisible();
  await expect(says).toBeVisible();
});

test('without a clipboard, every button that copies says what to do instead', async ({ page }) => {
  await without(page, 'clipboard');
  await withoutTour(page);
  await withAllSettings(page);
  await page.goto('/simulate?session=sample-rules-and-images#v1&preset=claude-code-2.1&call=1&end');
  await page
    .getByRole('complementary', { name: 'Reasons' })
    .getByRole('button', { name: /^Copy / })
    .first()
    .click();
  await expect(page.getByText('Copy failed: select the text')).toBeVisible();

  await page.getByRole('button', { name: 'Export…', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click();
  await expect(page.getByText('The browser blocked copying. Select the text below instead.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Request body: copy or download' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The browser blocked copying. Download it instead.')).toBeVisible();
});
