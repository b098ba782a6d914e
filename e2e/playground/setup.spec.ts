import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('a run that was prepared offers the first prompts, for the policy and files that it has', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const window = (await playground.tab('Policy')).getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('14,000');
  await window.press('Enter');
  await expect.poll(() => playground.figure('Window')).toMatch(/of 14k$/);
  await expect(
    page.getByText(/^The agent works on a small repository.*Its window is only 14,000 tokens/),
  ).toBeVisible();
  // On a phone, they come before the chart as long as it is empty.
  const top = page.getByRole('heading', { name: 'Watch an agent work' });
  const chart = page.getByRole('region', { name: 'Context by call' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await top.boundingBox())?.y).toBeLessThan((await chart.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The chat only has the rows near its end, so it must not run away from the first one.
  await playground.start('Slow');
  await expect(playground.chat).toContainText('Policy changed to “Small window”');
  await playground.makesCalls(1);
});

test('sends an own system prompt, instructions and tools, keeps them with the run, and uses them for the next', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('setup');
  await behave(key, [
    { type: 'answer', text: 'Good day.' },
    { type: 'answer', callsTool: 'Glob', input: { pattern: '**' } },
    { type: 'answer', text: 'I cannot list them.' },
  ]);
  let setup = await playground.tab('Setup');
  await expect(setup.getByLabel('System prompt', { exact: true })).toHaveValue(/^You are a careful software engineer/);
  await setup.getByLabel('System prompt', { exact: true }).fill('You are brief.');
  await setup.getByLabel('Instructions').fill('Never touch the books.');
  await setup.getByRole('checkbox', { name: 'Bash' }).click();
  await expect(setup.getByRole('checkbox', { name: 'Bash' })).not.toBeChecked();
  await setup.getByLabel('Task').fill('Say good day.');
  await setup.getByRole('button', { name: 'Start the task' }).click();
  await playground.confirm();
  await expect(playground.chat).toContainText('Good day.');
  const bodies = async () => (await seenBy(key)).filter(({ path }) => path === '/v1/messages').map(({ body }) => body);
  const [first] = await bodies();
  expect(first).toMatchObject({
    system: [{ text: 'You are brief.' }, { text: expect.stringContaining('Never touch the books.') }],
    messages: [{ content: [{ text: expect.stringContaining('/workspace/CLAUDE.md') }, { text: 'Say good day.' }] }],
  });
  expect(JSON.stringify(first)).not.toContain('"name":"Bash"');

  // In a run that has started, a tool is refused, and the cached beginning of the request stays.
  await setup.getByRole('checkbox', { name: 'Glob' }).click();
  await expect(setup.getByRole('checkbox', { name: 'Glob' })).not.toBeChecked();
  await playground.say('List the files.');
  await expect(playground.chat).toContainText('I cannot list them.');
  const last = JSON.stringify((await bodies()).at(-1));
  expect(last).toContain('The user has turned off Glob.');
  expect(last).toContain('"name":"Glob"');

  await page.reload();
  setup = await playground.tab('Setup');
  await expect(setup.getByLabel('Instructions')).toHaveValue('Never touch the books.');
  await setup.getByLabel('Instructions').fill('Never touch anything.');
  const address = page.url();
  await setup.getByRole('button', { name: 'New run with this setup' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(setup.getByLabel('Instructions')).toHaveValue('Never touch anything.');
  await expect(setup.getByRole('checkbox', { name: 'Glob' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Start: Say good day.' })).toBeVisible();

  await page.getByRole('button', { name: 'Runs…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Say good day\./ })
    .click();
  await expect(setup.getByLabel('Instructions')).toHaveValue('Never touch the books.');
});

test('says what of a folder was left out and what cannot run, before it is used', async ({ page }, info) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const folder = info.outputPath('shop');
  for (const sub of ['', '/.git', '/node_modules/a']) mkdirSync(`${folder}${sub}`, { recursive: true });
  writeFileSync(`${folder}/till.py`, 'print("open")\n');
  writeFileSync(`${folder}/README.md`, '# Shop\n');
  writeFileSync(`${folder}/logo.png`, Buffer.from([137, 80, 78, 71, 0, 255]));
  writeFileSync(`${folder}/large.txt`, 'x'.repeat(1_100_000));
  writeFileSync(`${folder}/.git/HEAD`, 'ref: refs/heads/main\n');
  writeFileSync(`${folder}/node_modules/a/index.js`, 'module.exports = 1;\n');
  await page.getByLabel('Workspace folder').setInputFiles(folder);
  const dialog = page.getByRole('dialog', { name: 'Start a run on a copy of this folder' });
  await expect(dialog).toContainText('2 text files will be copied');
  await expect(dialog).toContainText('The shell cannot run this project: it has no Python.');
  await dialog.getByText('4 left out').click();
  for (const line of [
    '.git/HEAD: in .git',
    'large.txt: larger than 1 MB',
    'logo.png: not text',
    /index\.js: in node_modules/,
  ]) {
    await expect(dialog.getByRole('listitem').filter({ hasText: line })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect((await playground.tab('Files')).getByRole('button', { name: /^till\.py/ })).toBeVisible();
  await playground.ask('How many lines does till.py have?', 'Fast');
  await expect(playground.chat).toContainText('till.py has 1 line.');
});

test('starts a run on a folder that is dropped anywhere on the view', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['one\ntwo\n'], 'notes.txt', { type: 'text/plain' }));
    return data;
  });
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop a folder to start a run on a copy of it.')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: 'Start a run on a copy of this folder' });
  await expect(dialog).toContainText('1 text file will be copied');
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect((await playground.tab('Files')).getByRole('button', { name: /^notes\.txt/ })).toBeVisible();
  await playground.ask('List the files', 'Fast');
  await expect(playground.chat).toContainText('1 file in the workspace:');
});
