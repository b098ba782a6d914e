import { expect, type Page } from '@playwright/test';
import { claudeSession, type SessionOptions } from '../support/claude-session';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { openSample } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';

const marks = (page: Page) => page.getByRole('toolbar', { name: 'Compactions of this session' });
const mark = (page: Page, name: string | RegExp) => marks(page).getByRole('button', { name });

/** Opens Prompts from the list, without a call in the address. */
async function openMine(
  page: Page,
  options: SessionOptions,
  edit = (lines: readonly string[]) => lines,
): Promise<PromptsView> {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'mine.jsonl': edit(claudeSession({ prompt: 'Mine', ...options }).split('\n')).join('\n') });
  const href = await page
    .getByRole('table')
    .getByRole('link', { name: /^(Mine|Untitled session)$/ })
    .first()
    .getAttribute('href');
  await page.goto((href ?? '').replace('/simulate', '/prompts'));
  return new PromptsView(page);
}

test('[K16] opens at the first recorded compaction, not at the peak before it or a later one', async ({ page }) => {
  await withoutTour(page);
  await page.goto(`/prompts?session=sample-${SAMPLE}`);
  const view = new PromptsView(page);
  await expect(page.getByText(/^Compacted before call 141/)).toBeVisible();
  await expect(view.text(1)).toContainText(/\w{4}/);
  await expect(page).toHaveURL(/at=141#/);
  await expect(mark(page, /^Recorded compaction before call 141/)).toHaveAttribute('aria-pressed', 'true');
});

test('[K16] opens there from Simulate, too, which selects the peak before a compaction', async ({ page }) => {
  await openSample(page, SAMPLE, '');
  const view = new PromptsView(page);
  await expect(page.getByText('Compare prompts here')).toBeVisible();
  await view.viewLink('Prompts').click();
  await expect(page.getByText(/^Compacted before call 141:/)).toBeVisible();
  await openSample(page, SAMPLE, '#v1&call=378&end');
  await page.getByRole('link', { name: 'Compare prompts here' }).click();
  await expect(page.getByText(/^Compacted before call 379:/)).toBeVisible();
  await openSample(page, SAMPLE, '#v1&call=377&end');
  await page.getByRole('link', { name: 'Compare prompts here' }).click();
  await expect(page.getByText(/^Compacted before call 377:/)).toBeVisible();
});

test('[K16] opens at the simulated compaction if none was recorded, with a prompt beside the rules', async ({
  page,
}) => {
  const view = await openMine(page, { calls: 33, tokensPerCall: 5_000 });
  await expect(page.getByText(/^Compacted before call \d+ under “/)).toBeVisible();
  await expect(page).toHaveURL(/at=\d+&view=/);
  await expect(mark(page, /^Simulated compaction before call/).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(view.prompt(1)).toHaveValue(/\w{4}/);
  await expect(view.text(2)).toContainText(/\w{4}/);
  const address = page.url();
  await page.reload();
  await expect(page.getByText(/^Compacted before call \d+ under “/)).toBeVisible();
  expect(page.url()).toBe(address);
});

test('[K16] opens with a prompt beside the rules where the file lacks the words of the summary', async ({ page }) => {
  const isSummary = (line: string) => line.includes('"isCompactSummary":true');
  const view = await openMine(page, { compactBefore: [6] }, (lines) => lines.filter((line) => !isSummary(line)));
  await expect(mark(page, /^Recorded compaction before call 7/)).toHaveAttribute('aria-pressed', 'true');
  await expect(view.prompt(1)).toHaveValue(/\w{4}/);
  await expect(view.text(2)).toContainText(/\w{4}/);
});

test('[K16] opens elsewhere if the file starts with its compaction, which has a summary but no scores', async ({
  page,
}) => {
  const view = await openMine(page, { calls: 9, compactBefore: [0] }, (lines) => lines.slice(1));
  await expect(page.getByText(/^Compacted before call 9:/)).toBeVisible();
  await mark(page, /^Recorded compaction before call 1/).click();
  await expect(page.getByText(/^Compacted before call 1: no messages in the file/)).toBeVisible();
  await view.column(1).getByLabel('Summary source').selectOption('recorded');
  await expect(view.text(1)).toContainText('The summary of what was done so far.');
  await expect(view.notice(1)).toContainText('is not in the file');
  await expect(view.column(1)).not.toContainText('Word survival');
  await expect(page.getByRole('region', { name: 'Scores', exact: true })).toHaveCount(0);
});

test('[K16] opens at the last call if nothing was or would be compacted', async ({ page }) => {
  await openMine(page, { calls: 9, tokensPerCall: 1_000 });
  await expect(page.getByText(/^Compacted before call 9:/)).toBeVisible();
  await expect(marks(page)).not.toContainText(/\d/);
});

test('steps between recorded and simulated compactions with one click or key', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 141);
  await mark(page, /^Recorded compaction before call 379/).click();
  await expect(page.getByText(/^Compacted before call 379:/)).toBeVisible();
  await expect(view.text(1)).toContainText(/\w{4}/);
  await page.goBack();
  await expect(page.getByText(/^Compacted before call 141:/)).toBeVisible();
  const simulated = mark(page, /^Simulated compaction before call 254/);
  await simulated.click();
  await expect(page.getByText(/^Compacted before call 254 under “/)).toBeVisible();
  await expect(page).toHaveURL(/at=254&view=/);
  await page.reload();
  await expect(simulated).toHaveAttribute('aria-pressed', 'true');
  // The policy stays, also where the recording is compacted.
  await page.keyboard.press('k');
  await expect(page.getByText(/^Compacted before call 251:/)).toBeVisible();
  await expect(page).toHaveURL(/at=251&view=.*in=recording/);
  await page.reload();
  await expect(page.getByText(/^Compacted before call 251:/)).toBeVisible();
  // Until it is known, the next compaction is a recorded one.
  await expect(simulated).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(/^Compacted before call 254 under “/)).toBeVisible();
  await expect(simulated).toHaveAttribute('aria-pressed', 'true');

  await test.step('is one stop of Tab, from which the arrow keys move', async () => {
    await simulated.focus();
    await page.keyboard.press('ArrowRight');
    await expect(mark(page, /^Recorded compaction before call 379/)).toBeFocused();
    await expect(page).toHaveURL(/at=254/);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Compacted before call 379:/)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(mark(page, /^Previous compaction/)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(view.column(1).getByLabel('Summary source')).toBeFocused();
  });

  await test.step('and so does the strip', async () => {
    const strip = page.locator('[data-chart="strip"]');
    const box = await strip.boundingBox();
    await strip.click({ position: { x: ((box?.width ?? 0) * 512) / 543, y: 10 } });
    await expect(page.getByText(/^Compacted before call 513:/)).toBeVisible();
  });
});

test('[K16] offers a recorded summary for its own compaction alone, and labels a borrowed one without scores', async ({
  page,
}) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 145, '#v1&column=recorded&column=offline&end');
  const notice = view.column(1).getByRole('status').filter({ hasText: 'No summary was recorded here' });
  await expect(notice).toContainText('before call 141');
  await expect.poll(() => view.scoreRow('used-later')).toEqual(['–', expect.stringMatching(/^\d+ of \d+$/)]);
  const source = view.column(1).getByLabel('Summary source');
  await expect(source.locator('option:checked')).toHaveText('Recorded (none here)');
  await view.column(1).getByRole('button', { name: 'Borrow its summary' }).click();
  await expect(source.locator('option:checked')).toHaveText('Borrowed from the compaction before call 141');
  await expect(view.text(1)).toContainText(/\w{4}/);
  await expect(view.notice(1)).toContainText('Borrowed from the compaction before call 141');
  await expect(page).toHaveURL(/column=borrowed/);
  await expect(view.score(1, 'used-later')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: /^1 Recorded summary, borrowed\s+not scored/ })).toBeVisible();
  expect((await view.scoreRow('used-later'))[0]).toBe('–');
  await page.reload();
  await expect(view.notice(1)).toContainText('Borrowed from');
  await page.getByRole('button', { name: /^Compact again at call/ }).click();
  await expect(view.column(1)).toContainText('cannot be compacted again');
  await page.getByRole('button', { name: 'Remove round 2' }).click();
  await view.column(1).getByRole('button', { name: 'Go to the compaction before call 141' }).click();
  await expect(page.getByText(/^Compacted before call 141:/)).toBeVisible();
  await expect(view.notice(1)).toHaveCount(0);
  await expect(view.score(1, 'used-later')).toContainText(/\d+ of \d+ values/);
});

test('opens another session with the same columns from the list of compactions', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, 141, columnsHash('handoff-brief', 'five-heads'));
  await marks(page)
    .getByRole('button', { name: /other sessions…$/i })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Session and compaction' });
  await dialog.getByRole('button', { name: /^Recorded compaction before call 251/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Compacted before call 251:/)).toBeVisible();
  await marks(page)
    .getByRole('button', { name: /other sessions…$/i })
    .click();
  await expect(dialog.getByRole('region', { name: 'Other sessions', exact: true })).toContainText(
    /\d compactions?, \d+ calls/,
  );
  await dialog.getByRole('link', { name: 'Refactoring' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Prompts: .*refactoring/i })).toBeVisible();
  await expect(page.getByText(/^Compacted before call 33:/)).toBeVisible();
  await expect(view.column(1).getByRole('heading', { level: 2 })).toContainText('Handoff brief');
  await expect(view.column(2).getByRole('heading', { level: 2 })).toContainText('Five headings');
  await page.goBack();
  await expect(page.getByText(/^Compacted before call 251:/)).toBeVisible();
});
