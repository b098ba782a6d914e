import { expect, type Page, test } from '@playwright/test';
import { rulesFirst } from '../../lib/prompts/rules-first';
import { behave, seenBy } from '../stand-in/control';
import { PlaygroundPage } from '../support/playground-page';

const MODEL = 'claude-sonnet-5-5';

test.describe('a run with several calls', () => {
  test.describe.configure({ mode: 'serial' });

  let page: Page;
  let playground: PlaygroundPage;
  let key: string;

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    playground = new PlaygroundPage(page);
    await playground.open();
    key = await playground.chooseModel('run', MODEL);
    // A command waits for the results of tools, so the run must not be stopped while they run.
    await behave(key, [
      ...Array.from({ length: 5 }, () => ({ type: 'answer' }) as const),
      { type: 'answer', text: 'Done.' },
    ]);
    await playground.say('Fix the failing tests.');
    await expect.poll(() => playground.calls()).toBe(6);
    await expect(playground.status).toHaveText('Waiting for a prompt');
  });

  test.afterAll(() => page.close());

  test('streams from an API model through the proxy, and shows its token count beside ours', async () => {
    await expect(playground.chat.locator('[data-chat="reply"]').last()).toContainText(/in\s*\d+.*% cached/);
    const seen = (await seenBy(key)).filter(({ path }) => path === '/v1/messages');
    expect(seen.length).toBeGreaterThan(5);
    for (const { body } of seen) expect(body).toMatchObject({ model: MODEL, stream: true });

    const request = await playground.tab('Request');
    await expect(request.getByRole('region', { name: /^Request JSON/ })).toContainText(`"model": "${MODEL}"`);
    await request.getByRole('button', { name: 'Count latest with the API' }).click();
    await expect(request.getByText(/^The API counted [\d,]+ tokens and we [\d,]+/)).toBeVisible();
    await expect(request).not.toContainText(key);
  });

  test('[F3] compacts with the summary prompt and the hooks chosen in the Policy tab', async () => {
    const policy = await playground.tab('Policy');
    await policy.getByRole('button', { name: 'Summary prompt' }).click();
    await policy.getByRole('combobox', { name: 'Summary prompt' }).selectOption({ label: 'Rules first' });
    await policy.getByRole('button', { name: 'Hooks' }).click();
    await policy.getByLabel('Summary instructions').fill('Name all the files.');
    await policy.getByLabel('Summary instructions').press('Tab');
    await playground.say('/compact the parser');
    await expect(playground.chat.locator('[data-chat="fork"]').last()).toBeAttached();
    const prompt = JSON.stringify(rulesFirst.text).slice(1, -1);
    const asked = async () =>
      (await seenBy(key)).map(({ body }) => JSON.stringify(body ?? '')).filter((body) => body.includes(prompt));
    await expect.poll(asked).not.toEqual([]);
    for (const body of await asked()) expect(body).toContain('the parser\\n\\nName all the files.');
  });
});

test('shows a wait requested by the API, explains a failure, and can continue after it', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('fails', MODEL);
  await behave(key, [
    { type: 'error', status: 429, retryAfterSeconds: 3 },
    { type: 'error', status: 400 },
  ]);
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText(/Retrying in \d s/)).toBeVisible();
  await expect(playground.chat.getByRole('alert').last()).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await playground.makesCalls(2);
  await playground.stop();
});

test('what failed is in the cost, is estimated as a whole, and fits the smallest screen', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('meter', MODEL);
  await behave(key, [
    { type: 'answer', usage: { input_tokens: -5 } },
    { type: 'drop', afterDeltas: 12 },
    { type: 'answer', text: 'Done.' },
  ]);
  await playground.say('Fix the failing tests.');
  await page.getByRole('button', { name: 'Continue', exact: true }).click({ timeout: 60_000 });
  await playground.finishes();
  const failed = await playground.figure('Failed or undone');
  expect(failed).toMatch(/^≈ \$0\.\d+$/);
  expect(await playground.figure('Cost')).toMatch(/^≈ \$0\.\d+$/);
  await expect(page.getByTitle(/^1 request, failed, stopped or undone/)).toBeVisible();

  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByText('Re-reads', { exact: true })).toBeInViewport({ ratio: 1 });
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(title?.width).toBeGreaterThan(60);
});
