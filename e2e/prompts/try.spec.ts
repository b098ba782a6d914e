import { expect } from '@playwright/test';
import { seenBy } from '../stand-in/control';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { withAllSettings, withoutTour } from '../support/sessions-page';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;
const TEXT = 'Write a summary under two headings.\n\n## Everything\n## Nothing else\n';

test('[F3] [N3] a prompt tuned here runs in the Playground in two clicks, beside a note prompt, and stays in the saved session', async ({
  page,
}) => {
  await withAllSettings(page);
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  const column = view.column(1);
  await column.getByRole('textbox', { name: /^Prompt/ }).fill(TEXT);
  await column.getByText('Prompt options').click();
  await expect(column.getByText('Prompt (custom)')).toBeVisible();
  await column.getByRole('link', { name: 'Try in Playground' }).click();
  await expect(page).toHaveURL(/\/playground\?run=/);

  const playground = new PlaygroundPage(page);
  const key = await playground.chooseModel('try');
  const policy = await playground.tab('Policy');
  await expect(policy.getByRole('region', { name: 'Summary prompt' })).toContainText('Nine sections (copy)');
  await policy.getByRole('button', { name: 'Note prompt' }).click();
  const note = policy.getByLabel('Prompt text');
  await note.fill('Write one line under the right heading.');
  await note.press('Tab');
  await expect(policy.getByRole('region', { name: 'Note prompt' })).toContainText('custom');
  await playground.say('Read README.md.');
  await expect(playground.chat.locator('[data-chat="reply"]').first()).toBeVisible();
  for (const [command, text] of [
    ['/summary', 'Write one line under the right heading.\\n\\nThe note:\\n\\n# Session title'],
    ['/compact', JSON.stringify(TEXT).slice(1, -1)],
  ] as const) {
    await playground.say(command);
    const sent = async () => (await seenBy(key)).filter(({ body }) => JSON.stringify(body ?? '').includes(text));
    await expect.poll(async () => (await sent()).length).toBeGreaterThan(0);
  }
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText(/^(Stopped|Waiting for a prompt)/);
  await page.getByRole('button', { name: 'Open in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  const saved = page.getByRole('complementary', { name: 'Policy' });
  await expect(saved.getByRole('region', { name: 'Summary prompt' })).toContainText('Nine sections (copy)');
  await expect(saved.getByRole('region', { name: 'Note prompt' })).toContainText('custom');
});

test("[F3] a link carries the prompt's text to a browser that has never seen it", async ({ page, browser }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  const column = view.column(1);
  await column.getByRole('textbox', { name: /^Prompt/ }).fill(TEXT);
  await column.getByText('Prompt options').click();
  const link = column.getByRole('link', { name: 'Use in Simulate' });
  await expect(link).toHaveAttribute('href', /policy\.summaryPrompt\.title=Nine\+sections/);
  const address = (await link.getAttribute('href')) ?? '';
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(new URL(address, page.url()).href);
  const policy = other.getByRole('complementary', { name: 'Policy' });
  await policy.getByRole('button', { name: 'Summary prompt' }).click();
  await expect(policy.getByRole('combobox', { name: 'Summary prompt' })).toHaveValue('');
  await policy.getByText(/^Prompt text, \d/).click();
  await expect(policy.getByText('## Nothing else')).toBeVisible();
  await context.close();
});

test("[F3] the address of Prompts carries the text of a custom prompt, and asks before it takes another one's place", async ({
  page,
  browser,
}) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  const text = view.column(1).getByRole('textbox', { name: /^Prompt/ });
  await text.fill(TEXT);
  await expect(page).toHaveURL(/&prompt=/);
  await expect(page).toHaveURL(/Nothing\+else/);
  const context = await browser.newContext();
  const other = new PromptsView(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.page.getByText('Added the prompt “Nine sections (copy)” of the link.')).toBeVisible();
  await expect(other.column(1).getByRole('textbox', { name: /^Prompt/ })).toHaveValue(TEXT);
  // Both change it, and the link is opened again.
  await other
    .column(1)
    .getByRole('textbox', { name: /^Prompt/ })
    .fill('Mine now.');
  await expect(other.page).toHaveURL(/Mine\+now/);
  await other.page.goto('/');
  await other.page.goto(page.url());
  await expect(other.column(1).getByRole('textbox', { name: /^Prompt/ })).toHaveValue('Mine now.');
  await other.page.getByRole('button', { name: 'Use the link’s as a copy' }).click();
  await expect(other.column(1).getByRole('textbox', { name: /^Prompt/ })).toHaveValue(TEXT);
  await expect(other.column(1).getByRole('heading', { name: /Nine sections \(copy\) \(copy\)/ })).toBeVisible();
  await context.close();
});

test('a policy of Simulate runs live in the Playground with one click', async ({ page }) => {
  await withoutTour(page);
  await withAllSettings(page);
  await page.goto('/simulate?session=sample-long-bug-hunt#v1&preset=claude-code-2.1&thresholds.bufferTokens=20000&end');
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  await strip.getByRole('link', { name: 'Run in Playground' }).click();
  await expect(page).toHaveURL(/\/playground\?run=/);
  const tab = await new PlaygroundPage(page).tab('Policy');
  await expect(tab.getByRole('textbox', { name: 'Buffer', exact: true })).toHaveValue('20,000');
});

test('a damaged link to the Playground says so and starts nothing', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open('/playground#v1&preset=unknown&end');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid link: unknown preset "unknown"' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try: / })).toBeVisible();
});
