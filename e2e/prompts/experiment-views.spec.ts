import { expect, type Page } from '@playwright/test';
import { behave } from '../stand-in/control';
import { ExperimentsView } from '../support/experiments-view';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PromptsView } from '../support/prompts-view';
import { SessionsPage } from '../support/sessions-page';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

/** An own prompt with this text, as the editor of Prompts stores it. */
async function keepPrompt(page: Page, text: string): Promise<void> {
  await page.evaluate(async (words) => {
    const read = (request: IDBRequest) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opening = indexedDB.open('highwater-prompts');
    opening.onupgradeneeded = () => opening.result.createObjectStore('kv');
    const database = await read(opening);
    const store = database.transaction('kv', 'readwrite').objectStore('kv');
    await read(store.put({ version: 1, id: 'mine', title: 'Mine', text: words }, 'mine'));
    database.close();
  }, text);
}

test('answers “which prompt for my sessions” in ten clicks from the start page', async ({ page }) => {
  const sessions = new SessionsPage(page);
  const view = new ExperimentsView(page);
  const key = keyOf('clicks');
  await sessions.open();
  await page.evaluate((kept) => sessionStorage.setItem('highwater.api-key', kept), key);
  let clicks = 0;
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Prompts' }));
  await click(page.getByRole('link', { name: 'Run on several' }));
  await click(page.getByLabel('Refactoring'));
  await click(page.getByLabel('Nine sections'));
  await click(page.getByLabel('Handoff brief'));
  await expect(view.runButton).toBeEnabled();
  await click(view.runButton);
  await click(view.sendDialog.getByRole('button', { name: 'Send', exact: true }));
  await expect(view.progress).toContainText(/^(\d+) of \1 answers/, { timeout: 120_000 });
  await expect(page.getByRole('region', { name: 'Matrix' })).toContainText(/clearly better/);
  expect(clicks).toBeLessThanOrEqual(10);
});

test('shows the answers of a cell with their scores, and opens one of them in Prompts', async ({ page }) => {
  const view = new ExperimentsView(page);
  const key = keyOf('cell');
  await behave(key, [
    { type: 'drop', afterDeltas: 3 },
    { type: 'answer', text: 'Never touch the migrations folder.' },
    { type: 'answer', text: 'Nothing.' },
  ]);
  await view.open('long-bug-hunt');
  await view.giveKey(key);
  await view.check('Handoff brief');
  await page.getByRole('group', { name: 'Boundaries in Long bug hunt' }).getByRole('button', { name: 'First' }).click();
  await page.getByLabel('Repeats').fill('2');
  await page.getByLabel('Repeats').press('Enter');
  await expect(page.getByText('1 boundary × 3 rows: 2 answers of models.')).toBeVisible();
  await view.runButton.click();
  await view.send();
  await expect(view.progress).toContainText('4 of 4 answers');

  const cell = page.getByRole('button', { name: /^Handoff brief, .*call 141: .*, 2 answers/ });
  await cell.click();
  const answers = page.getByRole('region', { name: /^Answers: Handoff brief/ });
  const choice = answers.getByRole('group', { name: 'Answer' }).getByRole('button');
  await expect(choice).toHaveCount(3);
  await expect(choice.filter({ hasText: 'partial' })).toHaveCount(1);
  await choice.filter({ hasText: 'partial' }).click();
  await expect(answers.getByRole('status').filter({ hasText: 'interrupted' })).toBeVisible();
  await choice
    .filter({ hasText: /Answer \d, \d\d:\d\d:\d\d$/ })
    .first()
    .click();
  await answers.locator('[data-score="rules-preserved"] summary').click();
  await expect(answers.getByText('Never touch the migrations folder.').first()).toBeVisible();
  await answers
    .getByRole('button', { name: /^message \d/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Message \d/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await answers.getByRole('button', { name: 'Open in Prompts' }).click();
  await expect(page).toHaveURL(/\/prompts\?session=sample-long-bug-hunt&at=141/);
  const prompts = new PromptsView(page);
  await expect(prompts.text(1)).toContainText(/Never touch the migrations folder|Nothing/);
  await page.goBack();
  await expect(cell).toBeVisible();
});

test('stops after five failures in a row, and continues with the answers so far', async ({ page }) => {
  const view = new ExperimentsView(page);
  const key = keyOf('rejected');
  await behave(
    key,
    Array.from({ length: 8 }, () => ({ type: 'error', status: 401 })),
  );
  await view.open('refactoring');
  await view.giveKey(key);
  await view.check('Handoff brief');
  await expect(page.getByText('2 boundaries × 3 rows: 6 answers of models.')).toBeVisible();
  await view.runButton.click();
  await view.send();
  const alert = page.getByRole('alert').filter({ hasText: 'Stopped after 5 failures in a row' });
  await expect(alert).toContainText('not accepted');
  expect((await messagesSeenBy(key)).length).toBeLessThanOrEqual(8);
  expect(await view.answersSoFar()).toBeGreaterThan(0);
  await expect(async () => {
    await page.getByRole('button', { name: 'Continue…' }).click({ timeout: 5_000 });
    await view.send();
    await expect(view.progress).toContainText('10 of 10 answers', { timeout: 20_000 });
  }).toPass();
  await expect(alert).toBeHidden();
});

test('has the session that the user came from first, and moves none that is selected later', async ({ page }) => {
  const view = new ExperimentsView(page);
  const sessions = page.getByRole('group', { name: 'Sessions and boundaries' }).locator('ul > li > label');
  await view.open('long-bug-hunt');
  await expect(sessions.first()).toContainText('Long bug hunt');
  const before = await sessions.allInnerTexts();
  await sessions.last().getByRole('checkbox').check();
  await expect(sessions.last().getByRole('checkbox')).toBeChecked();
  expect(await sessions.allInnerTexts()).toEqual(before);
});

test('runs at simulated boundaries, can be stopped with a partial answer, and continues', async ({ page }) => {
  const view = new ExperimentsView(page);
  const key = keyOf('simulated');
  await behave(key, [{ type: 'answer', text: `Never touch the migrations. ${'word '.repeat(6_000)}`, deltaMs: 20 }]);
  await view.open('long-bug-hunt');
  await view.giveKey(key);
  await view.check('Handoff brief');
  await page
    .getByRole('group', { name: 'Kind of boundaries in Long bug hunt' })
    .getByRole('button', { name: 'Simulated' })
    .click();
  await expect(page.getByText(/of \d simulated compactions/)).toBeVisible();
  await page
    .getByRole('group', { name: 'Boundaries in Long bug hunt' })
    .getByRole('button', { name: 'Last', exact: true })
    .click();
  await page.getByLabel('Repeats').fill('1');
  await page.getByLabel('Repeats').press('Enter');
  await expect(page.getByText('1 boundary × 3 rows: 1 answer of models.')).toBeVisible();
  await view.runButton.click();
  await view.send();
  await expect(page.getByRole('list', { name: 'Requests in progress' })).toContainText(/\d+ characters/);
  // The recording has no summary there.
  await expect(view.progress).toContainText('1 of 2 answers');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Continue…' })).toBeVisible();
  await page.getByRole('button', { name: /^Handoff brief, .*0 of 1 answer/ }).click();
  const answers = page.getByRole('region', { name: /^Answers: Handoff brief/ });
  await expect(answers).toContainText('Never touch the migrations.');
  await expect(answers.getByRole('button', { name: /partial$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue…' }).click();
  await expect(view.sendDialog).toContainText('1 answer left');
  await view.send();
  await expect(view.progress).toContainText(/^(\d) of \1 answers/);
  await expect(answers.getByRole('group', { name: 'Answer' }).getByRole('button')).toHaveCount(2);
  await answers.getByRole('button', { name: 'Open in Prompts' }).click();
  await expect(page).toHaveURL(/\/prompts\?session=sample-long-bug-hunt&at=\d+&view=/);
  await expect(new PromptsView(page).text(1)).toContainText(/\w{4}/);
});

test('is set up and run by keyboard alone, and set up again from its result', async ({ page }) => {
  const view = new ExperimentsView(page);
  const keyboard = new Keyboard(page);
  await view.open('refactoring');
  await expect(view.runButton).toBeEnabled();
  await keyboard.tabTo(page.getByLabel('Recorded summary (free)'));
  await page.keyboard.press('Space');
  await expect(page.getByText('2 boundaries × 1 row: 0 answers of models.')).toBeVisible();
  await keyboard.tabTo(view.runButton);
  await page.keyboard.press('Enter');
  const run = page
    .getByRole('dialog', { name: 'Run without a model?' })
    .getByRole('button', { name: 'Run', exact: true });
  await keyboard.tabTo(run);
  await page.keyboard.press('Enter');
  await expect(view.progress).toContainText('2 of 2 answers');
  await keyboard.tabTo(view.cells().first());
  await page.keyboard.press('Enter');
  const answers = page.getByRole('region', { name: /^Answers: Offline/ });
  await expect(answers.getByRole('heading', { level: 2 })).toBeFocused();
  await keyboard.tabTo(answers.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(answers).toBeHidden();
  await expect(view.cells().first()).toBeFocused();
  await keyboard.tabTo(page.getByRole('button', { name: 'Set up again' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/prompts\/experiments$/);
  await expect(page.getByText('2 boundaries × 1 row: 0 answers of models.')).toBeVisible();
  await expect(page.getByLabel('Recorded summary (free)')).not.toBeChecked();
});

test('keeps thresholds, which pass or fail, and renames and deletes experiments with undo', async ({ page }) => {
  const view = new ExperimentsView(page);
  await view.open('refactoring');
  await expect(page.getByText('2 boundaries × 2 rows: 0 answers of models.')).toBeVisible();
  await view.runButton.click();
  await page
    .getByRole('dialog', { name: 'Run without a model?' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect(view.progress).toContainText('4 of 4 answers');

  await page.getByLabel('Score').selectOption('Rules preserved');
  await page.getByLabel(/^Threshold/).fill('101');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid' })).toContainText('from 0 to 100');
  await page.getByLabel(/^Threshold/).fill('100');
  await page.getByLabel(/^Threshold/).press('Enter');
  const matrix = page.getByRole('region', { name: 'Matrix' });
  await expect(matrix.getByRole('row', { name: /^Recorded summary/ })).toContainText('fails');
  await page.reload();
  await expect(page.getByLabel('Score')).toHaveValue('rules-preserved');
  await expect(page.getByLabel(/^Threshold/)).toHaveValue('100');
  await expect(matrix.getByRole('row', { name: /^Recorded summary/ })).toContainText('fails');
  await page.getByText('Thresholds: 1 score').click();
  await expect(page.getByRole('region', { name: 'Thresholds', exact: true })).toContainText(
    'Rules preserved, at least 100 %',
  );

  await page.getByRole('link', { name: 'All experiments' }).click();
  const list = page.getByRole('region', { name: 'Saved experiments' }).first();
  await list.getByRole('button', { name: 'Rename Refactoring' }).click();
  await page.getByLabel('Title').fill('Two free rows');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('link', { name: 'Two free rows' })).toBeVisible();
  await list.getByRole('button', { name: 'Delete Two free rows' }).click();
  await expect(list).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Two free rows' }).click();
  await expect(view.progress).toContainText('4 of 4 answers');
});

test('compares the versions of an own prompt over experiments', async ({ page }) => {
  const view = new ExperimentsView(page);
  const key = keyOf('versions');
  const run = async (text: string, answer: string) => {
    await view.open('refactoring');
    await keepPrompt(page, text);
    await page.reload();
    await behave(key, [
      { type: 'answer', text: answer },
      { type: 'answer', text: answer },
    ]);
    await page.getByLabel('Mine', { exact: true }).check();
    await page.getByLabel('Repeats').fill('1');
    await page.getByLabel('Repeats').press('Enter');
    await expect(page.getByText('2 boundaries × 3 rows: 2 answers of models.')).toBeVisible();
    await view.runButton.click();
    await view.send();
    await expect(view.progress).toContainText('6 of 6 answers');
  };
  await view.open('refactoring');
  await view.giveKey(key);
  await run('Summarise it. Do not call any tools.', 'Nothing.');
  await run('Summarise it well. Do not call any tools.', 'The class is src/ledger.ts.');
  await page.getByText('Versions of these prompts').click();
  const versions = page.getByRole('region', { name: 'Versions of Mine', exact: true });
  await expect(versions.getByRole('row')).toHaveCount(3);
  for (const number of ['1', '2']) {
    const row = versions.getByRole('row', { name: new RegExp(`^${number} `) });
    await expect(row).toContainText('claude-');
    await expect(row).toContainText('%');
  }
  await keepPrompt(page, 'Summarise it best. Do not call any tools.');
  await page.reload();
  await page.getByText('Versions of these prompts').click();
  await expect(versions).toContainText('its current text was not run in an experiment yet');
  expect(await messagesSeenBy(key)).toHaveLength(4);
  await page.getByRole('link', { name: 'All experiments' }).click();
  await expect(page.getByLabel('Mine', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Mine, version 1')).toBeVisible();
  await expect(page.getByLabel('Mine, version 2')).toBeVisible();
});

test('says when the storage is full, keeps the answer, and stores it when there is room', async ({ page }) => {
  const view = new ExperimentsView(page);
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, name) {
      const isAnswer = this.transaction.db.name === 'highwater-experiment-answers';
      if (isAnswer && sessionStorage.getItem('is-full') === 'yes')
        throw new DOMException('It is full', 'QuotaExceededError');
      return put.call(this, value, name);
    };
  });
  await view.open('refactoring');
  await page.evaluate(() => sessionStorage.setItem('is-full', 'yes'));
  await expect(view.runButton).toBeEnabled();
  await view.runButton.click();
  await page
    .getByRole('dialog', { name: 'Run without a model?' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not save' });
  await expect(alert).toContainText('the browser’s storage quota is full');
  await expect(alert).toContainText('nothing more is asked until it is saved');
  const answers = await view.answersSoFar();
  expect(answers).toBeGreaterThan(0);
  await page.evaluate(() => sessionStorage.setItem('is-full', 'no'));
  await page.getByRole('button', { name: 'Save again' }).click();
  await expect(alert).toBeHidden();
  await page.reload();
  // Others may have arrived until it was asked to stop.
  await expect.poll(() => view.answersSoFar()).toBeGreaterThanOrEqual(answers);
});

test('judges all answers blind, with an own question, at a price that adds up', async ({ page }) => {
  const view = new ExperimentsView(page);
  const key = keyOf('judged');
  await view.open('refactoring');
  await view.giveKey(key);
  await view.check('Handoff brief');
  await page.getByLabel('Repeats').fill('1');
  await page.getByLabel('Repeats').press('Enter');
  await expect(page.getByText('2 boundaries × 3 rows: 2 answers of models.')).toBeVisible();
  await view.runButton.click();
  await view.send();
  await expect(view.progress).toContainText('6 of 6 answers');

  const section = page.getByRole('region', { name: 'Judged by a model' });
  await section.getByText('Own questions about Refactoring: 0').click();
  await section.getByLabel('Question').fill('Who signs off the ledger?');
  await section.getByLabel('Expected answer').fill('Nobody but the harbour master.');
  await section.getByRole('button', { name: 'Add question' }).click();
  await expect(section.getByText('Own questions about Refactoring: 1')).toBeVisible();
  const before = (await messagesSeenBy(key)).length;
  await section.getByRole('button', { name: 'Judge with a model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge with a model?' });
  await expect(dialog).toContainText('6 summaries, one at a time and in random order');
  await expect(dialog).toContainText('2 of them yours: 12 requests');
  const figures = async (part: string) =>
    ((await dialog.locator(part).allTextContents()).join(' ').match(/\$\d+\.\d{3}/g) ?? []).map((text) =>
      Math.round(Number(text.slice(1)) * 1_000),
    );
  const rows = await figures('tbody');
  expect(rows).toHaveLength(6);
  expect(await figures('tfoot')).toEqual(
    [0, 1].map((place) => (rows[place] ?? 0) + (rows[place + 2] ?? 0) + (rows[place + 4] ?? 0)),
  );
  expect(await messagesSeenBy(key)).toHaveLength(before);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(section).toContainText('6 of 6 answers judged');

  const asked = (await messagesSeenBy(key)).slice(before).map(({ body }) => JSON.stringify(body));
  expect(asked).toHaveLength(12);
  expect(asked.filter((text) => text.includes('Who signs off the ledger?'))).toHaveLength(12);
  expect(asked.filter((text) => text.includes('harbour master'))).toHaveLength(6);
  expect(asked.some((text) => text.includes('Handoff brief'))).toBe(false);
  await page.getByLabel('Score').selectOption('Questions answered (judged)');
  await expect(page.getByRole('region', { name: 'Matrix' }).getByRole('row', { name: /^Offline/ })).toContainText('%');
  await page.reload();
  await expect(section).toContainText('6 of 6 answers judged');
  await view.cells().first().click();
  await page.getByText(/^Questions, judged by/).click();
  await expect(page.getByText('Your question:')).toBeVisible();
});

test('has no accessibility violations in experiments', async ({ page }) => {
  const view = new ExperimentsView(page);
  await view.open('refactoring');
  await view.check('Nine sections');
  await page.getByRole('group', { name: 'Boundaries in Refactoring' }).getByRole('button', { name: 'Some' }).click();
  await expect(view.runButton).toBeEnabled();
  await expectSoundInEveryLook(page);
  await view.runButton.click();
  await expectSoundInEveryLook(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await page.getByLabel('Nine sections').uncheck();
  await view.runButton.click();
  await page
    .getByRole('dialog', { name: 'Run without a model?' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect(view.progress).toContainText('4 of 4 answers');
  await view.cells().first().click();
  await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
  await expectSoundInEveryLook(page);
});
