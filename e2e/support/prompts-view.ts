import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { withoutTour } from './sessions-page';

/** The Prompts view of a sample, as a user handles it. */
export class PromptsView {
  constructor(readonly page: Page) {}

  /** Calls are counted from 1. */
  async open(sample: string, call: number, hash = ''): Promise<void> {
    await withoutTour(this.page);
    await this.page.goto(`/prompts?session=sample-${sample}&at=${call}${hash}`);
    await expect(this.page.getByRole('heading', { level: 1, name: /^Prompts:/ })).toBeVisible();
  }

  /** Places are counted from 1. */
  column(place: number): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${place} `) });
  }

  text(place: number): Locator {
    return this.column(place).getByRole('region', { name: /, text$/ });
  }

  score(place: number, id: string): Locator {
    return this.column(place).locator(`[data-score="${id}"] summary`);
  }

  async giveKey(key: string, { isKept = false, api = 'Anthropic' } = {}): Promise<void> {
    await this.page.getByRole('button', { name: /^Key: / }).click();
    await this.page.getByRole('radio', { name: api }).check();
    await this.page.getByLabel('Key', { exact: true }).fill(key);
    if (isKept) await this.page.getByLabel(/^Keep for this tab/).check();
    await this.page.getByRole('button', { name: 'Use key' }).click();
  }

  async runAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run all…' }).click();
    await this.send();
  }

  async run(place: number): Promise<void> {
    await this.column(place)
      .getByRole('button', { name: /^Run( again)?…$/ })
      .click();
    await this.send();
  }

  async send(): Promise<void> {
    await this.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** One score of all columns, without the name of the row. */
  async scoreRow(id: string): Promise<readonly string[]> {
    const cells = this.page.getByRole('region', { name: 'Scores', exact: true }).locator(`[data-row="${id}"] td`);
    return (await cells.allInnerTexts()).map((text) => text.trim());
  }

  answers(place: number): Locator {
    return this.column(place).getByRole('combobox', { name: 'Answer' });
  }

  prompt(place: number): Locator {
    return this.column(place).getByRole('textbox', { name: /^Prompt \(/ });
  }

  promptOptions(place: number): Locator {
    return this.column(place).getByText('Prompt options');
  }

  focusField(place: number): Locator {
    return this.column(place).getByLabel('Focus (optional)');
  }

  /** The notice on an answer, such as why it is partial. */
  notice(place: number): Locator {
    return this.column(place).getByRole('status').filter({ hasText: /./ });
  }

  async exported(name: 'Markdown' | 'JSON'): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name, exact: true }).click();
    return readFile(await (await download).path(), 'utf8');
  }

  /** In the app's navigation bar. */
  viewLink(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  }

  sendDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Send to the API?' });
  }
}

/** Columns with these presets, run on a model of the stand-in; each may name another. */
export function columnsHash(...prompts: readonly (string | readonly [prompt: string, model: string])[]): string {
  const columns = prompts.map((given) => {
    const [prompt, model] = typeof given === 'string' ? [given, 'claude-sonnet-5-5'] : given;
    return `column=${encodeURIComponent(`model:4000:${model.replaceAll(':', '%3A')}:${prompt}`)}`;
  });
  return `#v1&${columns.join('&')}&end`;
}
