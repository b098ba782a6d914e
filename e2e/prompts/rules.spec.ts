import { expect, type Page } from '@playwright/test';
import { reloadOnceShown } from '../support/at-once';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PromptsView } from '../support/prompts-view';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { openSample } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;
const RULE = 'Do not raise timeouts to make a test pass.';

function rulesDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Rules of this session' });
}

async function openRules(view: PromptsView) {
  await view.score(1, 'rules-preserved').click();
  await view.column(1).locator('[data-score="rules-preserved"]').getByRole('button', { name: 'Edit rules…' }).click();
  const dialog = rulesDialog(view.page);
  await expect(dialog.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(5);
  return dialog;
}

async function preserved(view: PromptsView, column: number) {
  const text = await view.score(column, 'rules-preserved').innerText();
  const [, count, of] = /(\d+) of (\d+) rules/.exec(text) ?? [];
  return { count: Number(count), of: Number(of) };
}

test('confirms, removes and adds rules, which every column counts, and keeps them', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  const before = [await preserved(view, 1), await preserved(view, 2)];
  const dialog = await openRules(view);
  await dialog.getByRole('button', { name: `Confirm “${RULE}”` }).press('Enter');
  await expect(dialog.getByRole('button', { name: `Correct “${RULE}”` })).toBeFocused();
  await dialog.getByLabel('Another rule').fill('Never write to the audit table');
  await dialog.getByLabel('Another rule').press('Enter');
  await dialog.getByRole('button', { name: /^Not a rule “never touch the migrations/ }).click();
  await expect(dialog.getByText('Removed: 1 sentence')).toBeVisible();
  await expectSoundInEveryLook(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  // One that both summaries had is gone, and one that neither has is new.
  const after = before.map(({ count, of }) => ({ count: count - 1, of }));
  await expect.poll(async () => [await preserved(view, 1), await preserved(view, 2)]).toEqual(after);
  const list = view.column(1).getByRole('region', { name: /, rules preserved$/ });
  await expect(list).toContainText('missing · added by you');
  await expect(list).toContainText('missing · confirmed by you');

  await page.reload();
  await expect.poll(() => preserved(view, 1)).toEqual(after[0]);

  await openSample(page, SAMPLE, `#v1&preset=as-recorded&call=${CALL}&end`);
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await expect(reasons.getByRole('region', { name: 'Rules, lost' })).toContainText('added by you');
  await reasons.locator('[data-group="rules"]').getByRole('button', { name: 'Edit rules…' }).click();
  await rulesDialog(page).getByRole('button', { name: 'Remove “Never write to the audit table”' }).click();
  await page.keyboard.press('Escape');
  await expect(reasons.getByRole('region', { name: 'Rules, lost' })).not.toContainText('added by you');
});

test('corrects a rule by keyboard alone, and undoes it', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  const dialog = await openRules(view);
  const correct = dialog.getByRole('button', { name: `Correct “${RULE}”` });
  await correct.focus();
  await page.keyboard.press('Enter');
  const field = dialog.getByLabel('Text of the rule');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(correct).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Do not raise any timeout');
  await page.keyboard.press('Enter');
  const corrected = dialog.getByRole('listitem').filter({ hasText: 'corrected by you' });
  await expect(corrected).toContainText('Do not raise any timeout');
  await expect(corrected).toContainText(`was “${RULE}”`);
  await expect(dialog.getByRole('button', { name: 'Correct “Do not raise any timeout”' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText(RULE, { exact: true })).toBeVisible();
  await expect(dialog.getByText('corrected by you')).toHaveCount(0);
});

test('keeps an edited rule over a reload in the very moment in which it is shown', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  const dialog = await openRules(view);
  const reloaded = await reloadOnceShown(page, 'added by you');
  await dialog.getByLabel('Another rule').fill('Never write to the audit table');
  await dialog.getByLabel('Another rule').press('Enter');
  await reloaded();
  await view.score(1, 'rules-preserved').click();
  await view.column(1).locator('[data-score="rules-preserved"]').getByRole('button', { name: 'Edit rules…' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'added by you' })).toContainText('audit table');
});

test('leads to the prompt with a rule, and back', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  const dialog = await openRules(view);
  await dialog
    .getByRole('button', { name: /^message 1,/ })
    .first()
    .click();
  const place = page.getByRole('dialog', { name: /^Message 1,/ });
  await expect(place).toContainText('migrations');
  await page.keyboard.press('Escape');
  await expect(place).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('exports the edits with the session, and imports them in another browser', async ({ page, browser }) => {
  const log = [
    { role: 'user', content: 'Never push. Sort the list.' },
    { role: 'assistant', content: 'Sorted.' },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'Bye.' },
  ];
  const sessions = await sessionsIn(page);
  await sessions.pick({ 'own.json': JSON.stringify(log) });
  await openFirst(sessions);
  await addRule(page, 'Be brief');
  await sessions.open();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export Never push/ }).click();
  const file = test.info().outputPath('edited.highwater.json');
  await (await download).saveAs(file);

  const other = await browser.newPage();
  const there = await sessionsIn(other);
  await there.fileInput.setInputFiles(file);
  await there.settled('edited.highwater.json');
  await openFirst(there);
  await other.getByRole('button', { name: 'Edit rules…' }).first().click();
  await expect(rulesDialog(other).getByRole('listitem').filter({ hasText: 'added by you' })).toContainText('Be brief');
  await other.close();
});

async function sessionsIn(page: Page): Promise<SessionsPage> {
  const sessions = new SessionsPage(page);
  await withoutTour(page);
  await sessions.open();
  return sessions;
}

/** In Prompts at its second call, with the rules of the offline summary shown. */
async function openFirst({ page, table }: SessionsPage): Promise<void> {
  await table.getByRole('row').filter({ hasNotText: 'Sample' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/session=/);
  const id = new URL(page.url()).searchParams.get('session') ?? '';
  await page.goto(`/prompts?session=${id}&at=2`);
  await page.locator('[data-score="rules-preserved"] summary').first().click();
}

async function addRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit rules…' }).first().click();
  await rulesDialog(page).getByLabel('Another rule').fill(rule);
  await rulesDialog(page).getByRole('button', { name: 'Add rule' }).click();
  await expect(rulesDialog(page).getByRole('listitem').filter({ hasText: rule })).toContainText('added by you');
}
