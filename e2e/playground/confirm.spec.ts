import { expect } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const sentTo = async (key: string) => (await seenBy(key)).filter(({ path }) => path === '/v1/messages');

test('shows what is sent, where, and the price, before the first paid call of each model', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('confirm');
  await behave(key, [
    { type: 'answer', text: 'One.' },
    { type: 'answer', text: 'Two.' },
    { type: 'answer', text: 'Three.' },
  ]);
  await playground.prompt.fill('Count.');
  await playground.prompt.press('Enter');
  const dialog = playground.confirmation;
  await expect(dialog).toContainText('claude-sonnet-5-5 answers this run.');
  await expect(dialog).toContainText('the server set with ANTHROPIC_BASE_URL');
  await expect(dialog).toContainText(
    /1 message: ≈ ?[\d,.k]+ tokens in, up to [\d,.k]+ out\. \$[\d.]+ to \$[\d.]+ at most/,
  );
  await expect(dialog).toContainText('A turn stops at 500 calls or $5');
  await expectSoundInEveryLook(page, 'dialog[open]');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(playground.status).toHaveText('Waiting for your confirmation');
  expect(await sentTo(key)).toEqual([]);
  await page.getByRole('button', { name: 'Review and send…' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(playground.chat).toContainText('One.');
  await expect(playground.chat).toContainText('You allowed paid calls of claude-sonnet-5-5');
  await expect(playground.who).toHaveText('claude-sonnet-5-5 answers');
  await expect(playground.chat.locator('[data-chat="reply"] p').last()).toContainText('claude-sonnet-5-5');

  // Once per run, also after a reload.
  await playground.prompt.fill('More.');
  await playground.prompt.press('Enter');
  await expect(playground.chat).toContainText('Two.');
  await page.reload();
  await expect(playground.chat).toContainText('Two.');
  const policy = await playground.tab('Policy');
  await policy.getByRole('button', { name: /^Key: / }).click();
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await playground.prompt.fill('And more.');
  await playground.prompt.press('Enter');
  await expect(playground.chat).toContainText('Three.');
  expect(await sentTo(key)).toHaveLength(3);

  await policy.getByRole('combobox', { name: 'Model' }).selectOption('claude-opus-5-5');
  await playground.prompt.fill('Again.');
  await playground.prompt.press('Enter');
  await expect(dialog).toContainText('claude-opus-5-5 answers this run.');
  expect(await sentTo(key)).toHaveLength(3);
});

test('continues an answer that was cut off at the output limit with one click', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('cut');
  await behave(key, [
    { type: 'answer', text: 'One, two,', stopReason: 'max_tokens' },
    { type: 'answer', text: 'three.' },
  ]);
  await playground.say('Count to three.');
  await expect(page.getByText('The answer was cut off at the output limit.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue the answer' }).click();
  await expect(playground.chat.locator('[data-chat="reply"]').last()).toContainText('three.');
  await expect(page.getByText('The answer was cut off at the output limit.')).toHaveCount(0);
  const seen = await sentTo(key);
  expect(seen.map(({ problem }) => problem ?? 'none')).toEqual(['none', 'none']);
  expect(JSON.stringify(seen[1]?.body)).toContain('One, two,');
});
