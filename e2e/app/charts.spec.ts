import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { galleryCharts } from '../support/gallery/charts';
import { type Drawing, drawingOf } from '../support/gallery/drawing';
import { galleryIndex, galleryPage } from '../support/gallery/gallery-pages';
import { type DrawnPart, gallerySvg } from '../support/gallery/gallery-svg';
import { svgDifferences } from '../support/gallery/svg-difference';
import { withoutTour } from '../support/sessions-page';
import { stillView } from '../support/views';

const folder = fileURLToPath(new URL('../../docs/charts/', import.meta.url));
const whatToDo = 'If it should be so, run: npm run pictures';

test.describe.configure({ timeout: 180_000 });

/** Those that are seen in the same place are reached once. */
const places = new Set(galleryCharts.map(({ reach }) => reach));

for (const reach of places) {
  const charts = galleryCharts.filter((chart) => chart.reach === reach);
  test(`drawn as in the kept pictures: ${charts.map(({ name }) => name).join(', ')}`, async ({ page }, info) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await withoutTour(page);
    await reach(page);
    for (const chart of charts) {
      const svg = gallerySvg(chart.title, await drawnParts(page, chart.parts(page)));
      const file = `${folder}${chart.name}.svg`;
      if (info.config.updateSnapshots === 'all') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, svg);
        continue;
      }
      if (!existsSync(file)) throw new Error(`There is no kept picture ${file}. Run: npm run pictures`);
      const present = info.outputPath(`${chart.name}.svg`);
      writeFileSync(present, svg);
      const differences = svgDifferences(readFileSync(file, 'utf8'), svg);
      expect.soft(differences.slice(0, 20), `${present} is not as ${file}. ${whatToDo}`).toEqual([]);
    }
  });
}

test('the pages of the gallery say what its kept pictures show', async () => {
  const info = test.info();
  const pages = new Map([
    ['README.md', galleryIndex(galleryCharts)],
    ...galleryCharts.map((chart) => [`${chart.name}.md`, galleryPage(chart)] as const),
  ]);
  for (const { name, code } of galleryCharts) {
    const missing = code.filter((file) => !existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))));
    expect(missing, `files that the page "${name}" names`).toEqual([]);
  }
  if (info.config.updateSnapshots === 'all') {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of pages) writeFileSync(`${folder}${name}`, text);
    return;
  }
  const expected = [...pages.keys(), ...galleryCharts.map(({ name }) => `${name}.svg`)];
  expect(readdirSync(folder).sort(), whatToDo).toEqual(expected.sort());
  for (const [name, text] of pages) expect(readFileSync(`${folder}${name}`, 'utf8'), whatToDo).toBe(text);
});

test('the comparison sees what is drawn otherwise, and nothing in what other machines round otherwise', () => {
  const kept = readFileSync(`${folder}simulation.svg`, 'utf8');
  const otherwise = {
    'an area that is higher': kept.replace(/(<path d="M[\d.]+ )(\d+)/, (_, before, y) => `${before}${Number(y) - 3}`),
    'a shape that is gone': kept.replace(/\n<path [^\n]*/, ''),
    'another color': kept.replace(/(--pa:#)[0-9a-f]{2}/, '$180'),
    'another word': kept.replace('>Full compaction<', '>Full compactions<'),
    'another number': kept.replace('>200k<', '>201k<'),
    'a line of another width': kept.replace(/stroke-width="[\d.]+"/, 'stroke-width="2"'),
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

async function drawnParts(
  page: Page,
  parts: ReturnType<(typeof galleryCharts)[number]['parts']>,
): Promise<DrawnPart[]> {
  const drawn: { light: Drawing[]; dark: Drawing[] } = { light: [], dark: [] };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await stillView(page);
    for (const part of parts) drawn[colorScheme].push(await drawingOf(part));
  }
  return drawn.light.map((light, index) => ({ light, dark: drawn.dark[index] ?? light }));
}
