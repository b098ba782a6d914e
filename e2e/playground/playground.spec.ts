import { expect, type Page, test } from '@playwright/test';
import { PlaygroundPage } from '../support/playground-page';

test('a first visit comes to its first compaction by one press, without a key', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/anthropic')) asked.push(request.url());
  });
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start();
  await expect(playground.chat.locator('[data-chat="reply"]').first()).toBeVisible();
  await page.getByLabel('Speed').selectOption('Fast');

  await playground.isCompacted();
  // It may have finished by itself just before.
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^(Stopped|Waiting for a prompt)/);
  const compaction = await playground.scrollTo(
    playground.chat.locator('[data-layer="session-memory"], [data-layer="full-compact"]'),
  );
  await compaction.getByRole('button', { name: 'Replacement summary' }).click();
  await expect(compaction.getByRole('region', { name: /^Summary/ })).toContainText(/\w{4}/);
  await expect(page.getByRole('meter', { name: 'Context window use' })).toBeAttached();
  expect(await playground.figure('Window')).toMatch(/of 20k$/);
  expect(asked).toEqual([]);
});

test('a run is stopped, goes on, and after a reload goes on from where it was', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start();
  await playground.makesCalls(1);
  await playground.stop();
  const stopped = await playground.calls();
  // There is no event for what does not happen: within this time there would be more than one other call.
  await page.waitForTimeout(1_500);
  expect(await playground.calls()).toBe(stopped);

  await page.getByRole('button', { name: /^Continue$/ }).click();
  await playground.makesCalls(stopped);
  await page.reload();
  await page.getByRole('button', { name: 'Continue from here' }).waitFor();
  const kept = await playground.calls();
  expect(kept).toBeGreaterThan(stopped);
  await expect(playground.status).toHaveText(/^Stopped/);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await playground.makesCalls(kept);
});

test('what was reloaded ends as what was not', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Fix the failing tests.', 'Fast');
  const whole = (await playground.events()).map(withoutSizes);

  await playground.open();
  await page.getByLabel('Speed').selectOption('Normal');
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(3);
  await page.reload();
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.getByLabel('Speed').selectOption('Fast');
  await expect(playground.status).toHaveText('Waiting for a prompt', { timeout: 60_000 });
  expect((await playground.events()).map(withoutSizes)).toEqual(whole);
  await expect(playground.chat).toContainText('All tests pass');
});

/** The id of a run is part of the paths of stored results, and differs each time. */
function withoutSizes(event: string): string {
  return event.replace(/( [\d,]+){2}$/, '');
}

test('a policy that is changed while the agent works holds from the next call on', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start();
  await playground.makesCalls(1);
  const panel = await playground.tab('Policy');
  const window = panel.getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('12,000');
  await window.press('Enter');
  await expect(playground.chat.locator('[data-chat="policy"]')).toBeAttached();
  await expect.poll(() => playground.figure('Window')).toMatch(/of 12k$/);
  const changedAt = await playground.calls();
  await playground.makesCalls(changedAt);

  await panel.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await expect.poll(() => playground.figure('Window')).toMatch(/of 20k$/);
});

test('the run is saved, and Simulate has the same numbers for it', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Fix the failing tests, then review every file.', 'Fast');
  await playground.isCompacted();
  const calls = await playground.calls();
  const events = await playground.events();
  await page.getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  await expect(page.getByText(`of ${calls}`, { exact: true }).first()).toBeVisible();
  await expect.poll(() => playground.events()).toEqual(events);
});

test.describe('a run that waits', () => {
  test.describe.configure({ mode: 'serial' });

  let page: Page;
  let playground: PlaygroundPage;

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    playground = new PlaygroundPage(page);
    await playground.open();
    await playground.ask('Fix the failing tests.', 'Fast');
  });

  test.afterAll(() => page.close());

  test('a turn is taken back and brought again', async () => {
    const first = await playground.calls();
    await playground.ask('What does AGENTS.md say about tests?');
    const both = await playground.calls();

    await page.getByRole('button', { name: 'Undo last turn' }).click();
    await expect.poll(() => playground.calls()).toBe(first);
    await expect(playground.chat).not.toContainText('What does AGENTS.md say');
    await page.getByRole('button', { name: 'Redo turn' }).click();
    await expect.poll(() => playground.calls()).toBe(both);
    await expect(playground.chat).toContainText('What does AGENTS.md say');
  });

  test('what is said and read is shown as text', async () => {
    await playground.ask('What is <img src=x onerror="document.title=1"><b>this</b>?', 'Fast');
    await expect(playground.chat).toContainText('<b>this</b>');
    await expect(playground.chat.locator('img, b')).toHaveCount(0);
  });

  test('a call that is chosen in the picture is shown in the chat, the context and the request', async () => {
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
});
