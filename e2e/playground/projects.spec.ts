import { expect, type Page } from '@playwright/test';
import { fullStore } from '../support/full-store';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const header = (page: Page) => page.locator('main header');

/** As the Files tab lists them. */
async function homeFiles({ page }: PlaygroundPage, names: readonly string[]): Promise<void> {
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  const files = page.getByRole('list', { name: 'Files in /home/agent' }).getByRole('button');
  await expect(files).toHaveText(names.map((name) => new RegExp(`^${name}`)));
}

async function openSession(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Runs…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: title }).and(page.locator('[aria-current]')).click();
}

test('a session starts with what the one before it left in ~; undo withdraws it, or names who began with it', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Run `echo "Tabs, not spaces." > ~/team.md`', 'Fast');
  await expect(header(page)).toContainText('Sample repository, session 1');
  await homeFiles(playground, ['team\\.md']);

  await playground.say('/clear');
  await expect(header(page)).toContainText('Sample repository, session 2');
  await homeFiles(playground, ['team\\.md']);
  await playground.ask('Run `cat ~/team.md`');
  await expect(playground.chat).toContainText('Tabs, not spaces.');
  await page.reload();
  await expect(header(page)).toContainText('Sample repository, session 2');
  await homeFiles(playground, ['team\\.md']);

  // Undone in the last session, it is gone; redone, it is back.
  await playground.ask('Run `echo "Two of them." > ~/more.md`', 'Fast');
  await homeFiles(playground, ['more\\.md', 'team\\.md']);
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await homeFiles(playground, ['team\\.md']);
  await playground.say('/clear');
  await expect(header(page)).toContainText('session 3');
  await homeFiles(playground, ['team\\.md']);

  await openSession(page, 'Run `echo "Tabs');
  await expect(header(page)).toContainText('session 1');
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(
    page.getByText('Undone in this session. The project keeps ~/team.md, because session 2 began with it.'),
  ).toBeVisible();
  await homeFiles(playground, []);
  await openSession(page, 'Run `cat');
  await homeFiles(playground, ['team\\.md']);
});

test('two tabs on one project each keep their own view, and both versions are in its history', async ({ page }) => {
  const first = new PlaygroundPage(page);
  await first.open();
  await first.ask('Run `echo "Tabs." > ~/team.md`', 'Fast');
  const second = new PlaygroundPage(await page.context().newPage());
  await second.open();
  await second.ask('Run `cat ~/team.md; echo "Spaces." > ~/team.md`', 'Fast');
  await expect(second.chat).toContainText('Tabs.');
  await expect(header(second.page)).toContainText('Sample repository, session 2');
  await expect(header(page)).toContainText('Sample repository, session 1');
  await first.ask('Run `cat ~/team.md`');
  await expect(first.chat).not.toContainText('Spaces.');

  await page.bringToFront();
  await page.getByRole('button', { name: 'Runs…' }).click();
  await expect(page.getByRole('list', { name: 'Sessions of Sample repository' }).getByRole('listitem')).toHaveText([
    /Session 2, /,
    /Session 1, /,
  ]);
  await expectSoundInEveryLook(page, 'dialog[open]');
  await page.getByRole('button', { name: 'History of ~' }).click();
  const history = page.getByRole('dialog', { name: 'History of ~' });
  await history.getByText('~/team.md').click();
  const versions = history.getByRole('list', { name: 'Versions of ~/team.md' }).getByRole('listitem');
  await expect(versions).toHaveText([/^Session 2, 8 characters, current/, /^Session 1, 6 characters/]);
  await versions.nth(0).getByRole('button').click();
  await expect(versions.nth(0)).toContainText('Spaces.');
  await expectSoundInEveryLook(page, 'dialog[open]');
  await versions.nth(0).getByRole('button', { name: 'Restore in this session' }).click();
  await first.ask('Run `cat ~/team.md`');
  await expect(first.chat).toContainText('Spaces.');
});

test('says that the home folder could not be saved, and continues once there is room', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const setFull = await fullStore(page, 'highwater-homes');
  await playground.open();
  await playground.ask('What is in AGENTS.md?', 'Fast');
  await setFull(true);
  await playground.say('Run `echo kept > ~/own.md`');
  await expect(playground.status).toHaveText('Not saved');
  await expect(page.getByRole('alert').first()).toContainText(
    'Could not save the home folder: the browser’s storage quota is full.',
  );
  await setFull(false);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(playground.status).toHaveText('Waiting for a prompt');
  await homeFiles(playground, ['own\\.md']);
  await playground.say('/clear');
  await expect(header(page)).toContainText('session 2');
  await homeFiles(playground, ['own\\.md']);
});

test('what a task saves beside a turn waits for room, is in the next session, and is withdrawn with its turn', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  const setFull = await fullStore(page, 'highwater-homes');
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Memory');
  await panel.getByRole('button', { name: 'Turn on memory' }).click();
  const heading = panel.getByRole('heading', { level: 2 }).first();
  await expect(heading).toHaveText('0 memories');
  await playground.ask('Count the lines of README.md.', 'Fast');
  await setFull(true);
  await playground.say('From now on, always run the tests twice before you report.');
  await expect(page.getByRole('alert').first()).toContainText('Could not save the home folder');
  await expect(playground.status).toHaveText('Not saved');
  await setFull(false);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(playground.chat.locator('[data-chat="task"]').last()).toHaveText(/Saved 1 memory$/);
  await expect(playground.status).toHaveText('Waiting for a prompt');

  await page.getByRole('button', { name: 'Runs…' }).click();
  await page.getByRole('button', { name: 'History of ~' }).click();
  const history = page.getByRole('dialog', { name: 'History of ~' });
  await history.getByText(/MEMORY\.md$/).click();
  const versions = history.getByRole('list', { name: /^Versions of .*MEMORY\.md$/ }).getByRole('listitem');
  await expect(versions).toHaveText([/^Session 1 in the background, \d+ characters, current, /]);
  await history.getByRole('button', { name: 'Close' }).click();
  await playground.say('/clear');
  await expect(header(page)).toContainText('session 2');
  await expect(heading).toHaveText('1 memory');

  await openSession(page, 'Count the lines');
  await expect(header(page)).toContainText('session 1');
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(heading).toHaveText('0 memories');
  await playground.say('/clear');
  await expect(header(page)).toContainText('session 3');
  await expect(heading).toHaveText('0 memories');
});

test('a project is begun, renamed by keyboard alone, deleted with its runs, and restored', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Run `echo kept > ~/own.md`', 'Fast');
  await page.getByRole('button', { name: 'Runs…' }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(header(page)).toContainText('Sample repository 2, session 1');
  await homeFiles(playground, []);
  await playground.ask('What is in AGENTS.md?');

  const keyboard = new Keyboard(page);
  await page.getByRole('button', { name: 'Runs…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Runs' });
  await keyboard.tabTo(dialog.getByRole('button', { name: 'Rename “Sample repository 2”' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Project name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Project name')).toBeHidden();
  await expect(dialog).toBeVisible();
  await keyboard.tabTo(dialog.getByRole('button', { name: 'Rename “Sample repository 2”' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Another try');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Another try' })).toBeVisible();
  await expect(header(page)).toContainText('Another try, session 1');

  await dialog.getByRole('button', { name: 'Delete project “Another try”' }).click();
  await expect(page).toHaveURL(/\/playground$/);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Runs…' }).click();
  await dialog.getByRole('region', { name: 'Another try' }).getByRole('button', { name: 'New session' }).click();
  await expect(header(page)).toContainText('Another try, session 2');
});
