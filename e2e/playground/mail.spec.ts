import { expect, type Page } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

async function withAgents(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Agents');
  await panel.getByRole('radio', { name: 'On, listed in the description of the tool Agent' }).check();
  return playground;
}

test('[O9] a session writes to another one, open in another tab, which reads it with its next prompt', async ({
  page,
}) => {
  const first = await withAgents(page);
  await first.ask('Show AGENTS.md', 'Fast');
  const second = await withAgents(await page.context().newPage());
  await second.prompt.focus();
  await second.page.keyboard.type('Send a message to session 1: the host is heron-eu-2');
  await second.page.keyboard.press('Enter');
  await expect(second.chat).toContainText('Sent to session:1. It is read there with the next prompt');

  await page.bringToFront();
  await first.ask('Show README.md');
  const line = first.chat.locator('[data-chat="mail"]');
  await first.scrollTo(line);
  await expect(line).toHaveText('Session 2 wrote: the host is heron-eu-2');
  await expectSoundInEveryLook(page, '[data-chat="mail"]');
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  const files = page.getByRole('list', { name: 'Files in /home/agent' }).getByRole('button');
  await expect(files).toHaveText([/session-1\/mail\/main\.jsonl/]);

  await page.reload();
  await first.ask('Show README.md');
  await expect(line).toHaveCount(1);
});
