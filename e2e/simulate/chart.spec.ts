import { expect, type Locator, type Page } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { linkOf } from '../support/engine-in-node';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { expectedRows, openSample, sampleFile, shownCompactions, simulatedInNode } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const SHARE = 'Share of the effective window';
const POLICY = { preset: 'claude-code-2.1' };

test.use({ viewport: { width: 1440, height: 900 } });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not visible');
  return box;
}

const pointer = (page: Page) => page.locator('[data-part="pointer"]');
const zoomed = (page: Page) => page.getByRole('button', { name: /^Calls .* Show all$/ });

/** The first and the last call shown, from 1. */
async function shownCalls(page: Page): Promise<number[]> {
  const ends = ['First call shown', 'Last call shown'].map((name) => page.getByRole('slider', { name }).inputValue());
  return (await Promise.all(ends)).map(Number);
}

/** Points into the curve, at a share of the width. */
async function pointAt(page: Page, share: number): Promise<void> {
  const { x, y, width, height } = await boxOf(pointer(page));
  await page.mouse.move(x + share * width, y + 0.75 * height, { steps: 4 });
}

test('the border between chart and messages is moved by pointer and keys, and stays there', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=141&end');
  const border = page.getByRole('separator', { name: 'Height of the chart' });
  const chart = page.locator('#chart-pane');
  const height = async () => Math.round((await boxOf(chart)).height);
  const before = await height();
  await expect(border).toHaveAttribute('aria-valuenow', String(before));
  const { x, y } = await boxOf(border);
  await page.mouse.move(x + 60, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 90, { steps: 5 });
  await page.mouse.up();
  expect(await height()).toBe(before - 90);
  await page.reload();
  await expect(border).toHaveAttribute('aria-valuenow', String(before - 90));
  expect(await height()).toBe(before - 90);

  await border.focus();
  await page.keyboard.press('ArrowDown');
  expect(await height()).toBe(before - 90 + 16);
  await page.keyboard.press('End');
  // The messages keep some lines.
  await expect(page.getByRole('list', { name: 'Messages', exact: true }).getByRole('listitem').nth(1)).toBeInViewport();
  await page.keyboard.press('Home');
  expect(await height()).toBeLessThan(before - 90);
  await expect(page.locator('[data-layer="areas"]')).toBeInViewport();
  await border.dblclick();
  expect(await height()).toBe(before);
});

test('a threshold is dragged in the chart, by its name or by its line, and by keys, each as one undo step', async ({
  page,
}) => {
  await openSample(page, SAMPLE, linkOf(POLICY, 0));
  const grip = page.getByRole('slider', { name: 'Automatic compaction line' });
  const percent = () => page.getByRole('textbox', { name: SHARE }).inputValue();
  await expect(grip).toHaveAttribute('aria-valuetext', '167,000 tokens, 92.8 % of the effective window');
  const before = await shownCompactions(page);
  const expectRows = async () => {
    const words = ['--policy', POLICY.preset, '--set', `thresholds.percent=${await percent()}`];
    const rows = expectedRows(await simulatedInNode(sampleFile(SAMPLE), ...words));
    expect(rows).not.toEqual(before);
    await expect.poll(() => shownCompactions(page)).toEqual(rows);
  };
  const undone = async () => {
    await page.keyboard.press('Control+z');
    await expect.poll(percent).toBe('100');
    await expect.poll(() => shownCompactions(page)).toEqual(before);
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
  };

  const name = await boxOf(grip);
  await page.mouse.move(name.x + 40, name.y + name.height / 2);
  await page.mouse.down();
  // What it passes leaves no trace: up there, the buffer had to give way.
  await page.mouse.move(name.x + 40, name.y - 20, { steps: 4 });
  await expect(page).toHaveURL(/bufferTokens/);
  await page.mouse.move(name.x + 40, name.y + 60, { steps: 8 });
  // Before it is released.
  await expect(page.getByRole('button', { name: 'before change' })).toBeVisible();
  await expectRows();
  await page.mouse.up();
  await expect(page).not.toHaveURL(/bufferTokens/);
  await undone();

  const line = await boxOf(page.locator('[data-layer="thresholds"] [data-line="auto"] path').first());
  await page.mouse.move(line.x + 100, line.y + line.height / 2);
  await page.mouse.down();
  await page.mouse.move(line.x + 110, line.y + 50, { steps: 8 });
  await page.mouse.up();
  await expectRows();
  await undone();
  // Along the line, it is the calls that are meant.
  await page.mouse.move(line.x + 100, line.y + line.height / 2);
  await page.mouse.down();
  await page.mouse.move(line.x + 300, line.y + line.height / 2 + 30, { steps: 8 });
  await page.mouse.up();
  await expect(zoomed(page)).toBeVisible();
  expect(await percent()).toBe('100');

  await grip.focus();
  for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'ArrowUp']) await page.keyboard.press(key);
  expect(await percent()).toBe('83');
  await expectRows();
  await undone();

  // What follows from other settings says so, and stays.
  await page.getByTitle(/^This line cannot be dragged: it is the window minus/).hover();
  await expect(page.getByRole('region', { name: 'Numbers of the call' })).toContainText('effective 180,000');
});

test('a drag over the curve zooms to its calls, the wheel with Ctrl around the pointer, and the page still scrolls', async ({
  page,
}) => {
  await openSample(page, SAMPLE, linkOf(POLICY, 0));
  const selected = await page.getByRole('slider', { name: 'Selected call' }).inputValue();
  await pointAt(page, 0.25);
  await page.mouse.down();
  await pointAt(page, 0.5);
  await expect(page.locator('[data-layer="band"]')).toBeVisible();
  await page.mouse.up();
  const [first = 0, last = 0] = await shownCalls(page);
  expect([first, last].map((call) => Math.round(call / 10))).toEqual([14, 27]);
  await expect(page.getByRole('slider', { name: 'Selected call' })).toHaveValue(selected);

  // A range of its own is moved sideways, and shown again from its button.
  await page.mouse.wheel(200, 0);
  await expect.poll(async () => (await shownCalls(page))[0]).toBeGreaterThan(first);
  await zoomed(page).click();
  await expect(zoomed(page)).toHaveCount(0);

  await pointAt(page, 0.75);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(zoomed(page)).toBeVisible();
  const [from = 0, to = 0] = await shownCalls(page);
  // The call at the pointer is where it was.
  expect(Math.abs(from + 0.75 * (to - from) - 0.75 * 543)).toBeLessThan(3);
  await pointer(page).dblclick();
  await expect(zoomed(page)).toHaveCount(0);

  await page.mouse.wheel(0, 100);
  await expect(zoomed(page)).toHaveCount(0);
  for (const key of ['+', '+', '-']) await page.keyboard.press(key);
  await expect.poll(async () => (await shownCalls(page)).map((call) => call > 1 && call < 543)).toContain(true);
  await page.keyboard.press('0');
  await expect(zoomed(page)).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 700 });
  await pointer(page).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await pointAt(page, 0.5);
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled + 150);
});

test('the numbers follow the pointer and the keys, and never cover the curve', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=141&end');
  const numbers = page.getByRole('region', { name: 'Numbers of the call' });
  await expect(numbers).toContainText('Call 141');
  await expect(numbers).toContainText(/Full compaction, 167\.6k → 27\.3k.*Recorded: Full compaction, automatic/);
  await page.locator('h1').click();
  await page.keyboard.press('ArrowRight');
  await expect(numbers).toContainText('Call 142');
  await pointAt(page, 0.5);
  await expect(numbers).toContainText('Call 272');
  const [box, curve] = [await boxOf(numbers), await boxOf(pointer(page))];
  expect(box.y + box.height).toBeLessThanOrEqual(curve.y);
  await page.mouse.move(0, 0);
  await expect(numbers).toContainText('Call 142');
});

test('120 compactions in 9,000 calls are a few marks with a number, which a click opens', async ({ page }) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  const compactBefore = Array.from({ length: 120 }, (_, index) => (index + 1) * 74);
  await sessions.pick({ 'long.jsonl': claudeSession({ calls: 9_000, compactBefore, tokensPerCall: 100 }) });
  await page.getByRole('link', { name: 'Find the leak in the pool' }).last().click();
  await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();
  const marks = page.locator('[data-layer="events"] [data-count]');
  const counts = async () =>
    (await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-count')))).map(Number);
  await expect.poll(async () => (await counts()).reduce((sum, count) => sum + count, 0)).toBe(120);
  expect((await counts()).length).toBeLessThan(20);

  const third = marks.nth(2);
  const count = Number(await third.getAttribute('data-count'));
  const { x, y, height } = await boxOf(third.locator('path').last());
  await page.mouse.move(x + 4, y + height / 2);
  await expect(page.getByRole('region', { name: 'Numbers of the call' })).toContainText(
    `${count} events. Click to zoom.`,
  );
  await page.mouse.click(x + 4, y + height / 2);
  await expect.poll(counts).toEqual(Array.from({ length: count }, () => 1));
  await expect(zoomed(page)).toBeVisible();
});
