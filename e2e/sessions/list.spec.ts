import { expect, type Page, test } from '@playwright/test';
import { undoOnceGone } from '../support/at-once';
import { claudeSession } from '../support/claude-session';
import { SessionsPage } from '../support/sessions-page';

// All tests share one browser from its first visit on, except those with limited or blocked storage.
test.describe.configure({ mode: 'serial' });

let page: Page;
let sessions: SessionsPage;

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  sessions = new SessionsPage(page);
  await sessions.open();
});

test.afterAll(() => page.context().close());

const intro = () => page.getByRole('heading', { name: /^See how an agent’s context grew/ });

test('introduces itself on the first visit, and hides and shows the samples', async () => {
  await expect(intro()).toBeVisible();
  await page.getByRole('button', { name: 'Hide samples' }).first().click();
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show samples' }).click();
  await expect(sessions.row('Refactoring')).toBeVisible();
});

test('answers three questions about a sample, each with one click', async () => {
  const ask = async (question: string) => {
    await sessions.open();
    await page.getByRole('link', { name: question }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Long bug hunt' })).toBeVisible();
  };
  await ask('Why did it compact there, and what did it lose?');
  await expect(page.getByText('Call 141 of 543')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('complementary', { name: 'Reasons' })).toContainText(/lost/i);

  await ask('Would compacting at 60 % have been cheaper?');
  await expect(page.getByRole('textbox', { name: 'Share of the effective window' })).toHaveValue('60');
  await expect(page.getByRole('complementary', { name: 'Reasons' })).toContainText(/\$\d/);

  await ask('Which tools fill the context?');
  await expect(page.getByRole('tab', { name: 'Contents' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'By tool' })).toBeVisible();
  await sessions.open();
});

test('lists the samples, marks them as synthetic, and opens them', async () => {
  for (const title of ['Long bug hunt', 'Refactoring', 'Rules and images']) {
    await expect(sessions.row(title)).toContainText('Sample (synthetic)');
    await expect(sessions.row(title)).toContainText('Claude Code');
  }
  await sessions.row('Long bug hunt').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Long bug hunt' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^543$/ })).toBeVisible();
});

test('moves through the list with the arrow keys, and opens a session with Enter', async () => {
  await sessions.open();
  await sessions.table.getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(sessions.table.getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/simulate\?session=sample-/);
});

test('lists the keys with ?, and closes the list with Escape', async () => {
  await sessions.open();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shows an imported session in other tabs and after a reload, and hides the introduction', async () => {
  const other = new SessionsPage(await page.context().newPage());
  await other.open();
  await sessions.pick({ 'a.jsonl': claudeSession({ compactBefore: [6] }) });
  await expect(other.row('Find the leak in the pool')).toBeVisible();
  await other.page.close();
  await expect(intro()).toHaveCount(0);
  await expect(sessions.table.getByRole('link').first()).toHaveText('Find the leak in the pool');
  await page.reload();
  const row = sessions.row('Find the leak in the pool');
  await expect(row).toContainText('2.1.81');
  await row.getByRole('link').click();
  await expect(page.getByText('Call 12 of 12')).toBeVisible();
});

test('recognises an exported session when it is imported again', async () => {
  await sessions.open();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Find the leak in the pool' }).click();
  const file = test.info().outputPath('exported.highwater.json');
  expect((await download).suggestedFilename()).toMatch(/\.highwater\.json$/);
  await (await download).saveAs(file);
  await sessions.fileInput.setInputFiles(file);
  const report = sessions.report('exported.highwater.json');
  await expect(report).toContainText('Recognised as Highwater transcript');
  await expect(report).toContainText('is already imported');
});

test('undoes a deletion from its notice, by key, and after a reload', async () => {
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

test('undoes a deletion by key in the very moment in which the row is gone', async () => {
  const row = sessions.row('Find the leak in the pool');
  const pressed = await undoOnceGone(page, 'Find the leak in the pool');
  await row.getByRole('link').focus();
  await page.keyboard.press('Delete');
  await pressed();
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
});

test('renames a session with F2, and cancels with Escape', async () => {
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

test('imports sessions offline, and keeps them after a reload', async () => {
  const context = page.context();
  await sessions.pick({ 'before.jsonl': claudeSession({ id: 'before', prompt: 'Before' }) });
  await context.setOffline(true);
  await sessions.pick({ 'without.jsonl': claudeSession({ id: 'without', prompt: 'Without a network' }) });
  await expect(sessions.row('Without a network')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(sessions.row('Without a network')).toBeVisible();
  await expect(sessions.row('Before')).toBeVisible();
});

test('remembers the chosen theme', async () => {
  const background = () =>
    page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(document.documentElement).backgroundColor;
    });
  await page.getByRole('button', { name: /^Theme/ }).click();
  const light = await background();
  await page.getByRole('button', { name: /^Theme/ }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background()).toBe(dark);
});

test('shows a small cost with all its digits at every width', async () => {
  await sessions.pick({
    'cheap.jsonl': claudeSession({ id: 'cheap', prompt: 'Cheap', calls: 4, model: 'claude-sonnet-4-6' }),
  });
  const cost = sessions.row('Cheap').getByRole('cell').filter({ hasText: '$' });
  await expect(cost).toHaveText(/^\$0\.\d{4}$/);
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await cost.evaluate((cell) => cell.scrollWidth - cell.clientWidth), `${width} wide`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('searches and sorts the list, keeps the search after a reload, and sorts by menu on a phone', async () => {
  await sessions.pick({
    'alpha.jsonl': claudeSession({ id: 'alpha', prompt: 'Alpha', calls: 3 }),
    'beta.jsonl': claudeSession({ id: 'beta', prompt: 'Beta', calls: 30 }),
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

  await sessions.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const first = sessions.table.getByRole('link').first();
  await page.getByLabel('Sort by').selectOption('calls');
  await expect(first).toHaveText('Beta');
  await page.getByRole('button', { name: 'Descending. Reverse order' }).click();
  await expect(first).toHaveText('Alpha');
});

test('reports a full store, keeps stored sessions, and opens the new one for this visit', async ({
  page,
  context,
  baseURL,
}) => {
  const sessions = new SessionsPage(page);
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

test('reports blocked IndexedDB, and still opens transcripts', async ({ page }) => {
  const sessions = new SessionsPage(page);
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
