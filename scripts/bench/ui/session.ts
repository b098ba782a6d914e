import type { Browser, Page } from 'playwright';
import { claudeSession, type SessionOptions } from '../../../e2e/support/claude-session';

/** A page with the Simulate view of a generated session, when idle. */
export async function openSession(browser: Browser, baseURL: string, options: SessionOptions): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  await page.getByLabel('Transcript files').setInputFiles({
    name: 'bench.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(claudeSession(options)),
  });
  await page.getByRole('link', { name: 'Find the leak in the pool' }).last().click();
  await page.locator('[data-layer="areas"] path').first().waitFor();
  await page.getByRole('region', { name: /^Messages/ }).waitFor();
  return page;
}
