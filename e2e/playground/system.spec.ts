import { expect } from '@playwright/test';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

test('shows the sections of the system prompt, and what an edit of one costs in the cache', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const system = await playground.tab('System');
  const dynamic = system.getByRole('region', { name: 'Dynamic block' });
  await expect(system.getByRole('region', { name: 'Static block' }).getByRole('listitem')).toHaveCount(7);
  await expect(dynamic.getByRole('listitem').filter({ hasText: 'Git status' })).toContainText('empty, not sent');
  await dynamic.getByRole('button', { name: /^Git status/ }).click();
  await expect(dynamic).toContainText('The workspace is no git repository.');
  await dynamic.getByRole('button', { name: /^Git status/ }).click();
  await expect(system).toContainText('Until the first prompt, changes cost nothing.');

  // By the keyboard: a section is switched off before the first prompt, and is not sent.
  const tone = system.getByRole('checkbox', { name: 'Send “Tone”' });
  await tone.focus();
  await page.keyboard.press('Space');
  await expect(tone).not.toBeChecked();
  await expect(playground.chat).toContainText('System prompt: “Tone” switched off.');
  await playground.ask('Read src/date.awk', 'Fast');
  await expect(system).toContainText('Nothing has changed since the session began');
  await expect(await playground.tab('Request')).not.toContainText('short, plain sentences');
  await expect(await playground.tab('Request')).toContainText('Environment');

  // An edit takes effect with the next call, and the static block is still read.
  await playground.tab('System');
  const language = system.getByRole('button', { name: /^Language/ });
  await language.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Answer in Latin.');
  await system.getByRole('button', { name: 'Use this text' }).press('Enter');
  await expect(language).toContainText('edited');
  const cost = system.getByRole('status');
  await expect(cost).toContainText(/Latest change: your choice, from call \d+ on\. The static block is still read\./);
  await expect(cost).toContainText('not made yet');
  await playground.ask('Read src/date.awk again');
  await expect(cost).toContainText('Written by call');
  const [before, read, written] = await cost
    .locator('data')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value'))));
  expect(read).toBeGreaterThan(1_000);
  expect(read).toBeLessThan(before ?? 0);
  expect(written).toBeGreaterThan(100);

  // A volatile section.
  await system.getByRole('checkbox', { name: /tide-tables/ }).check();
  await playground.ask('Read src/date.awk again');
  await expect(await playground.tab('Request')).toContainText('metres above chart datum');
  await expect(await playground.tab('Request')).toContainText('Answer in Latin.');

  await playground.tab('System');
  await system.getByRole('button', { name: /^Environment/ }).click();
  await expectSoundInEveryLook(page, TAB_PANEL);
});

test('a prompt of the Setup tab replaces the sections, which are then not edited', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const setup = await playground.tab('Setup');
  await setup.getByLabel('System prompt', { exact: true }).fill('You are brief.');
  await setup.getByLabel('Task').focus();
  const system = await playground.tab('System');
  await expect(system).toContainText('Your own system prompt from the Setup tab is sent');
  await expect(system.getByRole('checkbox', { name: 'Send “Tone”' })).toBeDisabled();
  await expect(system.getByRole('region', { name: 'Static block' }).getByRole('listitem').first()).toContainText(
    'replaced',
  );
});

test('lists the levels of instructions in Files, with the origin of each line, and why each was loaded', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Read src/date.awk', 'Fast');
  const files = await playground.tab('Files');
  await files.getByText(/^Instructions: 3 files loaded/).click();
  const levels = files.getByRole('list', { name: 'Levels of instructions' });
  await expect(levels.getByRole('button')).toHaveText([
    '/workspace/CLAUDE.md',
    '/workspace/AGENTS.md',
    '/workspace/.claude/rules/awk.md',
  ]);
  await expect(levels).toContainText('included: /workspace/CLAUDE.md');
  await expect(levels).toContainText('matched paths: /workspace/src/date.awk');
  await expect(files.getByRole('row').filter({ hasText: 'Amounts are whole cents' })).toContainText('AGENTS.md:6');
  await expect(files.getByRole('list', { name: 'Instructions loaded' }).getByRole('listitem')).toHaveCount(3);
  await levels.getByRole('button', { name: '/workspace/AGENTS.md' }).press('Enter');
  const editor = files.getByRole('textbox', { name: 'Contents of AGENTS.md' });
  await expect(editor).toHaveValue(/Never change anything/);
  await expectSoundInEveryLook(page, TAB_PANEL);

  // What the agent read and the user changes is attached to the next prompt.
  await files.getByLabel('New file path').fill('src/date.awk');
  await page.keyboard.press('Enter');
  await files.getByRole('textbox', { name: 'Contents of src/date.awk' }).fill('# nothing\n');
  await files.getByRole('button', { name: 'Save' }).click();
  await playground.ask('Hello');
  await expect(await playground.tab('Request')).toContainText('/workspace/src/date.awk was changed since you read it');
});
