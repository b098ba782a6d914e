import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from './support/claude-session';
import { SessionsPage } from './support/sessions-page';
import { openSample } from './support/simulations';

/** For the whole page, or one element. */
async function expectNoViolations(page: Page, within = 'html'): Promise<void> {
  // Otherwise it takes as much time again in a separate page that combines frames, of which there are none.
  const { violations } = await new AxeBuilder({ page }).include(within).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

async function expectNothingIsWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** And what they change on the page. */
const TABS = { Sweep: '#reasons-column', Compare: '#reasons-column', Recording: 'main' };
const WIDTHS = { 'the least width': 1024, 'a phone': 390 };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, width] of Object.entries(WIDTHS)) {
    test.describe(`${colorScheme}, ${name}`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the Sessions view has no accessibility violations, with its report and its dialog', async ({ page }) => {
        const sessions = new SessionsPage(page);
        await sessions.open();
        await expectNoViolations(page);
        await expectNothingIsWider(page);
        await sessions.pick({ 'a.jsonl': claudeSession(), 'b.zip': Buffer.from('504b0304140000000800', 'hex') });
        await expectNoViolations(page);
        await expectNothingIsWider(page);
        await page.keyboard.press('?');
        await expectNoViolations(page);
      });

      test('the Simulate view has no accessibility violations, with a part open, nor has any of its tabs', async ({
        page,
      }) => {
        await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&call=141&end');
        await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
        await page
          .getByRole('region', { name: /^Messages/ })
          .getByRole('button', { expanded: false })
          .last()
          .click();
        await expectNoViolations(page);
        await expectNothingIsWider(page);
        for (const [tab, changed] of Object.entries(TABS)) {
          await page.getByRole('tab', { name: tab }).click();
          await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
          await expectNoViolations(page, changed);
          await expectNothingIsWider(page);
        }
      });
    });
  }
}
