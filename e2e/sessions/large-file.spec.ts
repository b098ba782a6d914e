import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, type Page, test } from '@playwright/test';
import { largeSessionLines } from '../../scripts/samples/large-session';
import { SessionsPage } from '../support/sessions-page';

const MEGABYTE = 1_000_000;
/** Share of an import's time. A page that imported on its main thread would render nothing for almost all of it. */
const LONGEST_GAP_SHARE = 0.5;
const TITLE = 'Large session (made up)';

/** Writes the file to disk, because a browser only accepts a file of this size from there. */
async function withLargeFile(bytes: number, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'highwater-large-'));
  try {
    const path = join(folder, 'large.jsonl');
    await pipeline(Readable.from(chunksOf(largeSessionLines(bytes, 1))), createWriteStream(path));
    await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const line of lines) {
    chunk.push(line, '\n');
    length += line.length;
    if (length < MEGABYTE) continue;
    yield chunk.join('');
    chunk = [];
    length = 0;
  }
  yield chunk.join('');
}

/** Starts watching. The result returns the longest time between two frames as a share of the time since then. */
async function watchFrames(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { frames: 0, longestMs: 0, wholeMs: 0 };
    let lastMs = performance.now();
    const look = (nowMs: number) => {
      seen.frames += 1;
      seen.longestMs = Math.max(seen.longestMs, nowMs - lastMs);
      seen.wholeMs += nowMs - lastMs;
      lastMs = nowMs;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  return async () => {
    const { frames, longestMs, wholeMs } = await watch.jsonValue();
    expect(frames).toBeGreaterThan(10);
    return longestMs / wholeMs;
  };
}

async function importAndOpen(page: Page, path: string, mostMs: number): Promise<void> {
  const sessions = new SessionsPage(page);
  await sessions.open();
  const longestGapShare = await watchFrames(page);
  await sessions.fileInput.setInputFiles(path);
  await expect(page.getByRole('region', { name: /^Import report/ })).toBeVisible({ timeout: mostMs });
  expect(await longestGapShare()).toBeLessThan(LONGEST_GAP_SHARE);

  await page.reload();
  await sessions.row(TITLE).getByRole('link', { name: TITLE }).click();
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible({ timeout: mostMs });
}

test('imports a file of 60 MB while the page stays responsive, and opens it after a reload', async ({ page }) => {
  await withLargeFile(60 * MEGABYTE, (path) => importAndOpen(page, path, 60_000));
});

test.describe('a file of 1 GB', () => {
  test.skip(process.env.HIGHWATER_LONG !== '1', 'takes a minute and 2 GB of memory: npm test -- --only e2e --long');
  test.setTimeout(300_000);
  // In parallel, they would slow each other down.
  test.describe.configure({ mode: 'serial' });

  test('is imported while the page stays responsive, and opens after a reload', async ({ page }) => {
    await withLargeFile(1000 * MEGABYTE, (path) => importAndOpen(page, path, 120_000));
  });

  test('can be cancelled while it is read or stored, and leaves nothing behind', async ({ page }) => {
    await withLargeFile(1000 * MEGABYTE, async (path) => {
      const sessions = new SessionsPage(page);
      await sessions.open();
      for (const moment of ['Bytes read', 'Masking and compressing']) {
        await sessions.fileInput.setInputFiles(path);
        await expect(page.getByRole('progressbar', { name: moment })).toBeVisible({ timeout: 60_000 });
        await page.getByRole('button', { name: /^Cancel/ }).click();
        await expect(page.getByRole('region', { name: /^Cancelled/ }).first()).toBeVisible();
        await expect(sessions.row(TITLE)).toHaveCount(0);
      }
      // The engine answers immediately: it does not continue what was cancelled.
      await sessions.fileInput.setInputFiles({
        name: 'small.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from([...largeSessionLines(1, 2)].join('\n')),
      });
      await expect(page.getByRole('region', { name: /^Import report/ })).toBeVisible();
    });
  });
});
