import { expect, type Page } from '@playwright/test';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';
import { openSample } from '../support/simulations';

const pathOf = async (page: Page, line: string) =>
  (await page.locator(`[data-layer="thresholds"] [data-line="${line}"] path:last-child`).getAttribute('d')) ?? '';

test('the first run compacts with its session note once, seen in the chat and the events', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start('Fast');
  await expect(playground.chat.locator('[data-chat="waiting"]')).toContainText('Now review every file.');
  await playground.makesCalls(100);
  await playground.isCompacted();
  const events = await playground.events();
  const first = events.find((row) => /Session memory|Full compaction/.test(row));
  expect(first).toContain('Session memory');
  expect(events.findIndex((row) => row.includes('Note taken'))).toBeLessThan(events.indexOf(first ?? ''));
  // The run may have just finished.
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^(Stopped|Waiting for a prompt)/);
  const table = page.getByRole('region', { name: 'Events by call' });
  await table
    .getByRole('row', { name: /Session memory/ })
    .first()
    .getByRole('button')
    .first()
    .click();
  await expect(playground.chat.locator('[data-layer="session-memory"]')).toContainText('Session memory');
});

test('offers the layer that another one needs, in the Playground and in Simulate', async ({ page }) => {
  await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&call=141&end');
  const editor = page.getByRole('region', { name: 'Policy', exact: true });
  await expect(editor.getByText('Has no effect while')).toHaveCount(0);
  await editor.getByRole('switch', { name: 'Session memory' }).click();
  const note = editor.getByText('Has no effect while “Session note” is off.', { exact: false });
  await expect(note).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await editor.getByRole('button', { name: 'Turn on “Session note”' }).click();
  await expect(note).toBeHidden();
  await expect(editor.getByRole('switch', { name: 'Session note' })).toBeChecked();

  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Policy');
  await panel.getByRole('switch', { name: 'Session note' }).click();
  await panel.getByRole('button', { name: 'Turn on “Session note”' }).click();
  await expect(panel.getByRole('switch', { name: 'Session note' })).toBeChecked();
});

test('draws a changed policy as a step in all its lines, and opens the run in Simulate under both', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start('Fast');
  await playground.makesCalls(20);
  await playground.stop();
  for (const line of ['window', 'effective', 'blocking', 'auto', 'warning'])
    expect(await pathOf(page, line), line).not.toMatch(/V/);
  const changedAt = await playground.calls();
  const panel = await playground.tab('Policy');
  const window = panel.getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('14,000');
  await window.press('Enter');
  await expect.poll(() => playground.figure('Window')).toMatch(/of 14k$/);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await playground.makesCalls(changedAt + 15);
  await playground.stop();
  for (const line of ['window', 'effective', 'blocking', 'auto', 'warning'])
    expect(await pathOf(page, line), line).toMatch(/^M[\d.-]+ [\d.-]+H[\d.]+V[\d.]+H/);
  const calls = await playground.calls();
  const events = (await playground.events()).filter((row) => Number.parseInt(row, 10) <= calls);
  expect(events.some((row) => /Session memory|Full compaction/.test(row))).toBe(true);

  await page.getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=.*earlier=/);
  await expect.poll(() => playground.events()).toEqual(events);
  await expect.poll(() => pathOf(page, 'window')).toMatch(/V/);
  const note = page.getByText(/^The run had other policies before: “Small window” until call \d+\./);
  await expect(note).toContainText(`until call ${changedAt}`);

  // A what-if without them, and back.
  await page.getByRole('button', { name: 'Apply it from the start' }).click();
  await expect(note).toBeHidden();
  await expect(page).not.toHaveURL(/earlier=/);
  await expect.poll(() => pathOf(page, 'window')).not.toMatch(/V/);
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await expect(note).toBeVisible();
});

test('groups the marks of many compactions', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Policy');
  const window = panel.getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('12,000');
  await window.press('Enter');
  await page.getByLabel('Speed').selectOption('Fast');
  await page.getByRole('button', { name: /^Try: / }).click();
  await playground.makesCalls(150);
  // The run may have just finished.
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^(Stopped|Waiting for a prompt)/);
  const events = await playground.events();
  const compactions = events.filter((row) => /Session memory|Full compaction/.test(row));
  expect(compactions.length).toBeGreaterThan(5);
  const marks = page.locator('[data-layer="events"] [data-count]');
  const counts = await marks.evaluateAll((groups) => groups.map((group) => Number(group.getAttribute('data-count'))));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(events.length);
  expect(counts.length).toBeLessThan(events.length / 3);
  const lefts = await marks.evaluateAll((groups) => groups.map((group) => group.getBoundingClientRect().left));
  expect(lefts.every((left, place) => place === 0 || left > (lefts[place - 1] ?? 0))).toBe(true);
});
