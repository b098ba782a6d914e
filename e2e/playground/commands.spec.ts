import { expect, type Page, test } from '@playwright/test';
import { PlaygroundPage } from '../support/playground-page';

// All tests share one run, which has finished its task.
test.describe.configure({ mode: 'serial' });

let page: Page;
let playground: PlaygroundPage;

test.beforeAll(async ({ browser }) => {
  playground = await PlaygroundPage.waiting(browser);
  page = playground.page;
});

test.afterAll(() => page.context().close());

test('completes commands and recalls prompts from the keyboard', async () => {
  await playground.prompt.pressSequentially('/s');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toContainText('/summary');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await playground.prompt.fill('/co');
  await page.keyboard.press('Tab');
  await expect(playground.prompt).toHaveValue('/compact ');
  await playground.prompt.fill('');
  await page.keyboard.press('ArrowUp');
  await expect(playground.prompt).toHaveValue('Fix the failing tests.');
  await page.keyboard.press('ArrowDown');
  await expect(playground.prompt).toHaveValue('');
});

test('shows the context with /context and all commands with /help, and reports an unknown command', async () => {
  await playground.tab('Files');
  await playground.say('/context');
  await expect(page.getByRole('tab', { name: 'Context' })).toHaveAttribute('aria-selected', 'true');
  await expect(
    page
      .getByRole('region', { name: /^Messages at call/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();

  for (const [command, tab] of [
    ['/agents', 'Agents'],
    ['/hooks', 'Hooks'],
    ['/team', 'Team'],
    ['/memory', 'Memory'],
  ] as const) {
    await playground.say(command);
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true');
  }

  await playground.say('/help');
  const help = page.getByRole('dialog', { name: 'Commands' });
  for (const name of [
    '/compact',
    '/snip',
    '/summary',
    '/unfold',
    '/remember',
    '/memory',
    '/dream',
    '/agents',
    '/team',
    '/hooks',
    '/context',
    '/clear',
    '/undo',
    '/help',
  ]) {
    await expect(help).toContainText(name);
  }
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await playground.say('/compcat the parser');
  await expect(page.getByText('Unknown command /compcat')).toBeVisible();
  await expect(playground.prompt).toHaveValue('/compcat the parser');

  await test.step('no completion covers why a command was refused', async () => {
    const commands = page.getByRole('listbox', { name: 'Commands' });
    await playground.say('/wait');
    await expect(page.getByText('/wait takes a time, such as 1h, 1d or 90m.')).toBeVisible();
    await expect(playground.prompt).toHaveValue('/wait');
    await expect(commands).toBeHidden();
    await page.keyboard.press('Backspace');
    await expect(commands).toBeVisible();
    await playground.prompt.fill('');
  });
});

test('shows markup in a prompt as text, and undoes and redoes its turn', async () => {
  const first = await playground.calls();
  await playground.ask('What is <img src=x onerror="document.title=1"><b>this</b>?');
  await expect(playground.chat).toContainText('<b>this</b>');
  await expect(playground.chat.locator('img, b')).toHaveCount(0);
  const both = await playground.calls();

  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect.poll(() => playground.calls()).toBe(first);
  await expect(playground.chat).not.toContainText('<b>this</b>');
  await page.getByRole('button', { name: 'Redo turn' }).click();
  await expect.poll(() => playground.calls()).toBe(both);
  await expect(playground.chat).toContainText('<b>this</b>');
  await playground.say('/undo');
  await expect.poll(() => playground.calls()).toBe(first);
  await expect(playground.chat).not.toContainText('<b>this</b>');
});

test('writes the session note with /summary, in a fork with its own cost', async () => {
  const forks = await playground.chat.locator('[data-chat="fork"]').count();
  await playground.say('/summary');
  await expect(playground.chat.locator('[data-chat="fork"]')).not.toHaveCount(forks);
  await expect(playground.chat.locator('[data-chat="fork"]').last()).toContainText(/\$\d/);
  await expect(await playground.tab('Note')).toContainText(/tokens, current version/);
});

test('[F8] compacts from a message with /compact from, and reports a message that does not exist', async () => {
  await playground.say('/compact up to #9999');
  await expect(page.getByText(/no message #9999/i)).toBeVisible();
  await playground.say('/unfold #2');
  await expect(playground.chat.locator('[data-chat="layer-failed"]').last()).toContainText(
    'no collapsed span contains',
  );
  await playground.say('/compact up to "Fix the failing');
  await expect(page.getByText(/needs a message|no message/i)).toBeVisible();
  await playground.say('/compact from #60 the failing tests');
  await expect(playground.chat.locator('[data-chat="command"]').last()).toHaveText(
    '/compact from #60 the failing tests',
  );
  await expect(playground.chat.locator('[data-chat="work"]').last()).toContainText('manually');
});

test('removes the oldest rounds from the context with /snip', async () => {
  await playground.say('/snip');
  await expect(playground.chat.locator('[data-chat="command"]').last()).toHaveText('/snip');
  await expect(playground.chat.locator('[data-layer="snip"]')).toBeAttached();
});

test('shows a call selected from the events in the chat, the context and the request', async () => {
  await playground.tab('Context');
  await playground.events();
  const event = page.getByRole('region', { name: 'Events by call' }).getByRole('button').nth(1);
  const call = await event.innerText();
  await event.click();
  await expect(page.getByText(/^of \d+$/)).toBeVisible();
  const reply = playground.chat.locator('[data-chat="reply"][aria-current="true"]');
  await expect(reply.getByRole('button', { name: `call ${call}`, exact: true })).toBeInViewport();
  await expect(page.getByRole('region', { name: `Messages at call ${call}` })).toBeVisible();
  await expect(await playground.tab('Request')).toContainText(`Call ${call},`);
  await page.getByRole('button', { name: 'Latest call' }).click();
  await expect(page.getByText(/, latest$/)).toBeVisible();
});

test('starts a new run on the current files with /clear, and keeps the old run', async () => {
  const address = page.url();
  await playground.say('/clear');
  await expect.poll(() => page.url()).not.toBe(address);
  await expect.poll(() => playground.calls()).toBe(0);
  const files = await playground.tab('Files');
  await files.getByRole('button', { name: /^src\/amount\.awk/ }).click();
  await expect(files.getByRole('button', { name: /^PLAN\.md/ })).toBeVisible();

  await page.getByRole('button', { name: 'Runs…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Fix the failing tests\./ })
    .click();
  await expect.poll(() => playground.calls()).toBeGreaterThan(10);
  await expect(playground.chat).toContainText('All tests pass');
});
