import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage } from '../support/sessions-page';

/** As the browser's developer tools do. */
function deleteDatabase(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (deleted) =>
      new Promise<string>((resolve) => {
        const request = indexedDB.deleteDatabase(deleted);
        request.onsuccess = () => resolve('deleted');
        request.onerror = () => resolve('failed');
        setTimeout(() => resolve('blocked'), 5_000);
      }),
    name,
  );
}

test('databases that another tab deletes are given up, what is gone is said, and the next import is stored', async ({
  page,
  context,
}) => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'one.jsonl': claudeSession({ prompt: 'The first one' }) });
  const other = await context.newPage();
  await other.goto('/icons/highwater.svg');
  for (const name of ['highwater-metas', 'highwater-bodies'])
    expect([name, await deleteDatabase(other, name)]).toEqual([name, 'deleted']);
  await expect(page.getByText('1 session is no longer stored in this browser: “The first one”.')).toBeVisible();
  await expect(sessions.row('The first one')).toHaveCount(0);

  await sessions.pick({ 'two.jsonl': claudeSession({ prompt: 'The second one' }) });
  await expect(sessions.row('The second one')).toBeVisible();
  await page.reload();
  await expect(sessions.row('The second one')).toBeVisible();
});

test('a session without its content has a row with the reason, which exports what is there and deletes it', async ({
  page,
  context,
}) => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'one.jsonl': claudeSession({ prompt: 'Half of it' }) });
  const address = (await sessions.row('Half of it').getByRole('link').getAttribute('href')) ?? '';
  const other = await context.newPage();
  await other.goto('/icons/highwater.svg');
  expect(await deleteDatabase(other, 'highwater-bodies')).toBe('deleted');

  const broken = page.getByRole('region', { name: 'Cannot be opened (1)' });
  await expect(broken).toContainText('Half of it');
  await expect(broken).toContainText('Its content is missing in this browser’s storage.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    broken.getByRole('button', { name: 'Export what is there of Half of it' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Half of it.record.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ meta: { title: 'Half of it' } });

  await other.goto(address);
  await expect(other.getByText(/its content is missing in this browser’s storage/)).toBeVisible();
  await expect(other.getByText('not stored in this browser')).toHaveCount(0);

  await broken.getByRole('button', { name: 'Delete Half of it' }).click();
  await expect(broken).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(broken).toContainText('Half of it');
  await broken.getByRole('button', { name: 'Delete Half of it' }).click();
  await expect(broken).toHaveCount(0);
  await page.reload();
  await expect(sessions.table).toBeVisible();
  await expect(broken).toHaveCount(0);
});
