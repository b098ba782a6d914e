import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { beforeScripts } from '../support/before-scripts';
import { PlaygroundPage } from '../support/playground-page';

/** One search through a line of 3 MB, which takes minutes and cannot be interrupted. */
const SLOW = "cat part-*.txt | tr '\\n' ' ' | sed -E 's/(a.{1,300})+(e.{1,300})+penny!/x/'";
const LINE = 'The till was counted at noon and again at closing time, and both sums agreed.\n';

/**
 * In all workers: halves the time limit of a command with its grace period, because a core is busy meanwhile, and reports
 * the arrival of a command, which is silent until it ends.
 */
async function observeCommands(page: Page): Promise<void> {
  const observed = `if (typeof WorkerGlobalScope !== 'undefined' && !globalThis.areCommandsObserved) {
    globalThis.areCommandsObserved = true;
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (run, ms, ...all) => setTimeout(run, ms === 11_000 ? 5_000 : ms, ...all);
    const told = new BroadcastChannel('commands');
    addEventListener('message', ({ data }) => told.postMessage(JSON.stringify(data).includes('penny!')));
  }`;
  await beforeScripts(page, observed);
}

/** Starts a run with a model on a folder with 3 MB of text. Returns its key. */
async function beginRun(playground: PlaygroundPage): Promise<string> {
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
  playground.asksBeforeFirstCall();
  return key;
}

/** Makes the model call the shell with these commands in order, and then end its turn. */
async function willRun(key: string, commands: readonly string[]): Promise<void> {
  await behave(key, [
    ...commands.map((command) => ({ type: 'answer', callsTool: 'Bash', input: { command } }) as const),
    { type: 'answer', text: 'That is all.' },
  ]);
}

test.describe.configure({ mode: 'serial' });

let page: Page;
let playground: PlaygroundPage;
let key: string;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  playground = new PlaygroundPage(page);
  await observeCommands(page);
  key = await beginRun(playground);
});

test.afterAll(() => page.close());

test('times out an uninterruptible command with a clear error, and continues the run', async () => {
  await willRun(key, [`echo lost > lost.txt; ${SLOW}`, 'ls; echo kept > kept.txt']);
  await playground.say('Join the lines.');
  await expect(page.getByText('Running tools: Bash')).toBeVisible();

  // Meanwhile the page and the agent respond: the text of a file comes from the agent's own worker.
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

test('stops an uninterruptible command at once, and runs the next one', async () => {
  await willRun(key, [SLOW, 'echo again > again.txt']);
  // The run is stopped once the command has reached its worker.
  const arrived = page.evaluate(
    () =>
      new Promise((resolve) => {
        new BroadcastChannel('commands').onmessage = ({ data: isSlow }) => isSlow && resolve(undefined);
      }),
  );
  await playground.say('Join the lines.');
  await arrived;
  await playground.stop();

  await playground.say('Then leave it, and say again.');
  await expect(playground.status).toHaveText('Waiting for a prompt');
  const last = (await seenBy(key)).findLast(({ path }) => path === '/v1/messages');
  const said = JSON.stringify(last?.body);
  expect(said).toContain('Then leave it, and say again.');
  // That of the previous test: another timeout would have added one.
  expect(said.split('[exit code 124]')).toHaveLength(2);
  const files = await playground.tab('Files');
  await expect(files.getByRole('button', { name: /^again\.txt/ })).toBeVisible();
});
