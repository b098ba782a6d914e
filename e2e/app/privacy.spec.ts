import { expect, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { PlaygroundPage } from '../support/playground-page';
import { SessionsPage } from '../support/sessions-page';

test('sends no request to another host, and nothing from a transcript to its own server', async ({ page, baseURL }) => {
  const requests: { readonly url: string; readonly method: string; readonly body: string }[] = [];
  page.context().on('request', (request) => {
    requests.push({ url: request.url(), method: request.method(), body: request.postData() ?? '' });
  });
  const sessions = new SessionsPage(page);
  await sessions.open();
  const withAddress = 'see https://example.com/image.png and <img src="https://example.com/a.png">';
  await sessions.pick({ 'a.jsonl': claudeSession({ firstResult: withAddress }) });
  await sessions.row('Find the leak in the pool').getByRole('link').click();
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: /Read/ })
    .first()
    .click();
  await page.goto('/simulate?session=sample-rules-and-images');
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();

  expect(requests.length).toBeGreaterThan(10);
  const own = new URL(baseURL ?? '').origin;
  const foreign = requests.filter(({ url }) => !/^(data|blob):/.test(url) && new URL(url).origin !== own);
  expect(foreign).toEqual([]);
  expect(requests.filter(({ method, body }) => method !== 'GET' || body !== '')).toEqual([]);
});

test('sends prompts and keys of the Playground only to the proxy, and never exposes them in URLs or the console', async ({
  page,
  baseURL,
}) => {
  const requests: { readonly url: string; readonly body: string; readonly headers: Record<string, string> }[] = [];
  const said: string[] = [];
  page.context().on('request', (request) => {
    requests.push({ url: request.url(), body: request.postData() ?? '', headers: request.headers() });
  });
  page.on('console', (message) => said.push(message.text()));
  const own = new URL(baseURL ?? '').origin;
  const foreign = () => requests.filter(({ url }) => !/^(data|blob):/.test(url) && new URL(url).origin !== own);
  const secret = 'https://example.com/x.png?till=7731 <img src="https://example.com/a.png">';
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask(`What is in AGENTS.md? ${secret}`, 'Fast');
  expect(requests.filter(({ url, body }) => body !== '' || url.includes('/api/anthropic/v1/messages'))).toEqual([]);

  await playground.open();
  const key = await playground.chooseModel('private');
  await playground.say(`Fix the failing tests. ${secret}`);
  await playground.makesCalls(4);
  await playground.stop();
  expect(foreign()).toEqual([]);
  const withWords = requests.filter(({ body }) => body.includes('7731'));
  expect(withWords.length).toBeGreaterThan(3);
  expect(new Set(withWords.map(({ url }) => new URL(url).pathname))).toEqual(new Set(['/api/anthropic/v1/messages']));
  const withKey = requests.filter(({ headers, body }) => `${JSON.stringify(headers)}${body}`.includes(key));
  expect(withKey.every(({ url }) => url.startsWith(`${own}/api/anthropic/`))).toBe(true);
  for (const text of [...requests.map(({ url }) => url), ...said, page.url()]) {
    expect(text).not.toMatch(/7731|stand-in-e2e/);
  }
  const stored = await new SessionsPage(page).storedText();
  expect(stored).toContain('7731');
  expect(stored).not.toContain(key);
});
