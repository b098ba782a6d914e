import { expect, test } from '@playwright/test';
import { seenBy } from '../stand-in/control';
import { deleteJournals } from '../support/delete-journals';
import { PlaygroundPage } from '../support/playground-page';

test('a run whose journal is deleted stops asking, says so, can be exported, and leaves no half of it behind', async ({
  page,
  context,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('deleted');
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(1);
  const other = await context.newPage();
  await other.goto('/icons/highwater.svg');
  expect(await deleteJournals(other)).toBe('deleted');

  await expect(page.getByText('This run was deleted in another tab, or with the site data.')).toBeVisible();
  await expect(playground.status).toHaveText('Deleted');
  const asked = (await seenBy(key)).length;
  await playground.prompt.fill('Go on');
  await playground.prompt.press('Enter');
  await expect(page.getByText('Nothing more is sent or stored.', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Runs…' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export transcript' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.highwater\.json$/);
  expect((await seenBy(key)).length).toBe(asked);
  const left = await other.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('highwater-journals');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const { result } = request;
          if (!result.objectStoreNames.contains('kv')) return resolve(0);
          const counted = result.transaction('kv').objectStore('kv').count();
          counted.onsuccess = () => resolve(counted.result);
        };
      }),
  );
  expect(left).toBe(0);
});
