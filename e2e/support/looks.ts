import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { 'the least width': 1024, 'a phone': 390 };
const HEIGHT = 800;

/**
 * The page as it stands, or what is within an element of it, in both themes and at both widths: no accessibility violations,
 * and nothing is wider than the page. A theme changes the colours alone, so the other rules are held once for each width.
 */
export async function expectSoundInEveryLook(page: Page, within = 'html'): Promise<void> {
  const size = page.viewportSize();
  for (const [name, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await standsStill(page);
      expect.soft(await violations(page, within, colorScheme === 'light'), `${colorScheme}, ${name}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `wider than the page, ${name}`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}

async function violations(page: Page, within: string, hasAllRules: boolean): Promise<string[]> {
  // Else as much time again goes into a page of its own that puts the frames together, of which there are none.
  const axe = new AxeBuilder({ page })
    .include(within)
    .setLegacyMode()
    .options({ preload: false, resultTypes: ['violations'] });
  const { violations: found } = await (hasAllRules ? axe : axe.withRules('color-contrast')).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Colours fade from one theme to the other, and axe reads those of the moment. */
async function standsStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}
