import { expect, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage } from '../support/sessions-page';

let sessions: SessionsPage;

test.beforeEach(async ({ page }) => {
  sessions = new SessionsPage(page);
});

test('the samples are listed on the first visit, marked as synthetic, and open', async ({ page }) => {
  await sessions.open();
  for (const title of ['Long bug hunt', 'Refactoring', 'Rules and images']) {
    await expect(sessions.row(title)).toContainText('Sample (synthetic)');
    await expect(sessions.row(title)).toContainText('Claude Code');
  }
  await sessions.row('Long bug hunt').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Long bug hunt' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^543$/ })).toBeVisible();
});

test('a session is found again after a reload, and in another tab', async ({ page, context }) => {
  await sessions.open();
  const other = new SessionsPage(await context.newPage());
  await other.open();
  await sessions.pick({ 'a.jsonl': claudeSession({ compactBefore: [6] }) });
  await expect(other.row('Find the leak in the pool')).toBeVisible();
  await page.reload();
  const row = sessions.row('Find the leak in the pool');
  await expect(row).toContainText('2.1.81');
  await row.getByRole('link').click();
  await expect(page.getByText('Call 12 of 12')).toBeVisible();
});

test('a session is renamed by key, and keeps its name', async ({ page }) => {
  await sessions.open();
  await sessions.pick({ 'a.jsonl': claudeSession() });
  await sessions.row('Find the leak in the pool').getByRole('link').focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('The leaking pool');
  await page.keyboard.press('Enter');
  await expect(sessions.row('The leaking pool')).toBeVisible();
  await page.reload();
  await expect(sessions.row('The leaking pool')).toBeVisible();
  await sessions.row('The leaking pool').getByRole('link').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('never mind');
  await page.keyboard.press('Escape');
  await expect(sessions.row('The leaking pool')).toBeVisible();
});

test('a deletion is undone by its notice, by key, and after a reload', async ({ page }) => {
  await sessions.open();
  await sessions.pick({ 'a.jsonl': claudeSession() });
  const row = sessions.row('Find the leak in the pool');
  const remove = () => page.getByRole('button', { name: 'Delete Find the leak in the pool' }).click();

  await remove();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await row.getByRole('link').focus();
  await page.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row).toBeVisible();

  await remove();
  await expect(row).toHaveCount(0);
  await page.reload();
  await page.getByText('Recently deleted').click();
  await page.getByRole('button', { name: 'Restore Find the leak in the pool' }).click();
  await expect(row).toBeVisible();
});

test('search and sort narrow and order the list, and stand in the address', async ({ page }) => {
  await sessions.open();
  await sessions.pick({
    'a.jsonl': claudeSession({ id: 'a', prompt: 'Alpha', calls: 3 }),
    'b.jsonl': claudeSession({ id: 'b', prompt: 'Beta', calls: 30 }),
  });
  await page.getByRole('columnheader', { name: 'Calls' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Calls' })).toHaveAttribute('aria-sort', /ascending|descending/);
  await page.keyboard.press('/');
  await page.keyboard.type('alph');
  await expect(sessions.row('Alpha')).toBeVisible();
  await expect(sessions.row('Beta')).toHaveCount(0);
  await page.reload();
  await expect(sessions.row('Alpha')).toBeVisible();
  await expect(sessions.row('Beta')).toHaveCount(0);
  await page.getByLabel('Search sessions').fill('nothing at all');
  await expect(page.getByText('No sessions match “nothing at all”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(sessions.row('Beta')).toBeVisible();
});

test('on a phone the list is sorted by a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await sessions.open();
  await sessions.pick({
    'a.jsonl': claudeSession({ id: 'a', prompt: 'Alpha', calls: 3 }),
    'b.jsonl': claudeSession({ id: 'b', prompt: 'Beta', calls: 30 }),
  });
  const first = sessions.table.getByRole('link').first();
  await page.getByLabel('Sort by').selectOption('calls');
  await expect(first).toHaveText('Beta');
  await page.getByRole('button', { name: 'Descending. Reverse order' }).click();
  await expect(first).toHaveText('Alpha');
});

test('on the first visit the page says what it is for, and no longer once a session is there', async ({ page }) => {
  await sessions.open();
  const intro = page.getByRole('heading', { name: /^See how an agent’s context grew/ });
  await expect(intro).toBeVisible();
  await sessions.pick({ 'a.jsonl': claudeSession() });
  await expect(intro).toHaveCount(0);
  await expect(sessions.table.getByRole('link').first()).toHaveText('Find the leak in the pool');
});

test('the arrow keys move in the list and Enter opens', async ({ page }) => {
  await sessions.open();
  await sessions.table.getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(sessions.table.getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/simulate\?session=sample-/);
});

test('an exported session can be imported again and is the same one', async ({ page }, testInfo) => {
  await sessions.open();
  await sessions.pick({ 'a.jsonl': claudeSession({ compactBefore: [6] }) });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Find the leak in the pool' }).click();
  const file = testInfo.outputPath('exported.highwater.json');
  expect((await download).suggestedFilename()).toMatch(/\.highwater\.json$/);
  await (await download).saveAs(file);
  await sessions.fileInput.setInputFiles(file);
  const report = sessions.report('exported.highwater.json');
  await expect(report).toContainText('Recognised as Highwater transcript');
  await expect(report).toContainText('is already imported');
});

test('samples can be hidden and brought back', async ({ page }) => {
  await sessions.open();
  await page.getByRole('button', { name: 'Hide samples' }).first().click();
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show samples' }).click();
  await expect(sessions.row('Refactoring')).toBeVisible();
});

test('a full store is said, what was there stays, and the session opens for this visit', async ({
  page,
  context,
  baseURL,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(baseURL ?? '').origin, quotaSize: 600_000 });
  await sessions.open();
  await sessions.pick({ 'first.jsonl': claudeSession({ id: 'first', prompt: 'Was here before' }) });
  const noise = Array.from({ length: 400_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ');
  await sessions.pick({ 'second.jsonl': claudeSession({ id: 'second', prompt: 'Too much', firstResult: noise }) });
  await expect(sessions.report('second.jsonl')).toContainText('storage quota is full');
  await expect(sessions.row('Too much')).toContainText('Not stored');
  await sessions.row('Too much').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Too much' })).toBeVisible();
  await page.goto('/');
  await expect(sessions.row('Was here before')).toBeVisible();
  await expect(sessions.row('Too much')).toHaveCount(0);
});

test('with IndexedDB switched off a notice says so, and transcripts still open', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await sessions.open();
  await expect(page.getByText('You can still open transcripts until you close this tab.')).toBeVisible();
  await sessions.pick({ 'a.jsonl': claudeSession() });
  await sessions.row('Find the leak in the pool').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find the leak in the pool' })).toBeVisible();
});

test('what a tab stored stays when the server is gone, and can be worked with', async ({ page, context }) => {
  await sessions.open();
  await sessions.pick({ 'a.jsonl': claudeSession({ id: 'a', prompt: 'Before' }) });
  await context.setOffline(true);
  await sessions.pick({ 'b.jsonl': claudeSession({ id: 'b', prompt: 'Without a network' }) });
  await expect(sessions.row('Without a network')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(sessions.row('Without a network')).toBeVisible();
  await expect(sessions.row('Before')).toBeVisible();
});

test('? lists the keys and Escape closes the list', async ({ page }) => {
  await sessions.open();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the theme can be chosen and is remembered', async ({ page }) => {
  await sessions.open();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.getByRole('button', { name: /^Theme/ }).click();
  const light = await background();
  await page.getByRole('button', { name: /^Theme/ }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background()).toBe(dark);
});
