import { expect } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const CHAT = '/chat/completions';
const chatsSeenBy = async (key: string) => (await seenBy(key)).filter(({ path }) => path.endsWith(CHAT));

test('runs the agent on a model of an OpenAI-compatible server, with tools, compactions and the request as sent', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('chat', 'chat/gpt-5.4-mini');
  const panel = page.getByRole('tabpanel', { name: 'Policy' });
  await expect(panel.getByText('Extended thinking')).toHaveCount(0);
  await playground.say('Fix the failing tests.');
  await playground.makesCalls(12);
  await playground.stop();
  const seen = await chatsSeenBy(key);
  expect(seen.length).toBeGreaterThan(10);
  for (const { body, problem } of seen) {
    expect(problem).toBeUndefined();
    expect(body).toMatchObject({ model: 'gpt-5.4-mini', stream: true, tools: expect.any(Array) });
  }
  expect(JSON.stringify(seen.at(-1)?.body)).toContain('"tool_call_id"');
  await expect(playground.chat.locator('[data-chat="reply"]').last()).toContainText(/in\s*\d+/);

  const request = await playground.tab('Request');
  await expect(request.getByRole('region', { name: /^Request JSON/ })).toContainText('"max_completion_tokens"');
  await expect(request.getByRole('button', { name: 'Count latest with the API' })).toHaveCount(0);
  await expect(request).not.toContainText(key);
  await playground.say('/compact the parser');
  await expect(async () => {
    // Stopped in the middle of its tools, the agent compacts once it is continued.
    const goOn = page.getByRole('button', { name: 'Continue', exact: true });
    if (await goOn.isEnabled()) await goOn.click({ timeout: 1_000 });
    await expect(playground.chat.locator('[data-chat="fork"]').last()).toBeAttached({ timeout: 5_000 });
  }).toPass();
});

test('shows what such a model thinks aloud, gives damaged arguments back to it, and explains failures', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const key = await playground.chooseModel('chat-damaged', 'chat/gpt-5.4-mini');
  const calls = [
    { name: 'Read', arguments: '{"path": "AGENTS' },
    { name: 'Glob', arguments: '{"pattern": "*.md"}' },
  ];
  await behave(
    key,
    [
      { type: 'answer', text: 'Let me look.', reasoning: 'The till may be wrong.', calls },
      { type: 'error', status: 429, retryAfterSeconds: 2 },
      { type: 'answer', text: 'It is all there.' },
      { type: 'drop', afterDeltas: 1 },
    ],
    CHAT,
  );
  await playground.say('What is in it?');
  await expect(playground.chat.getByText(/Retrying in \d s/)).toBeVisible();
  await expect(playground.chat).toContainText('It is all there.');
  const first = playground.chat.locator('[data-chat="reply"]').first();
  await first.getByRole('button', { name: 'Thinking' }).click();
  await expect(first).toContainText('The till may be wrong.');
  const bodies = JSON.stringify((await chatsSeenBy(key)).map(({ body }) => body));
  expect(bodies).toContain('Read was not run: its input is not an object');
  for (const { problem } of await chatsSeenBy(key)) expect(problem).toBeUndefined();

  await playground.say('And now?');
  await expect(playground.chat.getByRole('alert').last()).toContainText('interrupted');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(playground.status).toHaveText('Waiting for a prompt', { timeout: 60_000 });
});
