import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from './support/claude-session';
import { SessionsPage, withoutTour } from './support/sessions-page';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

const WIDTHS = { wide: 1280, narrow: 390 };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, width] of Object.entries(WIDTHS)) {
    test.describe(`${colorScheme}, ${name}`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the Sessions view has no accessibility violations, with its report and its dialog', async ({ page }) => {
        const sessions = new SessionsPage(page);
        await sessions.open();
        await expectNoViolations(page);
        await sessions.pick({ 'a.jsonl': claudeSession(), 'b.zip': Buffer.from('504b0304140000000800', 'hex') });
        await expectNoViolations(page);
        await page.keyboard.press('?');
        await expectNoViolations(page);
      });

      test("a session's page has no accessibility violations, with a part open", async ({ page }) => {
        await withoutTour(page);
        await page.goto('/simulate?session=sample-long-bug-hunt#v1&call=300&end');
        await expect(page.locator('.recharts-area').first()).toBeVisible();
        await page
          .getByRole('region', { name: /^Messages/ })
          .getByRole('button', { expanded: false })
          .last()
          .click();
        await expectNoViolations(page);
      });

      test('nothing is wider than the page', async ({ page }) => {
        await withoutTour(page);
        for (const address of ['/', '/simulate?session=sample-long-bug-hunt#v1&call=300&end']) {
          await page.goto(address);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          if (address !== '/') await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}

test('every tab of the reasons has no accessibility violations', async ({ page }) => {
  await withoutTour(page);
  await page.goto('/simulate?session=sample-long-bug-hunt#v1&preset=claude-code-2.1&call=141&end');
  await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
  for (const name of ['Sweep', 'Compare', 'Recording']) {
    await page.getByRole('tab', { name }).click();
    await expectNoViolations(page);
  }
});
