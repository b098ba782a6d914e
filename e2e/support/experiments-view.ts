import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { withoutTour } from './sessions-page';

/** The experiments of Prompts, as a user handles them. */
export class ExperimentsView {
  constructor(readonly page: Page) {}

  /** A new one, with the session that the user came from. */
  async open(sample: string): Promise<void> {
    await withoutTour(this.page);
    await this.page.goto(`/prompts/experiments?session=sample-${sample}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Experiments' })).toBeVisible();
  }

  async giveKey(key: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Key: / }).click();
    await this.page.getByLabel('Key', { exact: true }).fill(key);
    await this.page.getByLabel(/^Keep for this tab/).check();
    await this.page.getByRole('button', { name: 'Use key' }).click();
  }

  async check(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.page.getByLabel(name, { exact: false }).first().check();
  }

  /** These alone, by id. */
  async chooseModels(ids: readonly string[]): Promise<void> {
    const models = this.page.getByRole('group', { name: 'Models' });
    for (const id of ids) {
      const chosen = models.getByRole('button', { name: `Remove ${id}` });
      if (!(await chosen.isVisible())) await models.getByLabel('Add model').selectOption(id);
      await expect(chosen).toBeVisible();
    }
    for (const button of await models.getByRole('button', { name: /^Remove / }).all()) {
      const name = await button.getAttribute('aria-label');
      if (!ids.some((id) => name === `Remove ${id}`)) await button.click();
    }
  }

  get batches(): Locator {
    return this.page.getByRole('region', { name: 'Batches' });
  }

  /** Of the set-up. */
  get runButton(): Locator {
    return this.page.getByRole('button', { name: 'Run…' });
  }

  get sendDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Send to the API?' });
  }

  async send(): Promise<void> {
    await this.sendDialog.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** `12 of 45 answers` */
  get progress(): Locator {
    return this.page.getByRole('region', { name: 'Progress' }).getByRole('status');
  }

  async answersSoFar(): Promise<number> {
    return Number((await this.progress.textContent())?.match(/^\d+/)?.[0] ?? Number.NaN);
  }

  cells(): Locator {
    return this.page.getByRole('region', { name: 'Matrix' }).locator('tbody button');
  }

  /** In dollars: what was paid, and the bounds that the user agreed to. */
  async bill(): Promise<{ paid: number; least: number; most: number }> {
    const progress = this.page.getByRole('region', { name: 'Progress' });
    const number = async (name: string) =>
      Number(await progress.locator(`[data-${name}]`).getAttribute(`data-${name}`));
    return { paid: await number('paid'), least: (await number('least')) / 1_000, most: (await number('most')) / 1_000 };
  }

  async exported(name: 'CSV' | 'JSON' | 'Markdown'): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name, exact: true }).click();
    return readFile(await (await download).path(), 'utf8');
  }
}
