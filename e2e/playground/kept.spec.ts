import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { PlaygroundPage } from '../support/playground-page';

test.describe('a stored run', () => {
  test.describe.configure({ mode: 'serial' });

  let page: Page;
  let playground: PlaygroundPage;
  let address: string;
  let calls: number;
  let events: readonly string[];

  test.beforeAll(async ({ browser }) => {
    playground = await PlaygroundPage.waiting(browser);
    page = playground.page;
    address = page.url();
    calls = await playground.calls();
    events = await playground.events();
  });

  test.afterAll(() => page.context().close());

  test('is listed, deleted and restored', async () => {
    await playground.open();
    await expect(page.getByRole('button', { name: 'Resume “Fix the failing tests.”' })).toBeVisible();
    await page.getByRole('button', { name: 'Runs…' }).click();
    await page.getByRole('button', { name: 'Delete “Fix the failing tests.”' }).click();
    await expect(page.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(playground.chat).toContainText('All tests pass');
  });

  test('is watched, and opens as a copy, while it is open in another tab', async () => {
    const second = new PlaygroundPage(await page.context().newPage());
    await second.open(address);
    await expect(second.page.getByText('You are watching: this run is open in another tab.')).toBeVisible();
    await expect.poll(() => second.calls()).toBe(calls);
    expect(second.page.url()).toBe(address);
    await second.page.getByRole('button', { name: 'Open a copy' }).click();
    await expect.poll(() => second.page.url()).not.toBe(address);
    await expect.poll(() => second.calls()).toBe(calls);

    await test.step('compacts at once on /compact with a focus, and shows it in the chat and the chart', async () => {
      await second.say('/compact src/amount.awk and the failing tests');
      await expect(second.chat.locator('[data-chat="command"]').last()).toHaveText(
        '/compact src/amount.awk and the failing tests',
      );
      const compaction = second.chat.locator('[data-chat="work"]').last();
      await expect(compaction).toContainText('manually');
      await compaction.getByRole('button', { name: 'Replacement summary' }).click();
      await expect(compaction.getByRole('region', { name: /^Summary/ })).toContainText('src/amount.awk');
      await expect.poll(async () => (await second.events()).length).toBeGreaterThan(events.length);
    });

    await second.ask('What is in AGENTS.md?', 'Fast');
    expect(await playground.calls()).toBe(calls);
    await expect(playground.chat).not.toContainText('What is in AGENTS.md?');

    // Once the first tab is closed, its run is available.
    await page.close();
    page = second.page;
    playground = second;
    await playground.open(address);
    await expect.poll(() => playground.calls()).toBe(calls);
  });

  test('continues after a stop and a reload, and ends like an uninterrupted run', async () => {
    await playground.open();
    await page.getByLabel('Speed').selectOption('Normal');
    await playground.say('Fix the failing tests.');
    await playground.makesCalls(1);
    await playground.stop();
    const stopped = await playground.calls();
    // At this speed, a run that had continued would have made more calls before the tab opens.
    await page.getByLabel('Speed').selectOption('Fast');
    await expect((await playground.tab('Files')).getByRole('button', { name: /^AGENTS\.md/ })).toBeVisible();
    expect(await playground.calls()).toBe(stopped);
    await page.getByLabel('Speed').selectOption('Normal');

    await page.getByRole('button', { name: /^Continue$/ }).click();
    await playground.makesCalls(stopped);
    await page.reload();
    await page.getByRole('button', { name: 'Continue from here' }).waitFor();
    const kept = await playground.calls();
    expect(kept).toBeGreaterThan(stopped);
    await expect(playground.status).toHaveText(/^Stopped/);
    await page.getByLabel('Speed').selectOption('Fast');
    await page.getByRole('button', { name: 'Continue from here' }).click();
    await playground.makesCalls(kept);
    await expect(playground.status).toHaveText('Waiting for a prompt', { timeout: 60_000 });
    expect((await playground.events()).map(withoutSizes)).toEqual(events.map(withoutSizes));
    await expect(playground.chat).toContainText('All tests pass');
  });
});

/** Sizes differ between runs, because the paths of stored results contain the id of the run. */
function withoutSizes(event: string): string {
  return event.replace(/( [\d,]+){2}$/, '');
}

test('edits, downloads and resets files, and loads a folder as a copy', async ({ page }, info) => {
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

  const folder = info.outputPath('shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/till.sh`, 'echo open\n');
  writeFileSync(`${folder}/logo.png`, Buffer.from([137, 80, 78, 71, 0, 255]));
  const address = page.url();
  await files.getByLabel('Workspace folder').setInputFiles(folder);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 text file will be copied');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
});
