import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { PlaygroundPage } from '../support/playground-page';

/** One search through a line of 3 MB, which takes minutes and cannot be interrupted. */
const SLOW = "cat part-*.txt | tr '\\n' ' ' | sed -E 's/(a.{1,300})+(e.{1,300})+penny!/x/'";
const LINE = 'The till was counted at noon and again at closing time, and both sums agreed.\n';

/** A run on a folder with 3 MB of text, and a model that calls the shell with these commands in order. */
async function beginRun(playground: PlaygroundPage, commands: readonly string[]): Promise<string> {
  const { page } = playground;
  const info = test.info();
  const folder = info.outputPath('counts');
  mkdirSync(folder, { recursive: true });
  for (const part of [1, 2, 3]) writeFileSync(`${folder}/part-${part}.txt`, LINE.repeat(12_500));
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const files = await playground.tab('Files');
  const address = page.url();
  await files.getByLabel('Workspace folder').setInputFiles(folder);
  await page.getByRole('dialog').getByRole('button', { name: 'Start run' }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(3);

  const key = `stand-in-e2e-playground-shell-${info.workerIndex}-${Date.now()}`;
  const panel = await playground.tab('Policy');
  await panel.getByRole('combobox', { name: 'Model' }).selectOption('claude-sonnet-5-5');
  await panel.getByRole('button', { name: /^Key: / }).click();
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await behave(key, [
    ...commands.map((command) => ({ type: 'answer', callsTool: 'Bash', input: { command } }) as const),
    { type: 'answer', text: 'That is all.' },
  ]);
  return key;
}

test('a command that nothing can interrupt ends in a plain error after its time, and the run goes on', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  const key = await beginRun(playground, [`echo lost > lost.txt; ${SLOW}`, 'ls; echo kept > kept.txt']);
  await playground.say('Join the lines.');
  await expect(page.getByText('Running tools: Bash')).toBeVisible();

  // The page and the agent both respond meanwhile: the text of a file comes from the agent's own worker.
  const files = await playground.tab('Files');
  await files.getByRole('button', { name: /^part-1\.txt/ }).click();
  await expect(files.getByLabel('Contents of part-1.txt')).toHaveValue(/^The till was counted/);
  await expect(page.getByText('Running tools: Bash')).toBeVisible();

  const failed = playground.chat.getByText('error', { exact: true });
  await expect(failed).toBeVisible();
  await failed.click();
  await expect(playground.chat.getByText('The command timed out after 10 seconds.')).toBeVisible();
  await expect(playground.chat.getByText('That is all.')).toBeVisible();
  const last = (await seenBy(key)).findLast(({ path }) => path === '/v1/messages');
  const results = JSON.stringify(last?.body);
  expect(results).toContain('[exit code 124]');
  expect(results).toContain('"part-1.txt\\npart-2.txt\\npart-3.txt"');
  await expect(files.getByRole('button', { name: /^kept\.txt/ })).toBeVisible();
  await expect(files.getByRole('button', { name: /^lost\.txt/ })).toHaveCount(0);
});

test('a command that nothing can interrupt is stopped at once, and the next one runs', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const key = await beginRun(playground, [SLOW, 'echo again > again.txt']);
  await playground.say('Join the lines.');
  await expect(page.getByText('Running tools: Bash')).toBeVisible();
  // So that it is running in its worker, and not still being sent.
  await page.waitForTimeout(2_000);
  await playground.stop();

  await playground.say('Then leave it, and say again.');
  await expect(playground.chat.getByText('That is all.')).toBeVisible();
  // A command that reached its time limit would have said so.
  const last = (await seenBy(key)).findLast(({ path }) => path === '/v1/messages');
  expect(JSON.stringify(last?.body)).toContain('Then leave it, and say again.');
  expect(JSON.stringify(last?.body)).not.toContain('[exit code 124]');
  const files = await playground.tab('Files');
  await expect(files.getByRole('button', { name: /^again\.txt/ })).toBeVisible();
});
