import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  expectAsDrawn,
  expectAsPictured,
  gallery,
  isRenewal,
  MAX_DIFFERING,
  whatToDo,
} from '../support/expect-picture';
import { galleryCharts } from '../support/gallery/charts';
import { galleryIndex, galleryPage } from '../support/gallery/gallery-pages';
import { svgDifferences } from '../support/gallery/svg-difference';
import { pictureOf } from '../support/picture';
import { differingCells, shareOf } from '../support/picture-difference';
import { openFirstCompaction, reachFirst, stillView, views } from '../support/views';

/** Pictures that need no further steps in a state come first, because those steps cannot be undone. */
for (const reach of new Set([...views, ...galleryCharts].map((each) => each.reach))) {
  const isHere = (each: { readonly reach: unknown }) => each.reach === reach;
  const pictured = [
    ...views.filter(isHere).map((view) => ({ ...view, compare: expectAsPictured.bind(undefined, view) })),
    ...galleryCharts.filter(isHere).map((chart) => ({ ...chart, compare: expectAsDrawn.bind(undefined, chart) })),
  ].sort((a, b) => Number(a.show !== undefined) - Number(b.show !== undefined));
  test(`looks as in the kept pictures: ${pictured.map(({ name }) => name).join(', ')}`, async ({ page }, info) => {
    await reachFirst(reach, page);
    for (const { name, show, compare } of pictured) {
      await test.step(name, async () => {
        await show?.(page);
        await compare(page, info);
      });
    }
  });
}

test.describe('the comparison of screenshots', () => {
  const broken = {
    'a missing column': '#reasons-column { display: none !important }',
    'a chart without height': 'figure { height: 0 !important; overflow: hidden }',
    'overlapping lines of text': '#policy-column *, #reasons-column * { line-height: 8px !important }',
    'an empty message panel': '[data-tour="messages"] * { visibility: hidden !important }',
    'a page without grids': '* { display: block !important }',
  };
  const harmless = {
    'a view shifted by three pixels': 'main { translate: 3px 3px }',
    'slightly bolder text': '* { -webkit-text-stroke: 0.2px }',
    'one more line in a column': '#policy-column { padding-top: 24px !important }',
  };

  test('notices a broken layout and ignores harmless changes', async ({ page }) => {
    await reachFirst(openFirstCompaction, page);
    const whole = pictureOf(await stillView(page));
    const shareNow = async () => {
      const present = pictureOf(await stillView(page));
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
    expect.soft(await shareNow(), 'different text').toBeLessThan(MAX_DIFFERING / 1.5);
  });
});

async function withStyle<Result>(page: Page, css: string, look: () => Promise<Result>): Promise<Result> {
  // Our content security policy lets no inline style in.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
  const result = await look();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return result;
}

test('the pages of the gallery match its kept pictures', async () => {
  const info = test.info();
  const pages = new Map([
    ['README.md', galleryIndex(galleryCharts)],
    ...galleryCharts.map((chart) => [`${chart.name}.md`, galleryPage(chart)] as const),
  ]);
  for (const { name, code } of galleryCharts) {
    const missing = code.filter((file) => !existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))));
    expect(missing, `missing files named on the page "${name}"`).toEqual([]);
  }
  if (isRenewal(info)) {
    mkdirSync(gallery, { recursive: true });
    for (const [name, text] of pages) writeFileSync(`${gallery}${name}`, text);
    return;
  }
  const expected = [...pages.keys(), ...galleryCharts.map(({ name }) => `${name}.svg`)];
  expect(readdirSync(gallery).sort(), whatToDo).toEqual(expected.sort());
  for (const [name, text] of pages) expect(readFileSync(`${gallery}${name}`, 'utf8'), whatToDo).toBe(text);
});

test('the comparison of drawings notices changes and ignores rounding differences between machines', () => {
  const kept = readFileSync(`${gallery}simulation.svg`, 'utf8');
  const otherwise = {
    'a higher area': kept.replace(/(<path d="M[\d.]+ )(\d+)/, (_, before, y) => `${before}${Number(y) - 3}`),
    'a missing shape': kept.replace(/\n<path [^\n]*/, ''),
    'another colour': kept.replace(/(--pa:#)[0-9a-f]{2}/, '$180'),
    'another word': kept.replace('>Full compaction<', '>Full compactions<'),
    'another number': kept.replace('>200k<', '>201k<'),
    'another line width': kept.replace(/stroke-width="[\d.]+"/, 'stroke-width="2"'),
    'another layer': kept.replace('<!-- plot axes -->', '<!-- plot axis -->'),
  };
  for (const [what, changed] of Object.entries(otherwise)) {
    expect(changed, what).not.toBe(kept);
    expect.soft(svgDifferences(kept, changed), what).not.toEqual([]);
  }
  const rounded = kept
    .replace(/(<path d="M[\d.]+ )([\d.]+)/g, (_, before, y) => `${before}${Number(y) + 0.5}`)
    .replace(/(textLength=")([\d.]+)/g, (_, before, width) => `${before}${Number(width) + 2}`);
  expect(rounded).not.toBe(kept);
  expect(svgDifferences(kept, rounded)).toEqual([]);
});
