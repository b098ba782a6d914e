import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Keyboard } from './support/keyboard';
import { PlaygroundPage } from './support/playground-page';

test.describe.configure({ timeout: 120_000 });

async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1024, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the Playground has no accessibility violations and nothing is wider than the page', async ({ page }) => {
        const playground = new PlaygroundPage(page);
        await playground.open();
        await expectSound(page);
        await playground.ask('Fix the failing tests.', 'Fast');
        await playground.say('/compact');
        await expect(playground.chat.getByText(/run manually/).first()).toBeAttached();
        await playground.chat.getByRole('button', { expanded: false }).last().click();
        await expectSound(page);
        for (const tab of ['Note', 'Request', 'Files', 'Policy'] as const) {
          await expect(await playground.tab(tab)).not.toContainText('Loading…');
          await expectSound(page);
        }
        await page.getByRole('button', { name: 'Runs…' }).click();
        await playground.prompt.evaluate((element: HTMLElement) => element.blur());
        await expectSound(page);
      });
    });
  }
}

test('all of a run is done by keyboard alone', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const keyboard = new Keyboard(page);
  await playground.open();
  await keyboard.tabTo(page.getByRole('button', { name: /^Try: / }));
  await page.keyboard.press('Enter');
  await playground.makesCalls(2);
  // The run replaces the button.
  await keyboard.expectKept();
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^Stopped/);
  await keyboard.tabTo(page.getByRole('tab', { name: 'Context' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Note' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('Home');
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await expect(page.getByText(/^of \d+$/)).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByText(/, latest$/)).toBeVisible();
  const calls = await playground.calls();
  await page.keyboard.press('Space');
  await playground.makesCalls(calls);
  await page.keyboard.press('Space');
  await expect(playground.status).toHaveText(/^Stopped/);
  await page.keyboard.press('c');
  await expect(playground.prompt).toBeFocused();
  await page.keyboard.type('/undo');
  await page.keyboard.press('Enter');
  await expect.poll(() => playground.calls()).toBe(0);
});
