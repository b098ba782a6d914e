import { expect, type Page } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

/** Opens the view with the options of the first column's prompt expanded. */
async function opened(page: Page, prompt = 'nine-sections'): Promise<PromptsView> {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash(prompt, 'five-heads'));
  await view.promptOptions(1).click();
  return view;
}

async function write(view: PromptsView, text: string): Promise<void> {
  await view.prompt(1).fill(text);
  await expect(view.column(1).getByText('Prompt (custom)')).toBeVisible();
}

test('saves a changed preset as a custom prompt, edits it in place, sends it, and restores it after a reload', async ({
  page,
}) => {
  const key = keyOf('own');
  const view = await opened(page);
  await view.giveKey(key, { isKept: true });
  await write(view, 'Write a summary under one heading.\n\n## Everything\n');
  await write(view, 'Write a summary under two headings.\n\n## Everything\n## Nothing else\n');
  await view.column(1).getByLabel('Title').fill('Two headings');
  await view.column(1).getByLabel('Title').blur();
  await view.run(1);
  await expect(view.score(1, 'missing-sections')).toContainText('of 2 sections');
  const [request] = await messagesSeenBy(key);
  expect(JSON.stringify(request?.body)).toContain('## Nothing else');
  await page.reload();
  await expect(view.column(1).getByRole('heading', { name: /Two headings/ })).toBeVisible();
  await expect(
    view.column(2).getByLabel('Summary source').getByRole('option', { name: 'Two headings', exact: true }),
  ).toHaveCount(1);
});

test('excludes a scratchpad with a custom tag from the summary', async ({ page }) => {
  const key = keyOf('scratch');
  const view = await opened(page);
  await view.giveKey(key, { isKept: true });
  await write(view, 'Think first:\n<my_notes>\nThen write the summary.\n\n## Everything\n');
  const tag = view.column(1).getByLabel('Scratchpad tag (optional)');
  await tag.fill('my notes');
  await tag.press('Enter');
  await expect(view.column(1).getByRole('alert')).toContainText('must be a tag name');
  await tag.fill('<my_notes>');
  await tag.press('Enter');
  await expect(tag).toHaveValue('my_notes');
  await behave(key, [{ type: 'answer', text: '<my_notes>It was long.</my_notes>\n## Everything\nIt is done.' }]);
  await view.run(1);
  await expect(view.text(1)).toContainText('It is done.');
  await expect(view.text(1)).not.toContainText('It was long.');
  await expect(view.score(1, 'missing-sections')).toContainText('0 of 1 sections');
  await page.reload();
  await view.promptOptions(1).click();
  await expect(tag).toHaveValue('my_notes');
});

test('duplicates, exports, deletes, restores and imports prompts', async ({ page }) => {
  const view = await opened(page, 'handoff-brief');
  const column = view.column(1);
  await column.getByRole('button', { name: 'Duplicate' }).click();
  await expect(column.getByRole('heading', { name: /Handoff brief \(copy\)/ })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    column.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = await download.path();
  await column.getByRole('button', { name: 'Delete' }).click();
  const mine = column.getByLabel('Summary source').getByRole('option', { name: 'Handoff brief (copy)' });
  await expect(mine).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine).toHaveCount(1);
  await column.getByLabel('Summary source').selectOption({ label: 'Handoff brief (copy)' });
  await column.getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toHaveCount(0);
  await column.getByLabel('Prompts file').setInputFiles(file);
  await expect(column.getByRole('heading', { name: /Handoff brief \(copy\)/ })).toBeVisible();
  await column.getByLabel('Prompts file').setInputFiles({
    name: 'none.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"version":1,"prompts":[{"version":1,"id":"a","title":"A"}]}'),
  });
  await expect(column.getByRole('alert')).toContainText('Could not import “none.json”: prompt 1: "text"');
});
