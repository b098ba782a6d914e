import { expect, type Page } from '@playwright/test';
import { Keyboard } from '../support/keyboard';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import {
  expectedRows,
  openSample,
  preset,
  sampleFile,
  shownCompactions,
  simulatedInNode,
} from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const SHARE = 'Share of the effective window';

// A trace would take a screenshot at each of hundreds of key presses.
test.use({ trace: 'off' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('opens a sample, tries another policy, inspects a compaction and runs a sweep by keyboard alone', async ({
  page,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const share = page.getByRole('textbox', { name: SHARE, exact: true });
  const press = (...all: readonly string[]) =>
    all.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const inNode = async (...words: readonly string[]) =>
    expectedRows(await simulatedInNode(sampleFile(SAMPLE), ...words));

  await withoutTour(page);
  await new SessionsPage(page).open();
  const link = page.getByRole('link', { name: 'Long bug hunt' });
  await keys.tabTo(page.getByRole('table').getByRole('link'));
  while (!(await link.evaluate((element) => element === document.activeElement))) await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();

  // The policy.
  await keys.tabTo(preset(page));
  while ((await preset(page).inputValue()) !== 'claude-code-2.1') await press('ArrowDown');
  await keys.tabTo(page.getByText('Show events as a table'));
  await press('Enter');
  await expect.poll(() => shownCompactions(page)).toEqual(await inNode('--policy', 'claude-code-2.1'));
  await keys.tabTo(page.getByRole('slider', { name: SHARE }), 'Shift+Tab');
  await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowRight');
  const percent = await share.inputValue();
  const moved = await inNode('--policy', 'claude-code-2.1', '--set', `thresholds.percent=${percent}`);
  await expect.poll(() => shownCompactions(page)).toEqual(moved);

  // The calls.
  await keys.tabTo(button(page, /^Next call/));
  await press('Home', 'Enter', 'ArrowRight');
  await expect(page.getByText('Call 3 of 543')).toBeVisible();
  await press('j');
  await expect(page.getByText(`Call ${moved[0]?.split(' ')[0]} of 543`)).toBeVisible();
  await keys.expectKept();

  // The messages.
  const lines = page.getByRole('list', { name: 'Messages', exact: true });
  await keys.tabTo(lines.locator('[data-key]'));
  await press('Home', 'ArrowDown', 'ArrowDown', 'Enter');
  const line = lines.locator('[data-key]:focus');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  // Content that loads later into the expanded line moves its buttons.
  await expect(lines.getByRole('region', { name: /, full text$/ })).toBeVisible();
  await expect(line).toContainText('summarised');
  await press('p');
  await expect(page.getByRole('region', { name: 'Pinned messages' })).toContainText('1');
  await expect(line).not.toContainText('summarised');
  await keys.expectKept();
  await expect(line).toHaveAttribute('aria-expanded', 'true');

  // The reasons.
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await keys.tabTo(tab(page, 'Why'));
  await press('ArrowRight');
  await expect(tab(page, 'Contents')).toBeFocused();
  await press('ArrowRight');
  await expect(tab(page, 'System')).toBeFocused();
  await press('ArrowRight');
  await expect(tab(page, 'Memory')).toBeFocused();
  await press('ArrowRight');
  await expect(tab(page, 'Sweep')).toBeFocused();
  await keys.tabTo(reasons.getByRole('button', { name: 'Sweep', exact: true }));
  await press('Enter');
  const swept = reasons.getByRole('slider').first();
  await expect(swept).toBeVisible({ timeout: 30_000 });
  await expect(reasons.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await keys.tabTo(swept);
  await press('ArrowLeft', 'ArrowLeft', 'Enter');
  await expect(share).not.toHaveValue(percent);
  await keys.expectKept();
  await keys.tabTo(tab(page, 'Sweep'), 'Shift+Tab');
  await press('ArrowRight');
  await keys.tabTo(button(page, /^Pin current/));
  // Once the sweep's value is simulated.
  await expect(button(page, /^Pin current/)).toBeEnabled();
  await press('Enter');
  await expect(reasons.getByRole('table').first()).toBeVisible();

  // Undo: the sweep's value, the pin, the slider. Then redo.
  await press('Control+z');
  await expect(share).toHaveValue(percent);
  await press('Control+z');
  await expect.poll(() => shownCompactions(page)).toEqual(moved);
  await press('Control+z');
  await expect.poll(() => shownCompactions(page)).toEqual(await inNode('--policy', 'claude-code-2.1'));
  await press('Control+Shift+Z');
  await expect.poll(() => shownCompactions(page)).toEqual(moved);
  await keys.expectKept();
});

test('reaches every control once with Tab, in view, and in reverse with Shift+Tab', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=141&end');
  // Content that loads later adds tab stops.
  await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
  await expect(page.getByText('Computing…')).toHaveCount(0);
  const keys = new Keyboard(page);
  const forth = await keys.walk('Tab');
  expect(forth.slice(0, 2)).toEqual(['BUTTON Skip to the chart', 'BUTTON Skip to the messages']);
  expect(forth.length).toBeGreaterThan(150);
  expect(forth.length).toBeLessThan(400);
  expect(await keys.walk('Shift+Tab', forth.length)).toEqual(forth.toReversed());
});

test('moves the focus on when the pressed control disappears', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&filter.tab=compare&call=2&end');
  const keys = new Keyboard(page);
  const pressed = async (name: string | RegExp) => {
    const target = button(page, name).first();
    // What is pressed while it is computed does nothing.
    await expect(target).toBeEnabled();
    await target.focus();
    await page.keyboard.press('Enter');
    await keys.expectKept();
  };
  await page.getByRole('switch', { name: 'Transcript path' }).focus();
  await page.keyboard.press('Space');
  await pressed(/^Reset Transcript path/);
  await expect(button(page, /^Reset Transcript path/)).toHaveCount(0);
  await test.step('but not if the focus has already left it', async () => {
    await page.getByRole('switch', { name: 'Transcript path' }).press('Space');
    const reset = button(page, /^Reset Transcript path/);
    await reset.focus();
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await expect(reset).toHaveCount(0);
    await expect(page.locator('body')).toBeFocused();
  });
  await pressed('Remove read');
  await pressed('Reset to preset');
  await pressed('Pin message 1');
  await pressed('Unpin all');
  await pressed(/^Pin current/);
  await pressed('Delete scenario A');
  await pressed(/^Previous call/);
  await expect(page.getByText('Call 1 of 543')).toBeVisible();
  while (await button(page, 'Undo (Ctrl Z)').isEnabled()) await pressed('Undo (Ctrl Z)');
});
