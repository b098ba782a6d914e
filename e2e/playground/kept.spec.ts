import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { PlaygroundPage } from '../support/playground-page';

test('a second tab says that the run is open, and continues with its own copy', async ({ page, context }) => {
  const first = new PlaygroundPage(page);
  await first.open();
  await first.ask('Fix the failing tests.', 'Fast');
  const calls = await first.calls();

  const second = new PlaygroundPage(await context.newPage());
  await second.open(page.url());
  await expect(second.page.getByText('This run is open in another tab.')).toBeVisible();
  await second.page.getByRole('button', { name: 'Open a copy' }).click();
  await expect.poll(() => second.calls()).toBe(calls);
  expect(second.page.url()).not.toBe(page.url());
  await second.ask('What is in AGENTS.md?', 'Fast');
  expect(await first.calls()).toBe(calls);
  await expect(first.chat).not.toContainText('What is in AGENTS.md?');

  // Once the first tab is closed, its run is available.
  const address = page.url();
  await page.close();
  await second.open(address);
  await expect.poll(() => second.calls()).toBe(calls);
});

test('runs are listed, deleted and brought back', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Fix the failing tests.', 'Fast');
  await playground.open();
  await expect(page.getByRole('button', { name: 'Resume “Fix the failing tests.”' })).toBeVisible();
  await page.getByRole('button', { name: 'Runs…' }).click();
  await page.getByRole('button', { name: 'Delete “Fix the failing tests.”' }).click();
  await expect(page.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Resume/ }).click();
  await expect(playground.chat).toContainText('All tests pass');
});

test('files are edited, reset and downloaded, and a folder is loaded as a copy', async ({ page }, info) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const files = await playground.tab('Files');
  await files.getByRole('button', { name: /^README\.md/ }).click();
  await files.getByLabel('Contents of README.md').fill('Changed by hand.');
  await files.getByRole('button', { name: 'Save' }).click();
  await expect(files.getByRole('button', { name: /^README\.md changed/ })).toBeVisible();
  await files.getByLabel('New file path').fill('notes/new.txt');
  await files.getByRole('button', { name: 'Add' }).click();
  await expect(files.getByRole('button', { name: /^notes\/new\.txt/ })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: 'Download all' }).click(),
  ]);
  const archive = readFileSync(await download.path());
  expect(archive.includes('Changed by hand.')).toBe(true);
  await files.getByRole('button', { name: 'Reset' }).click();
  await expect(files.getByText(/, none changed/)).toBeVisible();

  const { mkdirSync, writeFileSync } = await import('node:fs');
  const folder = info.outputPath('shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/till.sh`, 'echo open\n');
  writeFileSync(`${folder}/logo.png`, Buffer.from([137, 80, 78, 71, 0, 255]));
  const address = page.url();
  await files.getByLabel('Workspace folder').setInputFiles(folder);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 text files will be copied');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
});
