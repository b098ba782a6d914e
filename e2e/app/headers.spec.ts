import { expect, type Page, test } from '@playwright/test';
import { PlaygroundPage } from '../support/playground-page';
import { rawRequest } from '../support/raw-request';

const routes = [
  '/',
  '/simulate?session=sample-rules-and-images',
  '/compare?sessions=sample-rules-and-images',
  '/prompts?session=sample-rules-and-images',
  '/prompts/experiments',
  '/playground',
  '/playground/ab',
  '/no-such-page',
];

/** What the browser was not allowed to do. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const note: unknown = Reflect.get(window, 'noteViolation');
      if (typeof note === 'function') note(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return violations;
}

test('every page has a strict policy, and nothing inline in it that the policy would have to let in', async ({
  page,
  request,
}) => {
  const violations = await violationsOf(page);
  for (const route of routes) {
    const answer = await request.get(route);
    const headers = answer.headers();
    const policy = headers['content-security-policy'] ?? '';
    expect([route, policy]).toEqual([
      route,
      expect.stringMatching(/^default-src 'none'; .*script-src 'self' 'sha256-/),
    ]);
    expect([route, policy.match(/unsafe|\*|https?:/g)]).toEqual([route, null]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const html = await answer.text();
    expect([route, html.match(/<[^>]*\s(?:style|on\w+)="/g), html.match(/<style/g)]).toEqual([route, null, null]);
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('charts, workers and a run need nothing that the policy forbids', async ({ page }) => {
  const violations = await violationsOf(page);
  await page.goto('/simulate?session=sample-rules-and-images');
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  await page.goto('/compare?sessions=sample-rules-and-images');
  await expect(page.getByRole('table').first()).toBeVisible();
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Fix the failing tests.', 'Fast');
  expect(violations).toEqual([]);
});

test('what is forbidden does not happen: inline scripts, other hosts, frames', async ({ page }) => {
  const violations = await violationsOf(page);
  await page.goto('/');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken"';
    document.head.append(script);
    const left = await fetch('https://example.com/').then(
      () => 'sent',
      () => 'stopped',
    );
    return { title: document.title, left };
  });
  expect(ran).toEqual({ title: 'Sessions · Highwater', left: 'stopped' });
  // They are told a moment later.
  await expect
    .poll(() => violations.map((each) => each.split(' ', 1)[0]).sort())
    .toEqual(['connect-src', 'script-src-elem']);
});

test('no other page can frame ours', async ({ page, baseURL }) => {
  await page.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/playground"></iframe>` }),
  );
  await page.goto('http://other.example/');
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
});

test('a foreign host name gets no page and no file', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '');
  const icon = '/icons/highwater.svg';
  for (const path of ['/', '/playground', icon]) {
    for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
      const { status, text } = await rawRequest(port, path, { host }, 'GET');
      expect([path, host, status]).toEqual([path, host, 421]);
      expect(text).not.toContain('<');
    }
    expect((await rawRequest(port, path, { host: `localhost:${port}` }, 'GET')).status).toBe(200);
  }
});

test('workers have a policy of their own: nothing but our own scripts and our own server', async ({
  page,
  request,
}) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto('/simulate?session=sample-rules-and-images');
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  expect(workers.length).toBeGreaterThan(0);
  for (const url of workers) {
    const { 'content-security-policy': policy = '' } = (await request.get(url)).headers();
    expect([url, policy]).toEqual([
      url,
      expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self';/),
    ]);
    expect([url, policy.match(/unsafe|\*|https?:/g)]).toEqual([url, null]);
  }
});
