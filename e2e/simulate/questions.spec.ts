import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { atOnce } from '../../lib/base/steps/steps';
import { recordedView } from '../../lib/state/simulate/simulated-session';
import { Clicks } from '../support/clicks';
import { sessionInNode } from '../support/engine-in-node';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { sampleFile } from '../support/simulations';

const folder = process.env.HIGHWATER_TRANSCRIPTS;
const RECORDINGS = ['claude-code/two-auto-compactions-v2.1.1.jsonl', 'codex/two-auto-compactions-0.142.4.jsonl'];
/** After the session is open. */
const MOST_CLICKS = 3;

async function asksAll(page: Page, path: string): Promise<void> {
  const session = await sessionInNode(path);
  const { timeline, summary } = session.overview();
  const [first] = timeline.events.filter(({ kind }) => kind === 'full');
  if (first === undefined) throw new Error('The questions are about a session that was compacted');
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  const reasons = page.getByRole('complementary', { name: 'Reasons' });

  await test.step('why did my session compact there, and what did it lose?', async () => {
    const clicks = new Clicks();
    await clicks.on(strip.getByRole('button', { name: `call ${first.call + 1}`, exact: true }));
    await expect(reasons.getByRole('heading', { name: `Before call ${first.call + 1}` })).toBeVisible();
    await expect(reasons).toContainText('Recorded: Full compaction');
    const { equations } = atOnce(session.explanations.explaining({ ...recordedView(summary.agent), call: first.call }));
    for (const { text } of equations) await expect(reasons).toContainText(text.slice(0, text.indexOf(' = ')));
    if (equations.length === 0) await expect(reasons).toContainText('are unknown');
    await expect(reasons.getByRole('heading', { name: 'What was lost' })).toBeVisible();
    await expect(reasons).toContainText('Lost, worth reading', { timeout: 30_000 });
    expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
  });

  await test.step('which tools fill my context?', async () => {
    const clicks = new Clicks();
    await clicks.on(reasons.getByRole('tab', { name: 'Contents' }));
    const [largest] = session.contentsAt(timeline.calls - 1).byTool;
    await expect(
      reasons
        .getByRole('row')
        .filter({ hasText: largest?.name ?? '' })
        .first(),
    ).toBeVisible();
    expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
  });

  await test.step('would compacting at 60 % have been cheaper?', async () => {
    const clicks = new Clicks();
    await clicks.on(strip.getByLabel('What if: compact at, in percent of the effective window'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await expect(strip).toContainText(/Cost \$[\d.,]+ → \$[\d.,]+ \([+−]\$[\d.,]+\)/);
    await expect(strip).toContainText(/Used-later misses [\d,]+ → [\d,]+/, { timeout: 60_000 });
    expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
  });
}

test('a sample answers three questions in at most three clicks each', async ({ page }) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.table
    .getByRole('row', { name: /Long bug hunt/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  await asksAll(page, sampleFile('long-bug-hunt'));
});

test.describe('a recording', () => {
  test.skip(folder === undefined, 'set HIGHWATER_TRANSCRIPTS to a folder of recordings');

  for (const file of RECORDINGS) {
    test(`answers them, too: ${file}`, async ({ page }) => {
      const path = join(folder ?? '', file);
      await new SessionsPage(page).openRecording(path);
      await asksAll(page, path);
    });
  }
});
