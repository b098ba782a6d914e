import { expect } from '@playwright/test';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PromptsView } from '../support/prompts-view';
import { keyOf } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test('has no accessibility violations in the Prompts view', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  await view.giveKey(keyOf('looks'));
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('combobox', { name: 'Model' }).selectOption('claude-sonnet-5-5');
  await view.runAll();
  await expect(view.text(3)).toBeVisible();
  await page.getByText('Only in one summary').click();
  await view.promptOptions(3).click();
  await page.getByText('Saved runs for this session: 1').click();
  await expect(page.getByRole('region', { name: 'Used later and kept', exact: true })).toContainText('Only in 2');
  await expectSoundInEveryLook(page);
});
