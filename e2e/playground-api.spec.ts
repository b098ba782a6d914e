import { expect, test } from '@playwright/test';
import { behave, seenBy } from './stand-in/control';
import { PlaygroundPage } from './support/playground-page';

test.describe.configure({ timeout: 120_000 });

const MODEL = 'claude-sonnet-5-5';

function keyOf(name: string): string {
  return `stand-in-e2e-playground-${name}-${test.info().workerIndex}-${Date.now()}`;
}

async function chooseModel(playground: PlaygroundPage, key: string): Promise<void> {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, a policy or other files first' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Policy' });
  await panel.getByRole('combobox', { name: 'Model' }).selectOption(MODEL);
  await panel.getByRole('button', { name: /^Key: / }).click();
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
}

test('a model of the API works through the proxy, streaming, and its usage stands beside what we expected', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  const key = keyOf('run');
  await chooseModel(playground, key);
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(5);
  await expect(playground.chat.locator('[data-chat="reply"]').last()).toContainText(/in\s*\d+.*% cached/);
  await playground.stop();
  const seen = (await seenBy(key)).filter(({ path }) => path === '/v1/messages');
  expect(seen.length).toBeGreaterThan(5);
  for (const { body } of seen) expect(body).toMatchObject({ model: MODEL, stream: true });

  const request = await playground.tab('Request');
  await expect(request.getByRole('region', { name: /^The request as JSON/ })).toContainText(`"model": "${MODEL}"`);
  await request.getByRole('button', { name: 'Let the API count the newest' }).click();
  await expect(request.getByText(/^The API counts [\d,]+ tokens and we [\d,]+/)).toBeVisible();
  await expect(request).not.toContainText(key);
});

test('a wait that the API wants is shown, and a failure is told in words and can be gone on from', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const key = keyOf('fails');
  await chooseModel(playground, key);
  await behave(key, [
    { type: 'error', status: 429, retryAfterSeconds: 3 },
    { type: 'error', status: 400 },
  ]);
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText(/Asked again in \d s/)).toBeVisible();
  await expect(playground.chat.getByRole('alert').last()).toBeVisible();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await playground.makesCalls(2);
  await playground.stop();
});
