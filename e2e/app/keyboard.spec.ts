import { expect, type Page } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { openSample } from '../support/simulations';

const cursor = (page: Page) => page.getByRole('slider', { name: 'Selected call' });
const callShown = (page: Page) => page.getByText(/^Call \d+ of 543$/);
const focusedMessage = (page: Page) =>
  page.getByRole('list', { name: 'Messages', exact: true }).locator('[data-key]:focus');
const skip = (page: Page, place: string) => page.getByRole('button', { name: `Skip to the ${place}` });

test('reaches the chart and the messages of a session with a few keys, and plays there', async ({ page }) => {
  await openSample(page, 'long-bug-hunt', '#v1&call=100&end');
  const address = page.url();
  let tabs = 0;
  while (!(await skip(page, 'chart').evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
    tabs += 1;
    expect(tabs).toBeLessThan(10);
  }
  await expect(skip(page, 'chart')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(cursor(page)).toBeFocused();
  expect(page.url()).toBe(address);

  await test.step('Space plays from the chart', async () => {
    await page.keyboard.press('Space');
    await expect(callShown(page)).not.toHaveText('Call 100 of 543');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible();
  });

  await test.step('↓ leads from the chart to the messages', async () => {
    const before = await callShown(page).innerText();
    await page.keyboard.press('ArrowDown');
    await expect(focusedMessage(page)).toBeVisible();
    await expect(callShown(page)).toHaveText(before);
  });

  await test.step('↓ leads there when nothing has the focus', async () => {
    await page.locator('h1').click();
    await expect(page.locator('body')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(focusedMessage(page)).toBeVisible();
  });

  await test.step('↓ leads there from the search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('the');
    await page.keyboard.press('ArrowDown');
    await expect(focusedMessage(page)).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
  });

  await test.step('the second link skips to the messages', async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(skip(page, 'messages')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(focusedMessage(page)).toBeVisible();
  });
});

test('moves a focused setting with ↓, and presses a focused button with Space', async ({ page }) => {
  await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&call=100&end');
  const share = page.getByRole('slider', { name: 'Share of the effective window' });
  await share.focus();
  const before = Number(await share.inputValue());
  await page.keyboard.press('ArrowDown');
  await expect(share).toBeFocused();
  await expect.poll(async () => Number(await share.inputValue())).toBeLessThan(before);
  await page.getByRole('button', { name: /^Next call/ }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Call 101 of 543')).toBeVisible();
});

test('skips to the list of sessions, and reaches it with ↓', async ({ page }) => {
  await new SessionsPage(page).open();
  const first = page.getByRole('table').getByRole('link').first();
  await page.keyboard.press('Tab');
  await expect(skip(page, 'list')).toBeFocused();
  await expect(skip(page, 'list')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.reload();
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('table').getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('Refactoring');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('table').getByRole('link', { name: 'Refactoring' })).toBeFocused();
});

test('skips to the content where there is nothing more to skip to', async ({ page }) => {
  await withoutTour(page);
  await page.goto('/simulate?session=sample-unknown');
  await expect(page.getByRole('heading', { name: 'Session not found' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('lists these keys, and offers the settings on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new SessionsPage(page).open();
  const header = page.getByRole('banner');
  for (const view of ['Simulate', 'Compare', 'Prompts', 'Playground']) {
    await expect(header.getByRole('link', { name: view })).toBeInViewport({ ratio: 1 });
  }
  await header.getByRole('button', { name: 'Keys and settings (?)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keys and settings' });
  await dialog.getByLabel('Show the rule behind each setting and number').check();
  await expect(page.locator('html')).toHaveAttribute('data-rules', 'shown');
  await dialog.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await dialog.getByLabel('Theme').selectOption('system');
  await dialog.getByLabel('Show the rule behind each setting and number').uncheck();
  await expect(dialog.getByText('Go to the messages')).toBeVisible();
  await expect(dialog.getByText('Go to the list')).toBeVisible();
});

const longTitle = 'x'.repeat(300);

test('keeps everything in place beside a title and a file name without spaces', async ({ page }) => {
  test.slow();
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  const title = JSON.stringify({ type: 'custom-title', customTitle: longTitle, sessionId: 'session-1' });
  const file = `${'y'.repeat(200)}.jsonl`;
  await sessions.pick({ [file]: `${title}\n${claudeSession({ compactBefore: [6] })}` });
  const link = page.getByRole('table').getByRole('link', { name: longTitle }).first();
  const id = new URL((await link.getAttribute('href')) ?? '', 'http://x').searchParams.get('session') ?? '';
  const views = {
    '/': page.getByRole('button', { name: /^Delete x/ }),
    [`/simulate?session=${id}`]: page.getByRole('button', { name: /^Next call/ }),
    [`/compare?session=${id}`]: page.getByRole('link', { name: 'Simulate this session' }),
    [`/prompts?session=${id}`]: page.getByRole('toolbar', { name: 'Compactions of this session' }),
  };
  for (const [address, control] of Object.entries(views)) {
    await page.goto(address);
    await expect(page.getByText(longTitle).first()).toBeVisible();
    await expect(control).toBeVisible();
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${address.split('?')[0]} at ${width}`;
      // Charts follow the width a moment later.
      await expect
        .soft(async () => {
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(over).toBeLessThanOrEqual(0);
        }, where)
        .toPass({ timeout: 10_000 });
      const box = await control.boundingBox();
      expect.soft(box?.x, where).toBeGreaterThanOrEqual(0);
      expect.soft((box?.x ?? 0) + (box?.width ?? width), where).toBeLessThanOrEqual(width);
      const heading = await page.locator('h1').boundingBox();
      expect.soft(heading?.height, `height of the title, ${where}`).toBeLessThanOrEqual(60);
    }
  }
});
