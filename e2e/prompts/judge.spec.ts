import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { behave } from '../stand-in/control';
import { reloadOnceShown } from '../support/at-once';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
const CALL = 141;

const panel = (page: Page) => page.getByRole('region', { name: 'Judged by a model' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Judge with a model?' });
const table = (page: Page) => panel(page).getByRole('table');

async function opened(page: Page, key: string, { isKept = false } = {}): Promise<PromptsView> {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  await view.giveKey(key, { isKept });
  for (const place of [1, 2]) await expect(view.text(place)).toContainText(/\w{4}/);
  return view;
}

async function judge(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Judge with a model…' }).click();
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
}

test('disables judging without a key, and says what is missing', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  await expect(view.text(1)).toContainText(/\w{4}/);
  const button = panel(page).getByRole('button', { name: 'Judge with a model…' });
  await expect(button).toBeDisabled();
  await expect(panel(page)).toContainText('Requires a model');
  await button.click({ force: true });
  await expect(dialog(page)).toBeHidden();
});

test('shows the price before sending, then accessible ratings in six dimensions, with spread, questions and reasons', async ({
  page,
}) => {
  const key = keyOf('judge-whole');
  await opened(page, key);
  await panel(page).getByRole('button', { name: 'Judge with a model…' }).click();
  await expect(dialog(page)).toContainText('12 requests: 2 summaries, 3 times');
  await expect(dialog(page)).toContainText(/\$\d\S* to \$\S+ at most/);
  const price = await dialog(page).locator('strong').innerText();
  await dialog(page).getByLabel('Repeats').selectOption('5');
  await expect(dialog(page)).toContainText('20 requests');
  await dialog(page).getByLabel('Model for answering and judging').selectOption('claude-opus-5');
  expect(await dialog(page).locator('strong').innerText()).not.toBe(price);
  await dialog(page)
    .getByText(/^Show all \d+ questions$/)
    .click();
  await expect(dialog(page).getByRole('listitem').first()).toContainText('____');
  await expectSoundInEveryLook(page, 'dialog[open]');
  await dialog(page).getByLabel('Repeats').selectOption('3');
  await page.keyboard.press('Escape');
  expect(await messagesSeenBy(key)).toEqual([]);

  await judge(page);
  await expect(table(page).getByRole('row')).toHaveCount(8, { timeout: 30_000 });
  await expect(table(page)).toContainText('3 of 3 times');
  await expect(panel(page).getByRole('button', { name: 'Judge with a model…' })).toBeVisible({ timeout: 30_000 });
  for (const name of ['Accuracy', 'Context', 'Artifact trail', 'Completeness', 'Continuity', 'Instructions']) {
    await expect(table(page).getByRole('row', { name: new RegExp(`^${name} \\d`) })).toBeVisible();
  }
  await panel(page)
    .getByText(/^Questions, answers and verdicts/)
    .click();
  await panel(page)
    .getByText(/In “.+” one value is missing/)
    .first()
    .click();
  await expect(
    panel(page)
      .getByText(/^Expected:/)
      .first(),
  ).toBeVisible();
  await expectSoundInEveryLook(page, 'section[aria-labelledby="judge-title"]');
  await panel(page).getByText('Reasons for scores').click();
  await panel(page).getByRole('listitem').getByText('Continuity').click();
  await expect(panel(page).locator('dd').first()).toContainText('stand-in');

  const seen = await messagesSeenBy(key);
  expect(seen).toHaveLength(12);
  expect(seen.map(({ problem }) => problem ?? '')).toEqual(Array(12).fill(''));
  const sent = JSON.stringify(seen.map(({ body }) => body));
  for (const name of ['Recorded summary', 'Offline (by rules)', 'column']) expect(sent).not.toContain(name);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Markdown' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/\| Judged: Accuracy \| \d/);
});

test('keeps the ratings so far when stopped, and sends nothing more', async ({ page }) => {
  const key = keyOf('judge-stop');
  await opened(page, key);
  const fine = { type: 'answer' } as const;
  await behave(key, [fine, fine, fine, fine, { type: 'stall', afterDeltas: 3 }]);
  await judge(page);
  await expect(panel(page).getByRole('status')).toContainText('4 of 12 requests answered');
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(page)).toContainText('was stopped');
  await expect(table(page)).toContainText('1 of 3 times');
  expect(await messagesSeenBy(key)).toHaveLength(5);
});

test('counts down a wait, and explains a rejected key', async ({ page }) => {
  const key = keyOf('judge-wait');
  await opened(page, key);
  await behave(key, [
    { type: 'error', status: 429, retryAfterSeconds: 2 },
    { type: 'error', status: 401 },
  ]);
  await judge(page);
  await expect(panel(page).getByText(/Retrying in [12] s/)).toBeVisible();
  await expect(panel(page).getByRole('alert')).toContainText(/key/);
  await expect(table(page)).toBeHidden();
});

test('restores the ratings of a saved run after a reload', async ({ page }) => {
  const key = keyOf('judge-kept');
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await view.column(1).getByRole('button', { name: 'Run…' }).click();
  await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
  await expect(view.text(1)).toContainText(/\w{4}/);
  await judge(page);
  await expect(panel(page).getByRole('button', { name: 'Judge with a model…' })).toBeVisible({ timeout: 30_000 });
  const points = (row: string, place: number) =>
    table(page)
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('cell')
      .nth(place - 1);
  const accuracy = await points('Accuracy', 1).innerText();
  await page.reload();
  await page.getByText('Saved runs for this session: 1').click();
  await page.getByRole('button', { name: /^Show .+ as a column$/ }).click();
  await expect(points('Accuracy', 3)).toHaveText(accuracy);
});

test('asks a question of the user in addition, kept with the session', async ({ page }) => {
  const key = keyOf('judge-own');
  await opened(page, key);
  await panel(page).getByText('Own questions: 0').click();
  await panel(page).getByLabel('Question').fill('Who releases it?');
  await panel(page).getByLabel('Expected answer').fill('The night shift.');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Own questions: 1')).toBeVisible();
  await page.reload();
  await expect(panel(page).getByText('Own questions: 1')).toBeVisible();
  await opened(page, key);
  await panel(page).getByRole('button', { name: 'Judge with a model…' }).click();
  await expect(dialog(page)).toContainText('1 of them yours');
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
  await panel(page).getByText('Questions, answers and verdicts').click();
  await expect(panel(page).getByText('Your question:')).toBeVisible();
  await expect.poll(async () => (await messagesSeenBy(key)).length).toBe(12);
  const asked = (await messagesSeenBy(key)).map(({ body }) => JSON.stringify(body));
  expect(asked.filter((text) => text.includes('Who releases it?'))).toHaveLength(12);
  expect(asked.filter((text) => text.includes('The night shift.'))).toHaveLength(6);
  await panel(page).getByText('Own questions: 1').click();
  await panel(page).getByRole('button', { name: 'Delete question 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page).getByText('Own questions: 1')).toBeVisible();
});

test('keeps a question over a reload in the very moment in which it is shown', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  await panel(page).getByText('Own questions: 0').click();
  const reloaded = await reloadOnceShown(page, 'Own questions: 1');
  await panel(page).getByLabel('Question').fill('Who releases it?');
  await panel(page).getByLabel('Expected answer').fill('The night shift.');
  await page.keyboard.press('Enter');
  await reloaded();
  await expect(panel(page).getByText('Own questions: 1')).toBeVisible();
});

test('says after a reload what was asked, keeps what was answered, and continues with the missing requests alone', async ({
  page,
}) => {
  const key = keyOf('judge-cut-off');
  await opened(page, key, { isKept: true });
  const fine = { type: 'answer' } as const;
  await behave(key, [fine, fine, fine, fine, fine, { type: 'hang' }]);
  await judge(page);
  await expect(panel(page).getByRole('status')).toContainText('5 of 12 requests answered');
  await expect.poll(async () => (await messagesSeenBy(key)).length).toBe(6);
  await page.reload();

  const left = panel(page).getByRole('status').filter({ hasText: 'Judging was interrupted' });
  await expect(left).toContainText('5 of 12 requests answered');
  await expect(left).toContainText('One was sent, and the page closed before its answer: it may have been billed');
  await expect(table(page)).toContainText('1 of 3 times');
  await expectSoundInEveryLook(page, 'section[aria-labelledby="judge-title"]');
  expect(await messagesSeenBy(key)).toHaveLength(6);
  await panel(page).getByRole('button', { name: 'Continue with 7 requests…' }).press('Enter');
  const again = page.getByRole('dialog', { name: 'Continue judging?' });
  await expect(again).toContainText('7 requests');
  await expect(again).toContainText('may be billed twice');
  await expect(again).toContainText(/\$\d\S* to \$\S+ at most/);
  await expectSoundInEveryLook(page, 'dialog[open]');
  await again.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(left).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Judge with a model…' })).toBeEnabled({ timeout: 30_000 });
  await expect(table(page)).toContainText('3 of 3 times');
  expect(await messagesSeenBy(key)).toHaveLength(13);

  // The ratings of summaries that nobody stored as runs, too.
  const ratings = await table(page).innerText();
  await page.reload();
  await expect(table(page)).toContainText('3 of 3 times');
  // The ratings of the other columns may come later.
  await expect.poll(() => table(page).innerText()).toBe(ratings);
  await expect(left).toBeHidden();
});
