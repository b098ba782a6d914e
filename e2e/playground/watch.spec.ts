import { expect, test } from '@playwright/test';
import { deleteJournals } from '../support/delete-journals';
import { expectSoundInEveryLook } from '../support/looks';
import { PlaygroundPage } from '../support/playground-page';

test('a second tab watches a running run live, changes nothing, and continues it once the first is closed', async ({
  page,
}) => {
  const first = new PlaygroundPage(page);
  await first.open();
  await first.start();
  await first.makesCalls(2);
  const address = page.url();

  const second = new PlaygroundPage(await page.context().newPage());
  await second.open(address);
  await expect(second.page.getByText('You are watching: this run is open in another tab.')).toBeVisible();
  await second.makesCalls(2);
  const watched = await second.calls();
  await second.makesCalls(watched);
  await expect(second.status).toHaveText('Running');
  await expect(second.chat.locator('article[aria-busy="true"]').first()).toBeAttached();
  await expect(second.page.getByRole('button', { name: 'Stop', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(second.page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await expect((await second.tab('Setup')).getByLabel('Instructions')).toBeDisabled();
  await expectSoundInEveryLook(second.page);

  await page.close();
  await expect(second.page.getByText('The tab with this run was closed.')).toBeVisible();
  const kept = await second.calls();
  await second.page.getByRole('button', { name: 'Continue here' }).click();
  await second.page.getByLabel('Speed').selectOption('Fast');
  await second.page.getByRole('button', { name: 'Continue from here' }).click();
  await second.makesCalls(kept);
  expect(second.page.url()).toBe(address);
  await second.finishes();
  await second.say('What is in AGENTS.md?');
  await expect(second.chat).toContainText(/AGENTS\.md has \d+ lines/);
});

test('a watching tab says that the run was deleted in a third one, and what it shows can still be exported', async ({
  page,
  context,
}) => {
  const first = new PlaygroundPage(page);
  await first.open();
  await first.start();
  await first.makesCalls(1);
  const second = new PlaygroundPage(await context.newPage());
  await second.open(page.url());
  await expect(second.page.getByText('You are watching: this run is open in another tab.')).toBeVisible();
  await second.makesCalls(1);
  const third = await context.newPage();
  await third.goto('/icons/highwater.svg');
  expect(await deleteJournals(third)).toBe('deleted');

  await expect(second.page.getByText('This run was deleted in another tab, or with the site data.')).toBeVisible();
  await expect(second.status).toHaveText('Deleted');
  expect(await second.calls()).toBeGreaterThanOrEqual(1);
  await second.page.getByRole('button', { name: 'Runs…' }).click();
  const [download] = await Promise.all([
    second.page.waitForEvent('download'),
    second.page.getByRole('button', { name: 'Export transcript' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.highwater\.json$/);
});
