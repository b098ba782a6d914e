import { expect, type Locator, type Page } from '@playwright/test';
import { withoutTour } from './sessions-page';

/** The Compare view as a user handles it. */
export class CompareView {
  readonly table: Locator;
  readonly policies: Locator;
  readonly charts: Locator;
  readonly scatter: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole('region', { name: 'Scenario comparison' });
    this.policies = page.getByRole('region', { name: 'Policies', exact: true });
    this.charts = page.locator('[data-chart="small-context"]');
    this.scatter = page.locator('[data-chart="cost-loss"]');
  }

  /** Opens a sample, and waits until everything is counted. */
  async open(sample: string, hash = ''): Promise<void> {
    await withoutTour(this.page);
    await this.page.goto(`/compare?session=sample-${sample}${hash}`);
    await this.counted();
  }

  async counted(): Promise<void> {
    await expect(this.table).toBeVisible();
    await expect(this.table.getByText('computing').first()).toBeHidden({ timeout: 60_000 });
    await expect(this.page.getByText(/^Counting losses/)).toBeHidden();
    await expect(this.page.getByText('Computing…')).toBeHidden();
  }

  async names(): Promise<readonly string[]> {
    return this.table.getByRole('columnheader').getByRole('button').allInnerTexts();
  }

  /** What a row shows, without its title: value and difference of each cell. */
  async row(title: string): Promise<readonly string[]> {
    const row = this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: title, exact: true }) });
    const cells = await row.getByRole('cell').all();
    return Promise.all(
      cells.map(async (cell) => (await cell.locator('[aria-hidden="true"]').allInnerTexts()).filter(Boolean).join(' ')),
    );
  }

  baseline(name: string): Locator {
    return this.table.getByRole('button', { name, exact: true });
  }
}
