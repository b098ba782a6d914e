import { expect, type Locator, type Page } from '@playwright/test';

/** Compare over many sessions as a user handles it. */
export class ManyView {
  readonly sums: Locator;
  readonly differences: Locator;
  readonly sessions: Locator;
  readonly policies: Locator;

  constructor(readonly page: Page) {
    this.sums = page.getByRole('region', { name: 'Scenario comparison' });
    this.differences = page.getByRole('region', { name: 'Paired differences', exact: true });
    this.sessions = page.getByRole('region', { name: 'Sessions, scrolling' });
    this.policies = page.getByRole('region', { name: 'Policies', exact: true });
  }

  async counted(): Promise<void> {
    await expect(this.page.getByText(/^Results of \d+ sessions?, losses counted/)).toBeVisible({ timeout: 120_000 });
  }

  /** Of the table of sums: value and difference of each cell. */
  async sum(title: string): Promise<readonly string[]> {
    const row = this.sums
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: title, exact: true }) });
    const cells = await row.getByRole('cell').all();
    return Promise.all(
      cells.map(async (cell) => (await cell.locator('[aria-hidden="true"]').allInnerTexts()).filter(Boolean).join(' ')),
    );
  }

  /** The titles of the sessions, from the first. */
  async titles(): Promise<readonly string[]> {
    const heads = await this.sessions.getByRole('rowheader').allInnerTexts();
    return heads.map((text) => text.split('\n')[0] ?? '');
  }
}
