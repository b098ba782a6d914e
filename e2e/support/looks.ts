import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const WIDTHS = { 'minimum desktop width': 1024, 'phone width': 390 };
const HEIGHT = 800;
/** The tabs of the Playground with the open one. The rest of its page is checked once, in e2e/playground/access.spec.ts. */
export const TAB_PANEL = 'main div:has(> [role="tabpanel"])';

/**
 * Expects that the page as it is, or an element of it, has no accessibility violations in either theme at either width, and
 * that nothing is wider than the page. A theme only changes colours, so all other rules are checked once for each width.
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
    expect.soft(overflow, `horizontal overflow, ${name}`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}

async function violations(page: Page, within: string, hasAllRules: boolean): Promise<string[]> {
  // Once in a document, and not for every check like the binding for Playwright: loaded anew it is slow anew.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options: RunOptions = {
    preload: false,
    resultTypes: ['violations'],
    ...(!hasAllRules && { runOnly: ['color-contrast'] }),
  };
  const run = `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const found = await page.evaluate<AxeResults['violations']>(run);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Colours fade between themes, and axe reads the current ones. What has another size says so in the next frame. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}
