import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { type Picture, pictureOf, smallPng } from '../support/picture';
import { differingCells, shareOf, withMarked } from '../support/picture-difference';
import { reach, stillView, views } from '../support/views';

const MAX_DIFFERING = 0.01;
const colorSchemes = ['light', 'dark'] as const;

for (const view of views) {
  test(`the view "${view.name}" looks as in its kept pictures`, async ({ page, context }, info) => {
    await reach(view, page);
    const reader = await context.newPage();
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      const present = await pictureOf(await stillView(page), reader);
      const name = `${view.name}-${colorScheme}`;
      const file = fileURLToPath(new URL(`../pictures/${name}.png`, import.meta.url));
      // Set by `npm run pictures`.
      if (info.config.updateSnapshots === 'all') {
        write(file, present);
        continue;
      }
      if (!existsSync(file)) throw new Error(`There is no kept picture ${file}. Run: npm run pictures`);
      const cells = differingCells(await pictureOf(readFileSync(file), reader), present);
      const share = shareOf(cells, present);
      if (share <= MAX_DIFFERING) continue;
      write(info.outputPath(`${name}.png`), present);
      write(info.outputPath(`${name}-differences.png`), withMarked(cells, present));
      expect.soft(share, whatToDo(file, info.outputPath(`${name}-differences.png`))).toBeLessThanOrEqual(MAX_DIFFERING);
    }
  });
}

test.describe('the comparison', () => {
  const broken = {
    'a column that is gone': '#reasons-column { display: none !important }',
    'a chart of no height': 'figure { height: 0 !important; overflow: hidden }',
    'lines of text on top of each other': '#policy-column * { line-height: 8px !important }',
    'an empty list of messages': '[data-tour="messages"] li { visibility: hidden !important }',
    'a page without its grids': '* { display: block !important }',
  };
  const harmless = {
    'a view moved by three pixels': 'main { translate: 3px 3px }',
    'letters drawn a little heavier': '* { -webkit-text-stroke: 0.2px }',
    'one line more in a column': '#policy-column { padding-top: 24px !important }',
  };

  test('sees a broken layout, and nothing in what is harmless', async ({ page, context }) => {
    const [simulate] = views.filter(({ name }) => name === 'simulate');
    if (simulate === undefined) throw new Error('The view that is broken here is gone');
    await reach(simulate, page);
    const reader = await context.newPage();
    const whole = await pictureOf(await stillView(page), reader);
    const shareNow = async () => {
      const present = await pictureOf(await stillView(page), reader);
      return shareOf(differingCells(whole, present), present);
    };

    for (const [what, css] of Object.entries(broken)) {
      expect.soft(await withStyle(page, css, shareNow), what).toBeGreaterThan(MAX_DIFFERING * 1.5);
    }
    for (const [what, css] of Object.entries(harmless)) {
      expect.soft(await withStyle(page, css, shareNow), what).toBeLessThan(MAX_DIFFERING / 1.5);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await shareNow(), 'the other theme').toBeGreaterThan(0.9);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('h2').evaluateAll((titles) => {
      for (const title of titles) title.textContent = 'Other words';
    });
    expect.soft(await shareNow(), 'other words').toBeLessThan(MAX_DIFFERING / 1.5);
  });
});

async function withStyle<Result>(page: Page, css: string, look: () => Promise<Result>): Promise<Result> {
  const style = await page.addStyleTag({ content: css });
  const result = await look();
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  return result;
}

function write(file: string, picture: Picture): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, smallPng(picture));
}

function whatToDo(kept: string, differences: string): string {
  return `The view is not as in ${kept}: see ${differences}. If it should be so, run: npm run pictures`;
}
