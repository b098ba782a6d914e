import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { reloadOnceShown } from '../support/at-once';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test('delays the second column until the first is cached, and shows the lower price', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('turns');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [{ type: 'answer', text: 'word '.repeat(400), delayMs: 3_000, deltaMs: 10 }]);
  await page.getByRole('button', { name: 'Run all…' }).click();
  await expect(view.sendDialog().getByRole('listitem').first()).not.toContainText('from the cache');
  await expect(view.sendDialog().getByRole('listitem').nth(1)).toContainText('from the cache');
  await expect(view.sendDialog()).toContainText(/Total: \$[\d.]+ to \$[\d.]+; at most \$[\d.]+ without cache/);
  await view.send();
  await expect.poll(() => messagesSeenBy(key)).toHaveLength(1);
  await expect(view.column(2)).toContainText('Waiting for the previous request');
  expect(await messagesSeenBy(key)).toHaveLength(1);
  await expect(view.column(1).getByRole('region', { name: 'Answer so far' })).toContainText('word');
  await expect(view.text(2)).toBeVisible();
  await expect(view.column(2)).toContainText(/, 9\d(\.\d)?\s%\sfrom the cache/);
});

test('keeps a paid answer over a reload in the very moment in which it is listed', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('at-once');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [{ type: 'answer', text: 'Never touch the migrations folder.' }]);
  const reloaded = await reloadOnceShown(page, 'Saved runs for this session: 1');
  await view.run(1);
  await reloaded();
  await expect(page.getByText('Saved runs for this session: 1')).toBeVisible();
  await expect(view.text(1)).toContainText('Never touch the migrations folder.');
  await expect(view.column(1)).not.toContainText('Interrupted');
});

test('shows prices before sending that add up to the total, repeats included', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', ['five-heads', 'claude-haiku-5-5'], 'rules-first'));
  await view.giveKey(keyOf('sums'));
  await page.getByLabel('Repeat').selectOption('3');
  await page.getByRole('button', { name: 'Run all…' }).click();
  await expect(view.sendDialog().getByRole('listitem')).toHaveCount(3);
  const mills = (text: string) =>
    (text.match(/\$\d+\.\d{3}/g) ?? []).map((price) => Math.round(Number(price.slice(1)) * 1_000));
  const rows = (await view.sendDialog().getByRole('listitem').allInnerTexts()).map(mills);
  const total = mills(
    await view
      .sendDialog()
      .getByText(/^Total:/)
      .innerText(),
  );
  expect(total.slice(0, 2)).toEqual([0, 1].map((bound) => rows.reduce((sum, row) => sum + (row[bound] ?? 0), 0)));
  expect(total[2]).toBeGreaterThan(total[1] ?? 0);
});

test('shows the scores of an answer that was cut off, and compares nothing with them', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('cut-off');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await page.getByLabel('Summary source').nth(1).selectOption('offline');
  await behave(key, [{ type: 'answer', text: 'Never touch the migrations folder', stopReason: 'max_tokens' }]);
  await view.run(1);
  await expect(view.notice(1)).toContainText('cut off');
  const table = page.getByRole('region', { name: 'Scores', exact: true });
  await expect(table.getByRole('columnheader', { name: /incomplete, not compared/ })).toHaveCount(1);
  await expect(table.locator('[data-row="exact-values"] td').first()).toContainText(/\d of \d/);
  await expect(table.locator('[data-place]')).toHaveCount(0);
  await view.run(1);
  await expect(table.getByRole('columnheader', { name: /incomplete/ })).toHaveCount(0);
  await expect(table.locator('[data-place]').first()).toBeVisible();
});

test('exports and compares the selected answer of several', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('chosen');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'answer', text: 'Never touch the migrations folder.' },
    { type: 'answer', text: 'The second one.' },
  ]);
  await page.getByLabel('Summary source').nth(1).selectOption('offline');
  await page.getByLabel('Repeat').selectOption('2');
  await view.runAll();
  await expect(view.text(1)).toContainText('The second one.');
  await view.answers(1).selectOption({ index: 0 });
  const [column] = JSON.parse(await view.exported('JSON')).columns;
  expect(column).toMatchObject({
    text: 'Never touch the migrations folder.',
    otherAnswers: [{ text: 'The second one.' }],
  });
  const markdown = await view.exported('Markdown');
  expect(markdown).toContain('| Answers | 2, one shown below |');
  expect(markdown).toContain('The prompt:');
  await page.getByText('Only in one summary').click();
  const grounded = page.getByRole('region', { name: 'Values with a source', exact: true });
  await expect(grounded).toContainText(/Only in 2: [1-9]/);
});

test('saves and scores a partial answer after moving to another call, and returns to it with Back', async ({
  page,
}) => {
  const view = new PromptsView(page);
  const key = keyOf('left');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [{ type: 'answer', text: `SOAK_SEED=88213 ${'word '.repeat(2_000)}`, deltaMs: 20 }]);
  await view.run(1);
  await expect(view.column(1).getByRole('region', { name: 'Answer so far' })).toContainText('word');
  await page.locator('main').press('ArrowRight');
  await expect(page).toHaveURL(/at=142/);
  await expect(page.getByText('Saved runs for this session: 1')).toBeVisible();
  await expect(view.column(1)).toContainText('Not run yet');
  await page.goBack();
  await expect(view.text(1)).toContainText('SOAK_SEED=88213');
  await expect(view.score(1, 'used-later')).toContainText(/[1-9]\d* of \d+ values/);
});

test('saves the partial answer of a closed tab', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('closed');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [{ type: 'stall', afterDeltas: 5 }]);
  await view.run(1);
  await expect(view.column(1).getByRole('region', { name: 'Answer so far' })).toContainText(/\w{4}/);
  await page.close({ runBeforeUnload: true });
  const next = new PromptsView(await page.context().newPage());
  await next.open(SAMPLE, CALL);
  await expect(next.page.getByText('Saved runs for this session: 1')).toBeVisible();
});

test('explains why a file has no prompts, and imports a prompt with the id of a preset as a copy', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.promptOptions(1).click();
  const take = (text: string) =>
    view
      .column(1)
      .getByLabel('Prompts file')
      .setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await take('{"version":1,"prompts":[]}');
  await expect(view.column(1).getByRole('alert')).toContainText('it contains no prompts');
  await take('{}');
  await expect(view.column(1).getByRole('alert')).toContainText('it is not a prompt');
  const other = { version: 1, id: 'handoff-brief', title: 'Handoff brief', text: 'Other words.' };
  await take(JSON.stringify({ version: 1, prompts: [other] }));
  await expect(view.column(1).getByRole('heading', { level: 2 })).toContainText('Handoff brief (copy)');
  await view.column(1).getByLabel('Summary source').selectOption('prompt handoff-brief');
  await expect(view.column(1)).toContainText('Structure based on');
});
