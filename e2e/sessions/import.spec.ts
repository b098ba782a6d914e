import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage } from '../support/sessions-page';

// All tests import into the same list.
test.describe.configure({ mode: 'serial' });

let page: Page;
let sessions: SessionsPage;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  sessions = new SessionsPage(page);
  await sessions.open();
});

test.afterAll(() => page.close());

/** Drops files on the page, like the system's file manager. */
async function drop(files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((entries) => {
    const transfer = new DataTransfer();
    for (const [name, text] of entries) transfer.items.add(new File([text], name));
    return transfer;
  }, Object.entries(files));
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Pastes like Ctrl+V; a page cannot be made to read the system clipboard. */
async function paste(text: string): Promise<void> {
  await page.evaluate((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('imports, reports and lists a dropped file', async () => {
  await drop({ 'dropped.jsonl': claudeSession({ compactBefore: [6] }) });
  await sessions.settled('dropped.jsonl');
  const report = sessions.report('dropped.jsonl');
  await expect(report).toContainText('Recognised as Claude Code session, because');
  await expect(report).toContainText('Messages26');
  await expect(report).toContainText('Calls12');
  await expect(report).toContainText('Recorded compactions1 full');
  await expect(report).toContainText('Secrets maskednone found');
  await expect(report).toContainText('Not maskedfolders, file name, branch and ids');
  await expect(sessions.row('Find the leak in the pool')).toContainText('claude-made-up-1');
});

test('shows a drop target only while a file is dragged over the page', async () => {
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'x.jsonl'));
    return transfer;
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  const overlay = page.getByText(/drop to import/i);
  await expect(overlay).toBeVisible();
  await page.dispatchEvent('body', 'dragleave', { dataTransfer: data });
  await expect(overlay).toBeHidden();
});

test('imports text pasted anywhere', async () => {
  await paste(claudeSession({ prompt: 'Pasted anywhere' }));
  await expect(sessions.row('Pasted anywhere')).toBeVisible();
});

test('imports text from the text box, even in a code fence', async () => {
  await page.getByLabel('Transcript as text').fill(`\`\`\`json\n${claudeSession({ prompt: 'From the box' })}\`\`\`\n`);
  await page.getByRole('button', { name: 'Import text' }).click();
  await expect(sessions.row('From the box')).toBeVisible();
});

test('imports several files at once, including gzipped ones', async () => {
  await sessions.pick({
    'one.jsonl': claudeSession({ id: 'one', prompt: 'The first' }),
    'two.jsonl.gz': gzipSync(claudeSession({ id: 'two', prompt: 'The second' })),
  });
  await expect(sessions.row('The first')).toBeVisible();
  await expect(sessions.row('The second')).toBeVisible();
});

test('imports a folder, with sub-agent files as children of their session', async () => {
  const folder = test.info().outputPath('project');
  await mkdir(join(folder, 'main/subagents'), { recursive: true });
  await writeFile(join(folder, 'main.jsonl'), claudeSession({ id: 'main', prompt: 'The main session' }));
  const agent = claudeSession({ id: 'main', prompt: 'A task of its own', calls: 2 })
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: 'a1' }))
    .join('\n');
  await writeFile(join(folder, 'main/subagents/agent-a1.jsonl'), agent);
  await sessions.folderInput.setInputFiles(folder);
  await expect(sessions.report('project/main/subagents/agent-a1.jsonl')).toContainText('Belongs to session main');
  await expect(sessions.report('project/main.jsonl')).toContainText('Sub-agents1');
  await expect(sessions.row('The main session')).toBeVisible();
  await expect(sessions.row('A task of its own')).toHaveCount(0);
});

test('lists the sessions of one file as one folded group, with one report', async () => {
  const chats = Array.from({ length: 200 }, (_, at) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: `Question ${at + 1}` },
        { role: 'assistant', content: 'An answer.' },
      ],
    }),
  );
  await sessions.pick({ 'many.jsonl': chats.join('\n') });
  const report = sessions.report('many.jsonl');
  await expect(report).toContainText('Sessions200');
  await expect(report).toContainText('Messages400');
  await expect(report.getByRole('link')).toHaveCount(0);
  await report.getByText('Each session').click();
  await expect(report.getByRole('link')).toHaveCount(200);

  const group = sessions.table.getByRole('button', { name: /^many\.jsonl 200 sessions/ });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(sessions.row('Question 7')).toHaveCount(0);
  await group.focus();
  await page.keyboard.press('ArrowRight');
  await expect(sessions.table.getByRole('link', { name: 'Question 7', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(sessions.row('Question 7')).toHaveCount(0);
  await page.getByLabel('Search sessions').fill('question 77');
  await expect(sessions.row('Question 77')).toBeVisible();
  await page.getByLabel('Search sessions').fill('');
});

test('folds earlier reports away', async () => {
  await sessions.pick({ 'next.jsonl': claudeSession({ id: 'next', prompt: 'The next one' }) });
  await expect(sessions.report('next.jsonl')).toBeVisible();
  const earlier = page.getByRole('button', { name: 'Import report: many.jsonl' });
  await expect(earlier).toHaveAttribute('aria-expanded', 'false');
  await expect(sessions.report('many.jsonl')).toHaveCount(0);
  await earlier.click();
  await expect(sessions.report('many.jsonl')).toBeVisible();
});

test('groups sessions by project, with their file and cost', async () => {
  const priced = (id: string, folder: string) =>
    claudeSession({ id, prompt: `Session ${id}` })
      .replaceAll('/project', folder)
      .replaceAll('claude-made-up-1', 'claude-sonnet-4-6');
  await sessions.pick({
    'x.jsonl': priced('x', '/home/me/ferry'),
    'y.jsonl': priced('y', '/home/me/ferry'),
    'z.jsonl': priced('z', '/home/me/alone'),
  });
  const group = sessions.table.getByRole('button', { name: /^ferry 2 sessions/ });
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expect(sessions.row('Session x')).toContainText('x.jsonl');
  await expect(sessions.row('Session x')).toContainText(/\$\d/);
  await expect(sessions.table.getByRole('button', { name: /^alone/ })).toHaveCount(0);
  await group.click();
  await expect(sessions.row('Session x')).toHaveCount(0);
  await expect(sessions.row('Session z')).toBeVisible();
  await group.click();
  await expect(sessions.row('Session x')).toBeVisible();
});

test('cancels an import in progress, and stores nothing', async () => {
  const file = test.info().outputPath('large.jsonl');
  const one = claudeSession({ calls: 400 });
  await writeFile(file, Array.from({ length: 120 }, (_, copy) => one.replaceAll('session-1', `s${copy}`)).join(''));
  const before = await sessions.table.getByRole('row').count();
  await sessions.fileInput.setInputFiles(file);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Cancelled: large.jsonl' })).toContainText('Nothing was stored');
  await page.reload();
  await expect(sessions.table.getByText('Sample (synthetic)').first()).toBeVisible();
  await expect(sessions.table.getByRole('row')).toHaveCount(before);
});

test('imports the intact part of a damaged file, and reports what it skipped and where', async () => {
  const lines = claudeSession({ prompt: 'Damaged in two places' }).trimEnd().split('\n');
  lines[4] = lines[4]?.slice(0, 80) ?? '';
  const cut = `${lines.join('\n')}\n{"type":"user","uuid":"x","mess`;
  await sessions.pick({ 'damaged.jsonl': cut });
  const report = sessions.report('damaged.jsonl');
  await report.getByText(/warnings? \(.*skipped.*\)/).click();
  await expect(report).toContainText(/line\s*5/i);
  await expect(report).toContainText(/line\s*26/i);
  await expect(sessions.row('Damaged in two places')).toBeVisible();
});

test('imports a file again in a format chosen by the user', async () => {
  const chat = JSON.stringify([
    { role: 'user', content: 'Which format am I?' },
    { role: 'assistant', content: 'Either would do.' },
  ]);
  await sessions.pick({ 'chat.json': chat });
  await expect(sessions.report('chat.json')).toContainText('Recognised as OpenAI chat');
  const report = sessions.report('chat.json').first();
  await report.getByLabel('Import chat.json again as').selectOption({ label: 'Anthropic messages' });
  await expect(report).toContainText('Read as Anthropic messages, as you chose');
  await expect(page.getByRole('region', { name: /^(Importing|Storing)/ })).toHaveCount(0);
});

test('stores the same session only once', async () => {
  const file = claudeSession({ prompt: 'Only once' });
  await sessions.pick({ 'a.jsonl': file });
  await sessions.pick({ 'copy.jsonl': file });
  await expect(sessions.report('copy.jsonl')).toContainText('is already imported');
  await expect(sessions.row('Only once')).toHaveCount(1);
});

test('masks secrets in the report and the store, unless masking is turned off', async () => {
  const secret = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d'].join('_');
  const fileOf = (id: string) => claudeSession({ id, prompt: id, firstResult: `token = "${secret}"` });
  await sessions.pick({ 'secret.jsonl': fileOf('masked') });
  await expect(sessions.report('secret.jsonl')).toContainText(/Secrets masked1 GitHub/i);
  const stored = await sessions.storedText();
  expect(stored).toContain('part-0.ts');
  expect(stored).not.toContain(secret);

  await page.getByLabel('Mask secrets before storing').uncheck();
  await sessions.pick({ 'unmasked.jsonl': fileOf('unmasked') });
  expect(await sessions.storedText()).toContain(secret);
  await page.reload();
  await expect(page.getByLabel('Mask secrets before storing')).not.toBeChecked();
});
