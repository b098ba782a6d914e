import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import { openSample } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';

test('shows in one click which tools, files and kinds fill the context, and leads to their messages', async ({
  page,
}) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=141&end');
  await page.getByRole('tab', { name: 'Contents' }).click();
  const tools = page.getByRole('region', { name: 'By tool over all calls' });
  const kinds = page.getByRole('region', { name: 'By kind over all calls' });
  await expect(kinds.getByRole('row', { name: /^Total/ })).toContainText('$');
  await expect(page.getByRole('region', { name: 'By file over all calls' }).getByRole('row').nth(2)).toBeVisible();
  const first = tools.getByRole('rowheader').first();
  const name = await first.innerText();
  await first.getByRole('button').click();
  const messages = page.getByRole('region', { name: /^Messages/ });
  await expect(messages.getByRole('group', { name: 'Tool' }).getByRole('button', { name })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(messages.getByRole('button', { expanded: true }).filter({ hasText: name })).toBeVisible();
});

test('shows the selected call, follows the selection, and is in the link', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&call=141&filter.tab=contents&end');
  await page.getByRole('button', { name: 'Selected call', exact: true }).click();
  await expect(page.getByRole('region', { name: 'By tool at call 141' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('region', { name: 'By tool at call 140' })).toBeVisible();
  await expect(page).toHaveURL(/filter\.contents=call.*call=140&/);
  await page.reload();
  await expect(page.getByRole('region', { name: 'By kind at call 140' })).toBeVisible();
});

test('opens for a link to the former tab “Recording”, at its call', async ({ page }) => {
  await openSample(page, SAMPLE, '#v1&preset=claude-code-2.1&filter.tab=recording&call=130&end');
  await expect(page.getByRole('tab', { name: 'Contents' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'By kind at call 130' })).toBeVisible();
  await page.getByRole('button', { name: 'Whole session', exact: true }).click();
  await expect(page.getByRole('region', { name: 'By kind over all calls' })).toBeVisible();
});
