import type { Locator } from '@playwright/test';

/** What a user does, counted: a choice in a list and a field that is filled in count as a click each. */
export class Clicks {
  count = 0;

  async on(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async choose(list: Locator, option: string): Promise<void> {
    this.count += 1;
    await list.selectOption(option);
  }

  /** With Enter. */
  async type(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
    await field.press('Enter');
  }
}
