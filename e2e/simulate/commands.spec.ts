import { expect, type Page } from '@playwright/test';
import { choiceOf, linkOf, recordingChoice, sessionInNode } from '../support/engine-in-node';
import { MessagesPanel } from '../support/messages-panel';
import { test } from '../support/one-page';
import {
  engineRows,
  expectedRows,
  openSample,
  sampleFile,
  shownCompactions,
  simulatedInNode,
} from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const CALL = 40;
const MESSAGE = 20;

const commands = (page: Page) => page.getByRole('region', { name: 'Commands', exact: true });

test('[F8] compacts up to a message by keyboard like the command line, with a link and undo', async ({ page }) => {
  const session = await sessionInNode(sampleFile(SAMPLE));
  const recorded = engineRows(session.simulations.simulate(recordingChoice));
  const plain = expectedRows(await simulatedInNode(sampleFile(SAMPLE)));
  const upTo = expectedRows(
    await simulatedInNode(sampleFile(SAMPLE), '--command', `${CALL} /compact up to #${MESSAGE + 1}`),
  );
  await openSample(page, SAMPLE, `#v1&call=${CALL + 1}&end`);
  await expect.poll(() => shownCompactions(page)).toEqual(recorded);

  const { list } = new MessagesPanel(page);
  await list.locator('[data-key]').first().focus();
  await page.keyboard.press('Home');
  const line = list.locator(`[data-key="${MESSAGE}.0"]`);
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(line).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [1] });
  await page.keyboard.press('Enter');
  const button = list.getByRole('button', { name: 'Compact up to here' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [1] });
  await page.keyboard.press('Enter');

  await expect.poll(() => shownCompactions(page)).toEqual(upTo);
  await expect(commands(page)).toContainText(`call ${CALL + 1} /compact up to #${MESSAGE + 1}`);
  await expect.poll(() => new URL(page.url()).hash).toContain('command=41+%2Fcompact+up+to+');
  await page.reload();
  await expect.poll(() => shownCompactions(page)).toEqual(upTo);
  await commands(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect.poll(() => shownCompactions(page)).toEqual(plain);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => shownCompactions(page)).toEqual(upTo);
});

test('[F9] runs a command typed before the selected call, and explains an invalid one', async ({ page }) => {
  const from = expectedRows(
    await simulatedInNode(sampleFile(SAMPLE), '--command', `${CALL} /compact from #31 the pool`),
  );
  await openSample(page, SAMPLE, `#v1&call=${CALL + 1}&end`);
  const field = commands(page).getByRole('textbox', { name: `Before call ${CALL + 1}` });
  await field.fill('/compact from #99999');
  await field.press('Enter');
  await expect(commands(page).getByRole('status')).toContainText('No message #99999');
  await field.fill('/compact from #31 the pool');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect.poll(() => shownCompactions(page)).toEqual(from);
});

test('[C1] unfolds a collapsed span from its summary, with undo', async ({ page }) => {
  const wanted = { preset: 'claude-code-2.1', changes: { 'collapse.isOn': true } };
  const session = await sessionInNode(sampleFile(SAMPLE));
  const { changes } = session.simulations.simulate(choiceOf(wanted));
  const collapsed = changes.find((change) => change.layer === 'collapse' && change.changes.length > 0);
  if (collapsed === undefined) throw new Error('Nothing was collapsed');
  const call = collapsed.call + 1;
  await openSample(page, SAMPLE, linkOf(wanted, call));
  const { list } = new MessagesPanel(page);
  await page
    .getByRole('group', { name: 'Fate' })
    .getByRole('button', { name: /injected/ })
    .click();
  await list.locator('[data-key]').first().click();
  await list.getByRole('button', { name: 'Unfold in the context' }).click();
  await expect(commands(page)).toContainText(/\/unfold made-\d+-collapse-/);
  const fates = page.getByRole('group', { name: 'Fate' });
  await expect(fates.getByRole('button', { name: /unfolded/ })).toBeVisible();
  await expect(fates.getByRole('button', { name: /restored/ })).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(fates.getByRole('button', { name: /unfolded/ })).toHaveCount(0);
});

test('[F3] changes the summary prompt of the policy, and keeps it in the link', async ({ page }) => {
  await openSample(page, SAMPLE, `#v1&call=${CALL + 1}&end`);
  const card = page.getByRole('region', { name: 'Summary prompt' });
  await card.getByRole('button', { name: 'Summary prompt' }).click();
  const choice = card.getByRole('combobox', { name: 'Summary prompt' });
  await expect(choice).toHaveValue('nine-sections');
  await choice.selectOption({ label: 'Rules first' });
  await expect(page.getByText('Changed from preset')).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain('policy.summaryPrompt.id=rules-first');
  await page.reload();
  await page.getByRole('button', { name: 'Summary prompt' }).click();
  await expect(page.getByRole('combobox', { name: 'Summary prompt' })).toHaveValue('rules-first');
  await page.getByRole('button', { name: 'Reset to preset' }).click();
  await expect(page.getByRole('combobox', { name: 'Summary prompt' })).toHaveValue('nine-sections');
});

test('[F1] [F6] applies hook results to the replay, and keeps them in the link', async ({ page }) => {
  const said = expectedRows(await simulatedInNode(sampleFile(SAMPLE), '--hook-result', 'Formatted all of it.'));
  await openSample(page, SAMPLE, `#v1&call=${CALL + 1}&end`);
  await page.getByRole('button', { name: 'Hooks' }).click();
  const hooks = page.getByRole('region', { name: 'Hooks' });
  const output = hooks.getByLabel('Output after a compaction, 1');
  await output.fill('Formatted all of it.');
  await output.press('Tab');
  await expect.poll(() => shownCompactions(page)).toEqual(said);
  await hooks.getByLabel('Block reason').fill('not on Fridays');
  await hooks.getByLabel('Block reason').press('Tab');
  const others = async () => (await shownCompactions(page)).filter((row) => !row.includes('failed'));
  await expect.poll(others).toEqual([]);
  await expect.poll(() => new URL(page.url()).hash).toContain('Fridays');
  await page.reload();
  await expect.poll(others).toEqual([]);
  // [H4] Only compactions that the user runs: the automatic ones are as before, without what hooks print after them.
  await page.getByRole('button', { name: 'Hooks' }).click();
  await hooks.getByRole('button', { name: 'manual', exact: true }).click();
  await expect.poll(async () => (await others()).length).toBeGreaterThan(0);
});

test('[F9] a /compact of the recording is repeated beside any policy, unless it is switched off', async ({ page }) => {
  const file = sampleFile('refactoring');
  await openSample(page, 'refactoring', '#v1&preset=claude-code-2.1&end');
  await expect
    .poll(() => shownCompactions(page))
    .toEqual(expectedRows(await simulatedInNode(file, '--policy', 'claude-code-2.1')));
  const repeat = commands(page).getByRole('checkbox', { name: 'Repeat the recorded /compact' });
  await expect(repeat).toBeChecked();
  await repeat.uncheck();
  const without = await simulatedInNode(file, '--policy', 'claude-code-2.1', '--skip-recorded-commands');
  await expect.poll(() => shownCompactions(page)).toEqual(expectedRows(without));
  await expect(page).toHaveURL(/recorded-commands=skip/);
});
