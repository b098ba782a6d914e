import { expect, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { expectSoundInEveryLook } from '../support/looks';
import { SessionsPage } from '../support/sessions-page';
import { openSample } from '../support/simulations';

/** And what they change of the page. */
const TABS = { Sweep: '#reasons-column', Compare: '#reasons-column', Recording: 'main' };

test('the Sessions view is accessible in every look, with its report and its dialog', async ({ page }) => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  await expectSoundInEveryLook(page);
  await sessions.pick({ 'a.jsonl': claudeSession(), 'b.zip': Buffer.from('504b0304140000000800', 'hex') });
  await expectSoundInEveryLook(page);
  await page.keyboard.press('?');
  await expectSoundInEveryLook(page);
});

test('the Simulate view is accessible in every look, with a part open, and so are its tabs', async ({ page }) => {
  await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&call=141&end');
  await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { expanded: false })
    .last()
    .click();
  await expectSoundInEveryLook(page);
  for (const [tab, changed] of Object.entries(TABS)) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectSoundInEveryLook(page, changed);
  }
});
