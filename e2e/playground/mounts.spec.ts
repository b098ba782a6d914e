import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('shows files of ~ and /etc as groups; the agent reads both and writes only ~', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const files = await playground.tab('Files');
  await expect(files.getByRole('heading')).toHaveCount(0);
  const add = async (path: string, text: string) => {
    await files.getByLabel('New file path').fill(path);
    await page.keyboard.press('Enter');
    await files.getByRole('textbox', { name: /^Contents of / }).fill(text);
    await files.getByRole('button', { name: 'Save' }).click();
    await expect(files.getByText('Saved.')).toBeVisible();
  };
  await add('~/notes/team.md', 'Tabs, not spaces.\n');
  await add('/etc/agent/rules.md', 'Never push.\n');
  await expect(files.getByRole('heading')).toHaveText([
    'Workspace',
    '~ (/home/agent)',
    '/etc, read-only for the agent',
  ]);
  const home = files.getByRole('list', { name: 'Files in /home/agent' });
  await expect(home.getByRole('button')).toHaveText([/^notes\/team\.md/]);

  await files.getByLabel('New file path').fill('/usr/bin/x');
  await page.keyboard.press('Enter');
  await expect(page.getByText('is outside /workspace, /home/agent and /etc')).toBeVisible();

  await playground.ask(
    'Run `cat ~/notes/team.md /etc/agent/rules.md; cd ~; echo kept > own.md; echo x > /etc/agent/x`',
    'Fast',
  );
  await expect(playground.chat).toContainText('Tabs, not spaces.');
  await expect(playground.chat).toContainText('Never push.');
  await expect(playground.chat).toContainText('/etc/agent/x cannot be changed: /etc is read-only.');
  await expect(home.getByRole('button')).toHaveText([/^notes\/team\.md/, /^own\.md/]);
  await expect(files.getByRole('list', { name: 'Files in /etc' }).getByRole('button')).toHaveCount(1);

  await expect(files.getByRole('button', { name: 'Reset, ~ and /etc too', exact: true })).toBeEnabled();

  // The system prompt names them, because they were there when the run started.
  await expect(await playground.tab('Request')).toContainText('your home folder');
  await page.reload();
  await playground.tab('Files');
  await expect(home.getByRole('button')).toHaveText([/^notes\/team\.md/, /^own\.md/]);
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(home.getByRole('button')).toHaveText([/^notes\/team\.md/]);
  await home.getByRole('button').click();
  await files.getByRole('button', { name: 'Delete' }).click();
  await expect(home).toBeHidden();
});
