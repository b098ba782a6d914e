import { expect } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) => scrollHeight - scrollTop - clientHeight;

test('keeps the chat at its end when an answer is stopped', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('stopped');
  // The streamed content is taller than the chat, and disappears with the stop.
  const lines = Array.from({ length: 60 }, (_, count) => `The till was counted ${count} times.\n`);
  // Long enough that it is still streaming when the button is pressed, however busy the machine is.
  await behave(key, [{ type: 'answer', text: lines.join('').repeat(10), deltaMs: 20 }]);
  await playground.say(lines.slice(0, 45).join(''));
  await expect(playground.chat.locator('article[aria-busy="true"]')).toContainText('counted 20 times');
  await playground.stop();
  await expect(playground.chat.getByText('You stopped the agent.')).toBeInViewport();
  await expect.poll(() => playground.chat.evaluate(distanceToEnd)).toBeLessThan(2);
  await expect(page.getByRole('button', { name: 'Jump to latest', exact: true })).toHaveCount(0);
});

test('keeps the scroll position of the chat while the agent continues', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start('Fast');
  await playground.makesCalls(6);
  await playground.chat.hover();
  await page.mouse.wheel(0, -120);
  await expect(page.getByRole('button', { name: 'Jump to latest', exact: true })).toBeVisible();
  const calls = await playground.calls();
  await playground.makesCalls(calls + 5);
  expect(await playground.chat.evaluate(distanceToEnd)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Jump to latest', exact: true }).click();
  await expect.poll(() => playground.chat.evaluate(distanceToEnd)).toBeLessThan(50);
});

test('shows input during an answer in the chat until it is handled', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('waits');
  await behave(key, [
    { type: 'answer', callsTool: 'Glob', input: { pattern: '**' }, delayMs: 5_000 },
    // The turn ends here: further entries would push the expected one out of the list.
    { type: 'answer', text: 'Quick it is.' },
  ]);
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText('Waiting for the first token…')).toBeVisible();
  // Input before the call is sent is included in it.
  await expect.poll(async () => (await seenBy(key)).some(({ path }) => path === '/v1/messages')).toBe(true);
  await playground.say('And be quick.');
  await expect(playground.chat.locator('[data-chat="waiting"]')).toContainText('And be quick.');
  await expect(playground.chat.locator('[data-chat="prompt"]').filter({ hasText: 'And be quick.' })).toBeAttached();
  await expect(playground.chat.locator('[data-chat="waiting"]')).toHaveCount(0);
});

test('shows the beginning of a one-megabyte prompt as text, whatever characters and markup it contains', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const beginning = '<script>document.title = 1</script> שלום 🙂 \u202Eabc\u202C ';
  await playground.say(`${beginning}${'The till was counted. '.repeat(48_000)}`);
  const prompt = playground.chat.locator('[data-chat="prompt"]');
  await expect(prompt).toContainText(beginning);
  const height = await prompt.evaluate(({ scrollHeight }) => scrollHeight);
  expect(height).toBeLessThan(4_000);
  await prompt.getByRole('button', { name: /^All 1,056,\d{3} characters$/ }).click();
  await expect(prompt.getByRole('region', { name: /^Prompt/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(/Highwater/);
});

test('keeps the open run in the address, drops a deleted one, and reports an unknown one', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('What is in AGENTS.md?', 'Fast');
  const address = page.url();
  const calls = await playground.calls();
  await page.getByRole('link', { name: 'Prompts' }).click();
  await expect(page).toHaveURL(/\/prompts/);
  await page.goBack();
  await expect.poll(() => playground.calls()).toBe(calls);
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Runs…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete “/ })
    .click();
  await expect(page).toHaveURL(/\/playground$/);
  await page.goto('/playground?run=nothing');
  await expect(page.getByText('This run is not stored in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'New run' }).click();
  await expect(page).toHaveURL(/\?run=(?!nothing)/);
});

test('applies all options that are changed in quick succession', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.chooseModel('options');
  const panel = await playground.tab('Policy');
  const boxes = [/^Extended thinking/, /^Clear old/, /^Compact on/].map((name) =>
    panel.getByRole('checkbox', { name }),
  );
  // Clicked within the page, so that no answer of the agent arrives between two clicks.
  await panel.evaluate((element) => {
    for (const box of element.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) box.click();
  });
  for (const box of boxes) await expect(box).toBeChecked();
  await expect(
    page.getByText(/which thinks, clears old tool uses on its own, compacts on its own from 150,000 tokens\. Before/),
  ).toBeVisible();
  for (const box of boxes) await expect(box).toBeChecked();
});
