import { expect, test } from '@playwright/test';
import { behave } from '../stand-in/control';
import { PlaygroundPage } from '../support/playground-page';

const DAMAGES = [
  { input_tokens: 'x', output_tokens: 1 },
  { input_tokens: -5, output_tokens: -5 },
  { input_tokens: {}, output_tokens: [] },
  { input_tokens: 1e308, output_tokens: 0.5 },
  {},
];

test('a server that lies about usage shows no NaN, meets the limit of the run, and the run survives a reload', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('hostile');
  const limit = page.getByRole('textbox', { name: 'Max cost of the whole run, in dollars' });
  await limit.fill('0.05');
  await limit.press('Tab');
  await behave(
    key,
    Array.from(
      { length: 40 },
      (_, index) => ({ type: 'answer', usage: DAMAGES[index % DAMAGES.length] ?? {} }) as const,
    ),
  );
  await playground.say('Fix the failing tests.');

  const raise = page.getByRole('button', { name: 'Raise the limit…' });
  await expect(raise).toBeVisible({ timeout: 60_000 });
  await expect(playground.chat.getByText(/The whole run reached its limit: it has cost \$0\.\d+/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled();
  const calls = await playground.calls();
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(40);
  expect(await playground.figure('Counted here')).toBe(String(calls));
  await expect(playground.chat.getByText('counted here').last()).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity|undefined/);

  await raise.click();
  const question = page.getByRole('dialog', { name: 'Raise the limit of the whole run?' });
  await expect(question).toContainText(/So far: \$0\.\d+/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await playground.calls()).toBe(calls);
  await raise.click();
  await question.getByRole('button', { name: /^Raise to \$0\.\d+ and continue$/ }).click();
  await playground.makesCalls(calls);
  await expect(raise).toBeVisible({ timeout: 60_000 });

  const before = await playground.calls();
  await page.reload();
  await expect.poll(() => playground.calls()).toBe(before);
  await expect(playground.chat.getByText('counted here').last()).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity|damaged/);
});

test('a damaged event and corrupt gzip end in a failure with two sentences, and the run can go on', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('damaged');
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 7, name: {} } },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const contentType = 'text/event-stream';
  await behave(key, [
    { type: 'raw', status: 200, contentType, body },
    { type: 'raw', status: 200, contentType, body, headers: { 'content-encoding': 'gzip' }, isDamaged: true },
    { type: 'answer', text: 'Done.' },
  ]);
  await playground.say('Fix the failing tests.');
  await expect(playground.chat.getByText(/the answer is damaged \(in a block, /)).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(playground.chat.getByText(/compressed, and damaged \(Z_DATA_ERROR\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(playground.chat.getByText('Done.')).toBeVisible();
});
