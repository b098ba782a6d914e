import { expect, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { expectSoundInEveryLook } from '../support/looks';
import { SessionsPage } from '../support/sessions-page';
import { openSample } from '../support/simulations';

/** The tabs, and the part of the page that each of them changes. */
const TABS = { Sweep: '#reasons-column', Compare: '#reasons-column', Contents: 'main', System: 'main' };

test('has no accessibility violations in the Sessions view, its import report and its dialog', async ({ page }) => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  await expectSoundInEveryLook(page);
  await sessions.pick({ 'a.jsonl': claudeSession(), 'b.zip': Buffer.from('504b0304140000000800', 'hex') });
  await expectSoundInEveryLook(page);
  await page.keyboard.press('?');
  await expectSoundInEveryLook(page);
});

test('has no accessibility violations in the Simulate view, an expanded part and its tabs', async ({ page }) => {
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
