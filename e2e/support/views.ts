import { expect, type Locator, type Page } from '@playwright/test';
import { CompareView } from './compare-view';
import { PlaygroundPage } from './playground-page';
import { PromptsView } from './prompts-view';
import { withoutTour } from './sessions-page';

/** Brings the page to a state to be pictured, from an empty browser with only the samples. */
export type Reach = (page: Page) => Promise<void>;

/** A main view of the product. */
export interface View {
  /** Also the name of its screenshots. */
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Views and charts of the same state are pictured one after the other. */
  readonly reach: Reach;
  /** Further steps in this state. */
  show?(page: Page): Promise<void>;
}

export const wide = { width: 1440, height: 900 };
const tall = { width: 1440, height: 1150 };
const phone = { width: 390, height: 844 };

export const views: readonly View[] = [
  { name: 'sessions', size: wide, reach: openSessions },
  { name: 'simulate', size: wide, reach: openFirstCompaction },
  {
    name: 'messages',
    size: tall,
    reach: openFirstCompaction,
    show: (page) => page.getByRole('button', { name: 'Next change' }).click(),
  },
  { name: 'sweep', size: wide, reach: sweepSetting },
  { name: 'compare', size: wide, reach: comparePolicies },
  { name: 'forecast', size: wide, reach: openForecast },
  { name: 'compare-view', size: tall, reach: compareWithRecording },
  { name: 'prompts', size: tall, reach: compareSummaries },
  { name: 'playground', size: wide, reach: watchAgent },
  { name: 'phone-sessions', size: phone, reach: openSessions },
  { name: 'phone-simulate', size: phone, reach: openFirstCompaction },
  { name: 'phone-compare-view', size: phone, reach: compareWithRecording },
  { name: 'phone-playground', size: phone, reach: watchAgent },
];

/** Fakes a constant storage size, because the browser would report the size and usage of its disk. */
export async function reachFirst(reach: Reach, page: Page): Promise<void> {
  await withoutTour(page);
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 147_000, quota: 10_000_000_000 });
  });
  await page.setViewportSize(wide);
  await reach(page);
}

/** Takes a screenshot once nothing moves any more. */
export async function stillView(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  for (let before: Buffer = Buffer.alloc(0); ; ) {
    const now = await page.screenshot({ animations: 'disabled' });
    if (now.equals(before)) return now;
    before = now;
    await page.waitForTimeout(100);
  }
}

export async function openSessions(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('Sample (synthetic)')).toHaveCount(3);
  await expect(page.getByText('. Nothing is uploaded.')).toBeVisible();
  await expect(page.locator('[data-figures]')).toContainText('Compactions');
}

export async function openSample(page: Page, view: string): Promise<void> {
  await page.goto(`/simulate?session=sample-long-bug-hunt#v1&${view}&end`);
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Messages/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
}

export async function openFirstCompaction(page: Page): Promise<void> {
  await openSample(page, 'preset=claude-code-2.1&call=141');
  await expect(reasons(page).getByText('Word survival is an upper bound')).toBeAttached();
}

export async function sweepSetting(page: Page): Promise<void> {
  await openSample(page, 'preset=claude-code-2.1&filter.tab=sweep&call=141');
  await reasons(page).getByRole('button', { name: 'Sweep' }).click();
  await expect(reasons(page).getByRole('status')).toContainText('at 40 values', { timeout: 40_000 });
}

export async function comparePolicies(page: Page): Promise<void> {
  await openSample(page, 'preset=claude-code-2.1&filter.tab=compare&call=141');
  await pinAs(page, 'A');
  await choosePreset(page, 'tutorial');
  await pinAs(page, 'B');
  await choosePreset(page, 'everything-on');
}

/** Four presets beside the recording, with everything counted. */
export async function compareWithRecording(page: Page): Promise<void> {
  await new CompareView(page).open('long-bug-hunt');
}

export async function openForecast(page: Page): Promise<void> {
  await openSample(page, 'preset=claude-code-2.1&policy.windowTokens=60000&filter.tab=compare&call=41');
  await expect(reasons(page).getByText('This policy cannot make progress here.')).toBeVisible();
}

/** The recorded and the offline summary, on a fixed date, because the table of ratings shows it. */
export async function compareSummaries(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-03-11T12:00:00Z');
  const prompts = new PromptsView(page);
  await prompts.open('long-bug-hunt', 141);
  for (const place of [1, 2]) await expect(prompts.score(place, 'exact-values')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Simulated compaction before call 520/ })).toBeVisible();
}

/** The run that a first visit starts, to its end. */
export async function watchAgent(page: Page): Promise<void> {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.start('Fast');
  await playground.makesCalls(100);
  await expect(playground.status).toHaveText('Waiting for a prompt', { timeout: 120_000 });
}

/** The script of a lesson, with its layer and without. */
export async function compareRuns(page: Page): Promise<void> {
  await page.goto('/playground/ab?script=microcompact&a=lesson-microcompact&b=lesson-snip');
  await page.getByRole('button', { name: 'Run both' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
}

async function pinAs(page: Page, name: string): Promise<void> {
  await reasons(page).getByRole('button', { name: 'Pin current' }).click();
  const toast = page.getByRole('status').filter({ hasText: `Pinned as ${name}.` });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(reasons(page).getByRole('columnheader', { name, exact: true })).toBeVisible();
}

async function choosePreset(page: Page, id: string): Promise<void> {
  const preset = page.getByRole('combobox', { name: 'Preset' });
  await preset.selectOption(id);
  await expect(preset).toHaveValue(id);
  await expect(page).toHaveURL(new RegExp(`preset=${id}`));
}

export function reasons(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Reasons' });
}
