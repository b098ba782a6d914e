import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const DAY_MS = 86_400_000;

test('after 61 minutes the layer by time acts at the next call, also over a reload; the pause is undone and redone alone', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Policy');
  await panel.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Claude Code, public behaviour' });
  await playground.ask('Fix the failing tests.', 'Fast');
  const before = await playground.calls();

  // By keyboard, with completion.
  await playground.prompt.pressSequentially('/wa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('61m');
  await page.keyboard.press('Enter');
  const waited = playground.chat.locator('[data-chat="waited"]');
  await expect(waited).toContainText(/^1 hour 1 minute passed: it is now \d{4}-\d\d-\d\d \d\d:\d\d\.$/);
  const ahead = page.locator('main header').getByText('+1 hour 1 minute');
  await expect(ahead).toBeVisible();
  expect(await playground.calls()).toBe(before);

  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(waited).toBeHidden();
  await expect(ahead).toBeHidden();
  expect(await playground.calls()).toBe(before);
  await page.getByRole('button', { name: 'Redo turn' }).click();
  await expect(ahead).toBeVisible();

  const words = await waited.innerText();
  await page.reload();
  await expect(ahead).toBeVisible();
  await expect(waited).toHaveText(words);
  const cleared = playground.chat.locator('[data-layer="microcompact-time"]');
  await expect(cleared).toHaveCount(0);

  await playground.ask('Count the lines of README.md.', 'Fast');
  await expect(cleared).toHaveCount(1);
  await expect(cleared).toContainText('61 minutes after the last reply: cleared');
  const events = await playground.events();

  // The gap is in the times of the calls, and Simulate decides the same.
  await page.getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  await expect.poll(() => playground.events()).toEqual(events);
});

test('lets an hour, a day or a chosen time pass from the header, and the shell and the files see it', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const open = page.getByRole('button', { name: 'Let time pass…' });
  await expect(open).toBeDisabled();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Let time pass' });
  await dialog.getByLabel('Another time').fill('soon');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('"soon" is not a time. Write minutes, hours or days, such as 90m, 1h or 2d 12h.');
  await dialog.getByLabel('Another time').fill('2d');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByRole('button', { name: '1 day' }).click();
  await expect(page.locator('main header').getByText('+3 days')).toBeVisible();

  const days = [2, 3, 4].map((day) => new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10));
  await playground.ask('Run `date +%F > day.txt; cat day.txt`', 'Fast');
  const said = await playground.chat.innerText();
  expect(days.some((day) => said.includes(day))).toBe(true);
  const files = await playground.tab('Files');
  const times = (name: RegExp) => files.getByRole('button', { name }).locator('time').getAttribute('datetime');
  const written = new Date((await times(/^day\.txt/)) ?? '').getTime();
  const first = new Date((await times(/^README\.md/)) ?? '').getTime();
  expect(Math.round((written - first) / DAY_MS)).toBe(3);

  await playground.say('/wait');
  await expect(page.getByText('/wait takes a time, such as 1h, 1d or 90m.')).toBeVisible();
});
