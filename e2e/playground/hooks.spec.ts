import { expect, type Locator, type Page } from '@playwright/test';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

/** A run without a prompt, its tab Hooks open. */
async function prepared(page: Page): Promise<{ readonly playground: PlaygroundPage; readonly panel: Locator }> {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  return { playground, panel: await playground.tab('Hooks') };
}

async function addExample(panel: Locator, title: string): Promise<void> {
  await panel.getByLabel('Add an example').selectOption({ label: title });
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('status').first()).toHaveText(/^Saved/);
}

test('[H1] [H3] a hook blocks a command, and the log, the chat and the measures show it', async ({ page }) => {
  const { playground, panel } = await prepared(page);
  await panel.getByRole('button', { name: 'Project' }).click();
  await addExample(panel, 'Block rm in the shell');
  await expect(panel.getByRole('heading', { name: '1 hook' })).toBeVisible();

  await test.step('it can be tried before any such event', async () => {
    await panel.getByRole('button', { name: 'Try on the last event' }).click();
    await expect(panel).toContainText('There was no such event yet: it was tried on one that is made up.');
    await expect(panel.locator('[data-firing="tried"]')).toContainText('Exit code 0');
  });

  await playground.ask('Run `rm README.md`', 'Fast');
  await expect(playground.chat.locator('[data-chat="hooks"]')).toContainText('Blocked: Nothing is deleted here.');
  const log = panel.getByRole('region', { name: 'Log' });
  await expect(log.getByRole('listitem').first()).toContainText('Blocked: Nothing is deleted here.');
  await expect(panel.getByText('Calls and prompts blocked').locator('..')).toContainText('1');

  await test.step('on the last event it would block again', async () => {
    await panel.getByRole('button', { name: 'Try on the last event' }).click();
    await expect(panel).toContainText('Tried on the latest such event.');
    await expect(panel.locator('[data-firing="tried"]')).toContainText('Would block: Nothing is deleted here.');
    await log.getByRole('listitem').first().locator('summary').first().click();
    await expectSoundInEveryLook(page, TAB_PANEL);
  });

  await test.step('the file is still there, also after a reload', async () => {
    await page.reload();
    await expect(playground.chat.locator('[data-chat="hooks"]')).toContainText('Blocked: Nothing is deleted here.');
    const files = await playground.tab('Files');
    await expect(files).toContainText('README.md');
  });
});

test('[H4] a hook adds its words before a compaction, and others are told after it', async ({ page }) => {
  const { playground, panel } = await prepared(page);
  await addExample(panel, 'Words for the summary, before a compaction');
  await addExample(panel, 'Words for the agent, at the start and after a compaction');
  await playground.ask('Fix the failing tests.', 'Fast');
  await playground.say('/compact the tests');
  await expect(playground.chat.locator('[data-chat="hooks"]').last()).toContainText('For the model: Tests run with');
  await expect(playground.chat).toContainText('PreCompact: For the summary: Name every file that was changed.');
  await playground.say('/hooks');
  await expect(panel.getByRole('region', { name: 'Log' })).toContainText('PreCompact');
  const context = await playground.tab('Context');
  await expect(context).toBeVisible();
});

test('[H1] a question is answered by keyboard alone', async ({ page }) => {
  const { playground, panel } = await prepared(page);
  await panel.getByLabel('Permission of Bash').selectOption('ask');
  await expect(panel.getByRole('row', { name: /^Bash/ })).toContainText('ask Bash, session');
  const question = page.getByRole('region', { name: 'Allow Bash?' });

  await test.step('denied with 3', async () => {
    await playground.say('Run `ls src`');
    await expect(question).toBeFocused();
    await expect(question).toContainText('ls src');
    await expect(question).toContainText('the rule Bash (session)');
    await expectSoundInEveryLook(page);
    await question.focus();
    await page.keyboard.press('3');
    await expect(question).toBeHidden();
    await expect(playground.chat.locator('[data-chat="permitted"]')).toHaveText('You denied Bash: ls src');
  });

  await test.step('after a reload it is asked again, and allowed once with 1', async () => {
    await expect(playground.status).toHaveText('Waiting for a prompt');
    await playground.say('Run `ls src`');
    await expect(question).toBeFocused();
    await page.reload();
    await expect(question).toBeFocused();
    await page.keyboard.press('1');
    await expect(question).toBeHidden();
    await expect(playground.chat.locator('[data-chat="permitted"]').last()).toHaveText('You allowed once Bash: ls src');
    await expect(playground.status).toHaveText('Waiting for a prompt');
  });

  await test.step('a stop denies it', async () => {
    await playground.say('Run `ls src`');
    await expect(question).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Continue from here' }).click();
    await expect(playground.chat).toContainText('The user denied this call.');
    await expect(playground.status).toHaveText('Waiting for a prompt');
    await playground.tab('Hooks');
  });

  await test.step('always with Tab and Enter', async () => {
    await expect(playground.status).toHaveText('Waiting for a prompt');
    await playground.say('Run `ls src`');
    await expect(question).toBeFocused();
    const keyboard = new Keyboard(page);
    await keyboard.tabTo(question.getByRole('button', { name: /^Always/ }));
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(panel).toContainText('Always allowed until the session ends: Bash(ls src *)');
    await expect(playground.status).toHaveText('Waiting for a prompt');
  });

  await test.step('the same is not asked again', async () => {
    await playground.ask('Run `ls src`', 'Fast');
    await expect(question).toBeHidden();
  });
});

test('[H2] errors are shown at their lines, and the tab is sound in every look', async ({ page }) => {
  const { panel } = await prepared(page);
  const box = panel.getByRole('textbox', { name: 'Settings: Session' });
  await box.fill('{\n  "hooks": {\n    "PreTooluse": []\n  }\n}');
  await expect(panel).toContainText('The event "PreTooluse" is unknown: it must be PreToolUse.');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await panel.getByRole('button', { name: 'Line 3' }).click();
  await expect(box).toBeFocused();
  await panel.getByText('What settings may contain').click();
  await expectSoundInEveryLook(page, TAB_PANEL);
});
