import { expect, type Page, test } from '@playwright/test';
import { beforeScripts } from '../support/before-scripts';
import { fullStore } from '../support/full-store';
import { PlaygroundPage } from '../support/playground-page';

/** Limits the size of the store, from one DevTools session, because several would override each other. */
async function quota(page: Page): Promise<(quotaSize: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  return async (quotaSize) => void (await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize }));
}

test('stops a run when the store becomes full, and loses nothing once there is room', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const setFull = await fullStore(page);
  await playground.open();
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(2);
  await setFull(true);
  await expect(playground.status).toHaveText('Not saved', { timeout: 60_000 });
  await expect(page.getByRole('alert').first()).toContainText('the browser’s storage quota is full');
  const calls = await playground.calls();
  await playground.say('What is in AGENTS.md?');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(playground.status).toHaveText('Not saved');

  await setFull(false);
  await page.getByLabel('Speed').selectOption('Fast');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await playground.makesCalls(calls);
  await expect(playground.chat).toContainText('What is in AGENTS.md?');
  await expect(playground.status).toHaveText('Waiting for a prompt');
  const kept = await playground.calls();
  await page.reload();
  await expect.poll(() => playground.calls()).toBe(kept);
});

test('says that the run will be lost if the store rejects everything, and keeps working', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await (await quota(page))(1);
  await playground.start('Fast');
  await expect(page.getByText('Could not save the run: the browser’s storage quota is full.')).toBeVisible();
  await expect(page.getByText(/the run is lost when you close this tab/)).toBeVisible();
  await playground.makesCalls(5);
});

test('works without any browser storage', async ({ page, context }) => {
  // Blocks it in workers, too.
  const blocked =
    "if (typeof IDBFactory !== 'undefined') IDBFactory.prototype.open = () => { throw new DOMException('No', 'SecurityError'); };";
  await beforeScripts(context, blocked);
  const playground = new PlaygroundPage(page);
  await playground.open();
  await expect(page.getByText('Could not list runs: the browser blocks storage for this site.')).toBeVisible();
  await playground.start('Fast');
  await expect(page.getByText('Could not save the run: the browser blocks storage for this site.')).toBeVisible();
  await playground.makesCalls(5);
});

/** Overwrites an entry in the journal of a run with invalid data. */
async function damage(page: Page, address: string, place: number): Promise<void> {
  const id = new URL(address).searchParams.get('run') ?? '';
  // This page has no open run.
  await page.goto('/');
  await page.evaluate(
    async (key) => {
      const opening = indexedDB.open('highwater-journals');
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const writing = opening.result.transaction('kv', 'readwrite');
      writing.objectStore('kv').put({ type: 'reply', rubbish: true }, key);
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      opening.result.close();
    },
    `${id}/${String(place).padStart(7, '0')}`,
  );
}

test('continues the intact part of a damaged run as a copy, and says so if nothing is intact', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start('Fast');
  await playground.makesCalls(8);
  const address = page.url();
  await damage(page, address, 11);
  await playground.open(address);
  await expect(playground.chat.getByText(/^This run’s stored data is damaged \(entry 12 of/)).toBeVisible();
  expect(page.url()).not.toBe(address);
  const kept = await playground.calls();
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await playground.makesCalls(kept + 2);

  await damage(page, address, 0);
  await playground.open(address);
  await expect(page.getByText(/^Could not read this run: entry 1 of/)).toBeVisible();
});

test('continues a scripted run offline, and keeps a prompt that could not start one', async ({ page, context }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await playground.say('Fix the failing tests.');
  await expect(page.getByText(/^Could not open the sample repository/)).toBeVisible();
  await expect(playground.prompt).toHaveValue('Fix the failing tests.');
  await context.setOffline(false);
  await page.getByLabel('Speed').selectOption('Fast');
  await playground.prompt.press('Enter');
  await playground.makesCalls(8);
  await expect(page.getByText(/^Could not open the sample repository/)).toHaveCount(0);
  await context.setOffline(true);
  const calls = await playground.calls();
  await playground.makesCalls(calls + 10);
});

test('explains why a run with a real model stops offline, and continues it without repeating anything', async ({
  page,
  context,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.chooseModel('offline');
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(4);
  await context.setOffline(true);
  await expect(playground.status).toHaveText(/^Stopped/);
  await expect(
    playground.chat.getByText('Check that the Highwater server is running and can reach the API, then try again.'),
  ).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(playground.status).toHaveText('Waiting for a prompt', { timeout: 60_000 });
  await expect(playground.chat).toContainText('14 passed, 0 failed');
});

test('continues a turn that reached its limit with one click', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  await page.getByLabel('Speed').selectOption('Fast');
  const most = (await playground.tab('Policy')).getByRole('textbox', { name: 'Max calls per turn' });
  await most.fill('3');
  await most.press('Enter');
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText('This turn reached its limit of 3 calls.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(() => playground.calls()).toBe(6);
});

test('reports a window that is too small, and continues the run with a larger one', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  await page.getByLabel('Speed').selectOption('Fast');
  const window = (await playground.tab('Policy')).getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('1,000');
  await window.press('Enter');
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText(/but only 1,000 fit, and it cannot be reduced\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await window.fill('20,000');
  await window.press('Enter');
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await playground.makesCalls(5);
});
