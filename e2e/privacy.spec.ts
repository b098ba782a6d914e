import { expect, test } from '@playwright/test';
import { claudeSession } from './support/claude-session';
import { SessionsPage } from './support/sessions-page';

test('the page makes no request to another host, and sends nothing of a transcript to its own', async ({
  page,
  baseURL,
}) => {
  const requests: { readonly url: string; readonly method: string; readonly body: string }[] = [];
  page.context().on('request', (request) => {
    requests.push({ url: request.url(), method: request.method(), body: request.postData() ?? '' });
  });
  const sessions = new SessionsPage(page);
  await sessions.open();
  const withAddress = 'see https://example.com/image.png and <img src="https://example.com/a.png">';
  await sessions.pick({ 'a.jsonl': claudeSession({ firstResult: withAddress }) });
  await sessions.row('Find the leak in the pool').getByRole('link').click();
  await expect(page.locator('.recharts-area').first()).toBeVisible();
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: /Read/ })
    .first()
    .click();
  await page.goto('/simulate?session=sample-rules-and-images');
  await expect(page.locator('.recharts-area').first()).toBeVisible();

  expect(requests.length).toBeGreaterThan(10);
  const own = new URL(baseURL ?? '').origin;
  const foreign = requests.filter(({ url }) => !/^(data|blob):/.test(url) && new URL(url).origin !== own);
  expect(foreign).toEqual([]);
  expect(requests.filter(({ method, body }) => method !== 'GET' || body !== '')).toEqual([]);
});
