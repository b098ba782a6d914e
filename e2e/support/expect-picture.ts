import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { GalleryChart } from './gallery/charts';
import { type Drawing, drawingOf } from './gallery/drawing';
import { type DrawnPart, gallerySvg } from './gallery/gallery-svg';
import { svgDifferences } from './gallery/svg-difference';
import { type Picture, pictureOf, smallPng } from './picture';
import { differingCells, shareOf, withMarked } from './picture-difference';
import { stillView, type View } from './views';

/** A view may differ from its kept picture in at most this share of its cells. */
export const MAX_DIFFERING = 0.01;
/** The kept drawings of the charts, beside their pages. */
export const gallery = fileURLToPath(new URL('../../docs/charts/', import.meta.url));

const colorSchemes = ['light', 'dark'] as const;
export const whatToDo = 'If the change is intended, run: npm run pictures';

/** Compares screenshots in both themes, with some tolerance; `npm run pictures` replaces the kept ones. */
export async function expectAsPictured({ name, size }: View, page: Page, info: TestInfo): Promise<void> {
  await page.setViewportSize(size);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    const present = pictureOf(await stillView(page));
    const file = fileURLToPath(new URL(`../pictures/${name}-${colorScheme}.png`, import.meta.url));
    if (isRenewal(info)) {
      writePicture(file, present);
      continue;
    }
    const cells = differingCells(pictureOf(kept(file)), present);
    const share = shareOf(cells, present);
    if (share <= MAX_DIFFERING) continue;
    const differences = info.outputPath(`${name}-${colorScheme}-differences.png`);
    writePicture(info.outputPath(`${name}-${colorScheme}.png`), present);
    writePicture(differences, withMarked(cells, present));
    expect
      .soft(share, `The view differs from ${file}: see ${differences}. ${whatToDo}`)
      .toBeLessThanOrEqual(MAX_DIFFERING);
  }
}

/** Compares the shapes of a chart, with both themes in one drawing; `npm run pictures` replaces the kept one. */
export async function expectAsDrawn(chart: GalleryChart, page: Page, info: TestInfo): Promise<void> {
  await page.setViewportSize(chart.size);
  const svg = gallerySvg(chart.title, await drawnParts(page, chart));
  const file = `${gallery}${chart.name}.svg`;
  if (isRenewal(info)) {
    mkdirSync(gallery, { recursive: true });
    writeFileSync(file, svg);
    return;
  }
  const present = info.outputPath(`${chart.name}.svg`);
  writeFileSync(present, svg);
  const differences = svgDifferences(kept(file).toString('utf8'), svg);
  expect.soft(differences.slice(0, 20), `${present} differs from ${file}. ${whatToDo}`).toEqual([]);
}

/** Set by `npm run pictures`. */
export function isRenewal({ config }: TestInfo): boolean {
  return config.updateSnapshots === 'all';
}

async function drawnParts(page: Page, chart: GalleryChart): Promise<DrawnPart[]> {
  const drawn: { light: Drawing[]; dark: Drawing[] } = { light: [], dark: [] };
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await stillView(page);
    for (const part of chart.parts(page)) drawn[colorScheme].push(await drawingOf(part));
  }
  return drawn.light.map((light, index) => ({ light, dark: drawn.dark[index] ?? light }));
}

function kept(file: string): Buffer {
  if (!existsSync(file)) throw new Error(`There is no kept picture ${file}. Run: npm run pictures`);
  return readFileSync(file);
}

function writePicture(file: string, picture: Picture): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, smallPng(picture));
}
