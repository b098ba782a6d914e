import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { withAllSettings, withoutTour } from './sessions-page';

/** The Playground view as a user handles it. */
export class PlaygroundPage {
  readonly chat: Locator;
  readonly prompt: Locator;
  readonly status: Locator;

  /** A model was chosen, and its first call has not been confirmed. */
  private asksFirst = false;

  constructor(readonly page: Page) {
    this.chat = page.getByRole('region', { name: 'Chat' });
    this.prompt = page.getByLabel('Prompt or command');
    this.status = page.locator('header').getByRole('status');
  }

  /** Opens a run that has finished its task, for all tests of a file. They must close its browser context. */
  static async waiting(browser: Browser): Promise<PlaygroundPage> {
    const context = await browser.newContext();
    const playground = new PlaygroundPage(await context.newPage());
    await playground.open();
    await playground.ask('Fix the failing tests.', 'Fast');
    return playground;
  }

  async open(address = '/playground'): Promise<void> {
    await withoutTour(this.page);
    await withAllSettings(this.page);
    await this.page.goto(address);
    await expect(this.prompt).toBeVisible();
  }

  /** Chooses a model of the stand-in. Returns the key, under which the stand-in stores the requests it saw. */
  async chooseModel(name: string, model = 'claude-sonnet-5-5'): Promise<string> {
    const key = `stand-in-e2e-playground-${name}-${test.info().workerIndex}-${Date.now()}`;
    const prepare = this.page.getByRole('button', { name: 'Choose a model, policy or files first' });
    const policy = this.page.getByRole('tab', { name: 'Policy', exact: true });
    await prepare.or(policy).click();
    const panel = this.page.getByRole('tabpanel', { name: 'Policy' });
    const isCompatible = model.startsWith('chat/');
    await panel.getByRole('button', { name: /^Key: / }).click();
    if (isCompatible) await this.page.getByRole('radio', { name: 'OpenAI-compatible server' }).check();
    await this.page.getByLabel('Key', { exact: true }).fill(key);
    await this.page.getByRole('button', { name: 'Use key' }).click();
    await panel.getByRole('combobox', { name: 'Model' }).selectOption(model);
    this.asksBeforeFirstCall();
    return key;
  }

  /** Starts a run with the one click that a first visit needs. */
  async start(pace?: 'Slow' | 'Fast'): Promise<void> {
    if (pace !== undefined) await this.page.getByLabel('Speed').selectOption(pace);
    await this.page.getByRole('button', { name: /^Try: / }).click();
  }

  /** Confirms the first call of a model that was just chosen. */
  async say(text: string): Promise<void> {
    await this.prompt.fill(text);
    await this.prompt.press('Enter');
    if (this.asksFirst) await this.confirm();
  }

  /** A model was chosen without `chooseModel`. */
  asksBeforeFirstCall(): void {
    this.asksFirst = true;
  }

  async confirm(): Promise<void> {
    this.asksFirst = false;
    await this.confirmation.getByRole('button', { name: 'Send' }).click();
  }

  /** Before the first paid call. */
  get confirmation(): Locator {
    return this.page.getByRole('dialog', { name: 'Send to the API?' });
  }

  get who(): Locator {
    return this.page.locator('main header').getByText(/ answers$/);
  }

  /** Stops a run in the middle. */
  async stop(): Promise<void> {
    await this.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(this.status).toHaveText(/^Stopped/);
  }

  /** Waits for the end of a run, whose length does not matter. */
  async finishes(): Promise<void> {
    await expect(this.status).toHaveText('Waiting for a prompt', { timeout: 120_000 });
  }

  /** Sends a prompt, and waits until the agent has finished. */
  async ask(text: string, pace?: 'Fast'): Promise<void> {
    if (pace !== undefined) await this.page.getByLabel('Speed').selectOption(pace);
    const before = await this.calls();
    await this.say(text);
    await this.makesCalls(before);
    await expect(this.status).toHaveText('Waiting for a prompt', { timeout: 60_000 });
  }

  async figure(name: string): Promise<string> {
    return this.page
      .locator('main dl > div')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText();
  }

  async calls(): Promise<number> {
    if ((await this.page.getByText('Re-reads', { exact: true }).count()) === 0) return 0;
    return Number((await this.figure('Calls')).replaceAll(',', ''));
  }

  async makesCalls(most: number): Promise<void> {
    await expect.poll(() => this.calls(), { timeout: 60_000, intervals: [100] }).toBeGreaterThan(most);
  }

  async isCompacted(): Promise<void> {
    const compacted = async () => (await this.events()).some((row) => /Session memory|Full compaction/.test(row));
    await expect.poll(compacted, { timeout: 60_000, intervals: [100] }).toBe(true);
  }

  /** Scrolls to an entry of the chat, which only renders entries near the visible ones. */
  async scrollTo(entry: Locator): Promise<Locator> {
    await this.chat.hover();
    await expect(async () => {
      if ((await entry.count()) === 0) await this.page.mouse.wheel(0, -400);
      await expect(entry.first()).toBeAttached({ timeout: 200 });
    }).toPass({ timeout: 30_000 });
    await entry.first().scrollIntoViewIfNeeded();
    return entry.first();
  }

  /** Rows of the event table, without recorded ones: call, event, before and after. */
  async events(): Promise<string[]> {
    const table = this.page.getByRole('region', { name: 'Events by call' });
    const nothing = this.page.getByText('Nothing is removed from the context in this session.');
    if (!(await table.or(nothing).isVisible())) await this.page.getByText('Show events as a table').click();
    await expect(table.or(nothing)).toBeVisible();
    const rows = await table
      .getByRole('row')
      .filter({ hasNotText: /Recorded|Before call/ })
      .allInnerTexts();
    return rows.map((text) => text.split(/\t|\n/).slice(0, 4).join(' '));
  }

  async tab(
    name:
      | 'Context'
      | 'Note'
      | 'Memory'
      | 'Agents'
      | 'Team'
      | 'Request'
      | 'Files'
      | 'Policy'
      | 'Setup'
      | 'System'
      | 'Hooks',
  ): Promise<Locator> {
    await this.page.getByRole('tab', { name, exact: true }).click();
    return this.page.getByRole('tabpanel', { name, exact: true });
  }
}
