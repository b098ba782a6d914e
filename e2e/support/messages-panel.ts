import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Side } from '../../lib/worker/engine/messages';

export interface ShownSides {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Body {
  readonly text: string;
  readonly provider: string;
}

/** The messages before and after a call, as a user handles them. */
export class MessagesPanel {
  readonly list: Locator;

  constructor(readonly page: Page) {
    this.list = page.getByRole('list', { name: 'Messages', exact: true });
  }

  at(call: number): Locator {
    return this.page.getByRole('region', { name: `Messages at call ${call + 1}`, exact: true });
  }

  /** Pins a message near the start of the list, by its index. */
  async pin(index: number): Promise<void> {
    await this.list.locator('[data-key]').first().focus();
    await this.page.keyboard.press('Home');
    await this.list.getByRole('button', { name: `Pin message ${index + 1}`, exact: true }).click();
  }

  /** All lines of both sides, collected by scrolling, in the format of `linesInNode`. */
  async sides(): Promise<ShownSides> {
    await this.page.getByRole('button', { name: 'Side by side' }).click();
    return this.list.evaluate(readSides);
  }

  /** The request body of a side of the shown call, and its provider. */
  async body(side: Side): Promise<Body> {
    const dialog = await this.openBodies();
    const body = await this.download(dialog, side);
    await this.close(dialog);
    return body;
  }

  async bodies(): Promise<Readonly<Record<Side, Body>>> {
    const dialog = await this.openBodies();
    const before = await this.download(dialog, 'before');
    const after = await this.download(dialog, 'after');
    await this.close(dialog);
    return { before, after };
  }

  private async openBodies(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Request body/ }).click();
    return this.page.getByRole('dialog');
  }

  private async download(dialog: Locator, side: Side): Promise<Body> {
    await dialog.getByRole('button', { name: side === 'after' ? 'After' : 'Before', exact: true }).click();
    const download = this.page.waitForEvent('download');
    await dialog.getByRole('button', { name: /Download/ }).click();
    const saved = await download;
    const [, named, provider] = /-(before|after)\.(\w+)\.json$/.exec(saved.suggestedFilename()) ?? [];
    expect(named).toBe(side);
    return { text: readFileSync(await saved.path(), 'utf8'), provider: provider ?? '' };
  }

  private async close(dialog: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** Runs in the page. */
async function readSides(list: Element): Promise<{ before: string[]; after: string[] }> {
  const scroller = list.parentElement;
  if (scroller === null) throw new Error('The list does not scroll');
  const lines = new Map<number, readonly [string | undefined, string | undefined]>();
  const collect = () => {
    for (const item of list.querySelectorAll(':scope > li')) {
      const button = item.querySelector('[data-key]');
      const name = button?.getAttribute('data-key')?.replace(/^.*[^\d.].*\./, 'made.');
      const sides = [...(button?.children ?? [])].map((cell) => {
        const tokens = cell.querySelector('data')?.getAttribute('value');
        return tokens === null || tokens === undefined ? undefined : `${name} ${tokens}`;
      });
      lines.set(Number(item.getAttribute('aria-posinset')), [sides[0], sides[1]]);
    }
  };
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const count = Number(list.querySelector('li')?.getAttribute('aria-setsize') ?? 0);
  scroller.scrollTop = 0;
  await drawn();
  collect();
  while (count > 0 && !lines.has(count)) {
    // A few more are rendered than visible.
    list.querySelector(':scope > li:last-child')?.scrollIntoView();
    await drawn();
    collect();
  }
  const all = Array.from({ length: count }, (_, place) => lines.get(place + 1));
  if (all.includes(undefined)) throw new Error(`Line ${all.indexOf(undefined) + 1} of ${count} was never rendered`);
  const side = (place: 0 | 1) => all.flatMap((pair) => pair?.[place] ?? []);
  return { before: side(0), after: side(1) };
}
