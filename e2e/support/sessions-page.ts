import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** For a user who has seen the tour. */
export async function withoutTour(page: Page): Promise<void> {
  await withPreferences(page, { tourSeen: true });
}

/** For a user who has chosen to see all settings of a policy. */
export async function withAllSettings(page: Page): Promise<void> {
  await withPreferences(page, { showsAllSettings: true });
}

async function withPreferences(page: Page, chosen: Readonly<Record<string, boolean>>): Promise<void> {
  await page.addInitScript((more) => {
    const key = 'highwater.preferences';
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...more }));
  }, chosen);
}

/** The Sessions view as a user handles it. */
export class SessionsPage {
  readonly fileInput: Locator;
  readonly folderInput: Locator;
  readonly table: Locator;

  constructor(readonly page: Page) {
    this.fileInput = page.getByLabel('Transcript files');
    this.folderInput = page.getByLabel('Transcript folder');
    this.table = page.getByRole('table', { name: 'Sessions' });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.table.getByText('Sample (synthetic)').first()).toBeVisible();
  }

  /** Chooses text files and waits until all are read. Earlier reports of files of these names must be closed. */
  async pick(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
    const entries = Object.entries(files);
    await this.fileInput.setInputFiles(
      entries.map(([name, content]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: typeof content === 'string' ? Buffer.from(content) : content,
      })),
    );
    await this.settled(entries.length === 1 ? entries[0]?.[0] : `${entries.length} files`);
  }

  /** Waits until this is imported or rejected; without a name, until the page reports any import. */
  async settled(what = ''): Promise<void> {
    const titles = ['Import report', 'Not imported', 'Cancelled'].map((title) => `${title}: ${what}`);
    const report = titles.map((name) => this.page.getByRole('region', { name, exact: what !== '' }));
    await expect(report.reduce((one, other) => one.or(other)).first()).toBeVisible();
    await expect(this.page.getByRole('region', { name: /^(Importing|Storing)/ })).toHaveCount(0);
  }

  /** Imports a file of the disk, and opens its only session in Simulate. */
  async openRecording(path: string): Promise<void> {
    await withoutTour(this.page);
    await this.open();
    await this.fileInput.setInputFiles(path);
    await this.settled(basename(path));
    await this.table.getByRole('row').filter({ hasNotText: 'Sample' }).getByRole('link').first().click();
    await expect(this.page.locator('[data-layer="areas"] path').first()).toBeVisible({ timeout: 20_000 });
  }

  report(path: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name: path, exact: true }) });
  }

  row(title: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('link', { name: title }) });
  }

  /** Everything in this origin's IndexedDB and local storage, as one text; bodies are decompressed. */
  async storedText(): Promise<string> {
    return this.page.evaluate(async () => {
      const read = (request: IDBRequest) =>
        new Promise<unknown>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const texts: string[] = [JSON.stringify({ ...localStorage })];
      for (const { name } of await indexedDB.databases()) {
        if (name === undefined) continue;
        const database = (await read(indexedDB.open(name))) as IDBDatabase;
        for (const storeName of database.objectStoreNames) {
          const values = (await read(database.transaction(storeName).objectStore(storeName).getAll())) as unknown[];
          for (const value of values) {
            const blobs =
              value instanceof Blob ? [value] : Object.values(value ?? {}).filter((part) => part instanceof Blob);
            texts.push(JSON.stringify(value));
            for (const blob of blobs) {
              texts.push(await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text());
            }
          }
        }
        database.close();
      }
      return texts.join('\n');
    });
  }
}
