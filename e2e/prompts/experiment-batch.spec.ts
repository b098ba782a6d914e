import { expect, test } from '@playwright/test';
import { endBatches, seenBy } from '../stand-in/control';
import { ExperimentsView } from '../support/experiments-view';
import { expectSoundInEveryLook } from '../support/looks';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const PROMPTS = ['Nine sections', 'Five headings'];
const MODELS = ['claude-sonnet-5-5', 'claude-opus-5'];
/** 2 prompts × 2 models × 2 boundaries × 3 times. */
const REQUESTS = 24;
/** The recorded summary and the rules, at each boundary. */
const FREE = 4;

test('runs 2 prompts × 2 models × 2 boundaries in a batch, fetched after a reload, and sends again what failed', async ({
  page,
}) => {
  const view = new ExperimentsView(page);
  const key = keyOf('batch');
  const batchesSeen = async () =>
    (await seenBy(key)).filter(({ method, path }) => method === 'POST' && path === '/v1/messages/batches');
  await view.open('long-bug-hunt');
  await view.giveKey(key);
  await view.check('Refactoring', ...PROMPTS);
  for (const session of ['Long bug hunt', 'Refactoring']) {
    await page
      .getByRole('group', { name: `Boundaries in ${session}` })
      .getByRole('button', { name: 'First' })
      .click();
  }
  await view.chooseModels(MODELS);
  await expect(page.getByText(`2 boundaries × 6 rows: ${REQUESTS} answers of models.`)).toBeVisible();
  await expect(view.runButton).toBeEnabled();
  await view.runButton.click();

  await test.step('shows both prices first, and keeps what is typed as a limit', async () => {
    await expect(view.sendDialog.getByText(/Likely \$\d+\.\d{3}, at most/)).toHaveCount(2);
    await view.sendDialog.getByLabel('Limit in dollars').fill('many');
    await expect(view.sendDialog.getByRole('alert')).toContainText('must be an amount in dollars');
    await view.sendDialog.getByLabel('Limit in dollars').fill('50');
    const before = await view.sendDialog.locator('[data-total="most"]').textContent();
    await view.sendDialog.getByLabel(/^In a batch/).check();
    await expect(view.sendDialog.locator('[data-total="most"]')).not.toHaveText(before ?? '');
    await expectSoundInEveryLook(page, 'dialog[open]');
    expect(await batchesSeen()).toEqual([]);
  });

  await view.send();
  await expect(page).toHaveURL(/\?id=/);
  await expect(view.batches).toContainText(`In progress: ${REQUESTS} processing`);
  await expect(view.progress).toContainText(`${FREE} of ${REQUESTS + FREE} answers so far, ${REQUESTS} in batches.`);
  const [sent] = await batchesSeen();
  expect(sent?.problem).toBeUndefined();
  expect(JSON.stringify(sent?.body)).not.toContain('cache_control');
  await page.reload();
  await page.getByRole('link', { name: 'All experiments' }).click();
  await expect(page.getByRole('region', { name: 'Saved experiments' }).first()).toContainText(
    `${REQUESTS} answers in batches`,
  );
  await page.getByRole('button', { name: 'Delete Long bug hunt, Refactoring' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete with answers in batches?' });
  await expect(deletion).toContainText(`${REQUESTS} answers of`);
  await deletion.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Long bug hunt, Refactoring' }).click();

  await test.step('is there after a reload, and fetches what has ended', async () => {
    await expect(view.batches).toContainText(`In progress: ${REQUESTS} processing`);
    await expectSoundInEveryLook(page);
    await endBatches(key, { fail: ['r3_b1_1'], expire: ['r6_b2_3'] });
    // The page looks by itself, too, and may have taken the button away before it is clicked.
    const lookNow = view.batches.getByRole('button', { name: 'Look now' });
    await expect(async () => {
      if (await lookNow.isVisible()) await lookNow.click({ timeout: 2_000 });
      await expect(view.batches).toContainText(`Ended: ${REQUESTS - 2} succeeded, 1 errored, 1 expired.`, {
        timeout: 2_000,
      });
    }).toPass();
    await view.batches.getByRole('button', { name: 'Fetch results' }).click();
    await expect(view.batches).toContainText('Results fetched.', { timeout: 60_000 });
    await expect(view.progress).toContainText(`${REQUESTS + FREE - 2} of ${REQUESTS + FREE} answers so far`);
  });

  await test.step('sends again only what failed or expired', async () => {
    await page.getByRole('button', { name: 'Continue…' }).click();
    await expect(view.sendDialog).toContainText('2 answers left');
    await view.sendDialog.getByLabel(/^In a batch/).check();
    await view.send();
    await expect.poll(async () => (await batchesSeen()).length).toBe(2);
    const again = (await batchesSeen())[1]?.body;
    expect(JSON.stringify(again?.requests).match(/"custom_id":"\w+"/g)).toEqual([
      '"custom_id":"r3_b1_1"',
      '"custom_id":"r6_b2_3"',
    ]);
    await endBatches(key);
    // The page looks by itself.
    await view.batches.getByRole('button', { name: 'Fetch results' }).click({ timeout: 30_000 });
    await expect(view.progress).toContainText(`${REQUESTS + FREE} of ${REQUESTS + FREE} answers`, { timeout: 60_000 });
  });

  await test.step('has scores with their spread for each prompt and model, at half the price', async () => {
    const table = page.getByRole('region', { name: 'Prompts by models' });
    await expect(table.getByRole('columnheader')).toHaveText(['Prompt', ...MODELS]);
    await expect(table.locator('tbody td')).toHaveCount(4);
    for (const cell of await table.locator('tbody td').all()) await expect(cell).toContainText(/\d %.*\$\d+\.\d+/);
    await expect(view.cells()).toHaveCount(2 * 6);
    const { answers } = JSON.parse(await view.exported('JSON'));
    const whole = answers.filter(({ state }: { state: string }) => state === 'whole');
    expect(whole).toHaveLength(REQUESTS + FREE);
    expect(new Set(whole.map(({ job }: { job: string }) => job)).size).toBe(REQUESTS + FREE);
    const batched = whole.filter(({ sent }: { sent?: object }) => sent !== undefined);
    expect(batched).toHaveLength(REQUESTS);
    for (const { sent: figures } of batched) {
      expect(figures).toMatchObject({ isInBatch: true, usage: { cacheRead: 0, cacheWrite5m: 0 } });
      expect(figures.dollars).toBeGreaterThan(0);
    }
    const { paid, least, most } = await view.bill();
    expect(paid).toBeGreaterThanOrEqual(least);
    expect(paid).toBeLessThanOrEqual(most);
    await expectSoundInEveryLook(page);
  });
  expect(await messagesSeenBy(key)).toEqual([]);
});
