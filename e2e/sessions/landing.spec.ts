import { expect, type Page, test } from '@playwright/test';
import { dollars } from '../../lib/series/words/format-dollars';
import { shortNumber } from '../../lib/series/words/format-number';
import { choiceOf, sessionInNode } from '../support/engine-in-node';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { sampleFile } from '../support/simulations';

const slider = (page: Page) => page.getByRole('slider', { name: /^Compact at/ });
const figures = (page: Page) => page.locator('[data-figures]');
const whatIfPath = (page: Page) => page.locator('[data-layer="what-if"]').getAttribute('d');

interface Expected {
  readonly text: string;
  readonly cost: string;
  readonly compactions: number;
}

/** What the engine says of the sample at a percentage, as the page writes it. */
async function expectedAt(percent: number): Promise<Expected> {
  const session = await sessionInNode(sampleFile('long-bug-hunt'));
  const { summary, recordedBill } = session.overview();
  const recorded = (recordedBill?.cost ?? 0) + (session.explanations.modelError()?.summaries.cost ?? 0);
  const { totals, compactions } = session.simulations.simulate(
    choiceOf({ preset: 'as-recorded', changes: { 'thresholds.percent': percent } }),
  );
  const cost = `${dollars(recorded)} → ${dollars(totals.cost.dollars)}`;
  const more = compactions.length - summary.compactions;
  const words = [
    `Compactions ${summary.compactions} → ${compactions.length}${more > 0 ? ` (+${more})` : ''}`,
    `Cost ${cost} (−${dollars(recorded - totals.cost.dollars)})`,
    `Peak ${shortNumber(summary.peakTokens)} → ${shortNumber(totals.peak)}`,
  ];
  return { text: words.join(''), cost, compactions: compactions.length };
}

async function percentOf(page: Page): Promise<number> {
  return Number(await slider(page).getAttribute('aria-valuenow'));
}

async function middleOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await slider(page).boundingBox();
  if (box === null) throw new Error('The line is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function expectOutcome(page: Page, percent: number): Promise<void> {
  const { text } = await expectedAt(percent);
  await expect(figures(page)).toContainText(text);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', new RegExp(`^${percent} %, `));
}

test('shows what another threshold would have changed, as the engine computes it, while one drags it', async ({
  page,
}) => {
  await new SessionsPage(page).open();
  await expectOutcome(page, 60);

  const { x, y } = await middleOf(page);
  const paths = [await whatIfPath(page)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const by of [12, 30, 47]) {
    await page.mouse.move(x, y + by);
    await expect.poll(() => whatIfPath(page)).not.toBe(paths.at(-1));
    paths.push(await whatIfPath(page));
    await expectOutcome(page, await percentOf(page));
  }
  expect(await percentOf(page)).toBeLessThan(50);
  await page.mouse.move(x, y + 500);
  await expectOutcome(page, 30);
  await page.mouse.up();
  await expect(slider(page)).toBeFocused();
  await page.mouse.move(x, y - 40);
  await expectOutcome(page, 30);
});

test('moves the threshold by key, and opens exactly what is shown in Simulate', async ({ page }) => {
  await withoutTour(page);
  await new SessionsPage(page).open();
  await slider(page).focus();
  for (const [key, percent] of Object.entries({
    ArrowUp: 61,
    PageUp: 71,
    ArrowLeft: 70,
    Home: 30,
    PageDown: 30,
    ArrowRight: 31,
  })) {
    await page.keyboard.press(key);
    await expectOutcome(page, percent);
  }
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '100');
  for (const _ of [1, 2]) await page.keyboard.press('PageDown');
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
  await expectOutcome(page, 77);
  await expect(slider(page)).toBeFocused();

  const { cost, compactions } = await expectedAt(77);
  await page.getByRole('link', { name: 'Open in Simulate at 77 %' }).click();
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  await expect(strip.getByLabel('What if: compact at, in percent of the effective window')).toHaveValue('77');
  await expect(strip).toContainText(`Cost ${cost}`);
  await expect(strip).toContainText(`Compactions 4 → ${compactions}`);
});

test('opens above the point where the buffer would trigger first, too', async ({ page }) => {
  await withoutTour(page);
  await new SessionsPage(page).open();
  await slider(page).focus();
  await page.keyboard.press('End');
  const shown = await figures(page).innerText();
  const [cost = ''] = /Cost \S+ → \S+/.exec(shown) ?? [];
  await page.getByRole('link', { name: 'Open in Simulate at 100 %' }).click();
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  await expect(strip.getByLabel('What if: compact at, in percent of the effective window')).toHaveValue('100');
  await expect(strip).toContainText(cost);
});

test('can be dragged with a finger without scrolling the page', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await new SessionsPage(page).open();
  await slider(page).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(page);
  const scrolled = await page.evaluate(() => scrollY);
  const devtools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + by }] });
  await touch('touchStart', 0);
  for (const by of [10, 20, 30, 40]) await touch('touchMove', by);
  await touch('touchEnd', 40);
  // 40 of the plot's 204 pixels are 20 % of the effective window.
  await expectOutcome(page, 40);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await context.close();
});

test('does not move anything when the numbers arrive, or when they change, at any width', async ({ page }) => {
  const topOfImport = async () => (await page.getByRole('region', { name: 'Import' }).boundingBox())?.y;
  for (const width of [1440, 1280, 1024, 390]) {
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 });
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/*.thresholds.json', async (route) => {
        await asked;
        await route.continue();
      });
      await new SessionsPage(page).open();
      const top = await topOfImport();
      await expect(figures(page)).toBeEmpty();
      answer();
      await expect(figures(page)).toContainText('Compactions');
      expect(await topOfImport()).toBe(top);
      await slider(page).focus();
      const tops = new Set([await topOfImport()]);
      await page.keyboard.press('End');
      for (let press = 0; press < 70; press += 7) {
        for (let again = 0; again < 7; again++) await page.keyboard.press('ArrowDown');
        tops.add(await topOfImport());
      }
      expect([...tops]).toEqual([top]);
      await expect(slider(page)).toHaveAttribute('aria-valuenow', '30');
      await page.unroute('**/*.thresholds.json');
    });
  }
});

test('says so if the numbers cannot be loaded, and works without IndexedDB', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await new SessionsPage(page).open();
  await expectOutcome(page, 60);
  await page.route('**/*.thresholds.json', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page.getByText('Could not show the sample: status 500.')).toBeVisible();
  expect(errors).toEqual([]);
});
