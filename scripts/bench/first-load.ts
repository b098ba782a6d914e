import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { largeSessionLines } from '../samples/large-session';
import { withBuiltApp } from './built-app';
import type { Measurement } from './measurement';

const SESSION_BYTES = 5_000_000;

/** What a visitor waits for: the scripts of the first page, and a stored session of 5 MB until its chart is shown. */
export async function firstLoad(): Promise<Measurement[]> {
  return withBuiltApp(async (browser, baseURL) => {
    const page = await browser.newPage({ baseURL });
    return [await scriptsOfFirstPage(page), await openingOfStoredSession(page)];
  });
}

async function scriptsOfFirstPage(page: Page): Promise<Measurement> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  page.removeAllListeners('response');
  return { name: 'JavaScript of the first page', value: bytes / 1000, unit: 'kB gzip', limit: 200 };
}

async function openingOfStoredSession(page: Page): Promise<Measurement> {
  const text = [...largeSessionLines(SESSION_BYTES, 2)].join('\n');
  await page.getByLabel('Transcript files').setInputFiles({
    name: 'bench.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(text),
  });
  const link = page.getByRole('link', { name: 'Large session (made up)' });
  await link.last().waitFor();
  await page.reload();
  await link.waitFor();
  // Measured in the page itself: the test driver only polls.
  const opening = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let startMs = 0;
        addEventListener('click', () => (startMs = performance.now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          if (document.querySelector('[data-layer="areas"] path') === null) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await link.click();
  return { name: 'stored session of 5 MB, click to chart', value: (await opening) / 1000, unit: 's', limit: 1 };
}
