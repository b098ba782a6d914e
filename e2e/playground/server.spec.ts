import { expect, type Locator } from '@playwright/test';
import { behave, seenBy } from '../stand-in/control';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

/** Sets up a run with a real model and these options, under a policy that leaves all work to the provider. */
async function begin(
  playground: PlaygroundPage,
  name: string,
  options: readonly RegExp[],
): Promise<{ key: string; panel: Locator }> {
  await playground.open();
  const key = await playground.chooseModel(name);
  const panel = await playground.tab('Policy');
  await panel.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'None' });
  for (const option of options) {
    await panel.getByRole('checkbox', { name: option }).click();
    await expect(panel.getByRole('checkbox', { name: option })).toBeChecked();
  }
  return { key, panel };
}

async function bodiesSeen(key: string) {
  return (await seenBy(key)).filter(({ path }) => path === '/v1/messages').map(({ body }) => body);
}

test('shows thinking while it is streamed, and on demand afterwards', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const { key } = await begin(playground, 'thinks', [/^Extended thinking/]);
  await behave(key, [{ type: 'answer', text: 'It is noon, and the till is right. '.repeat(4), deltaMs: 150 }]);
  await playground.say('Is the till right?');
  const underWay = playground.chat.locator('article[aria-busy="true"]');
  await expect(underWay).toContainText('The stand-in thinks');
  await expect(underWay).toContainText('It is noon');
  const reply = playground.chat.locator('[data-chat="reply"]');
  await expect(reply).toContainText('the till is right');
  await expect(reply).not.toContainText('The stand-in thinks');
  await reply.getByRole('button', { name: 'Thinking' }).click();
  await expect(reply).toContainText('The stand-in thinks of nothing.');
  expect(await bodiesSeen(key)).toMatchObject([{ thinking: { type: expect.any(String) } }]);
});

test('shows what the provider cleared in the chat, with its numbers, and in the events', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const { key, panel } = await begin(playground, 'clears', [/^Clear old/]);
  await panel.getByRole('switch', { name: /Server-side context editing/ }).click();
  const trigger = panel.getByRole('textbox', { name: 'Tool use trigger' });
  await trigger.fill('12');
  await trigger.press('Enter');
  await playground.say('Fix the failing tests.');
  const reply = playground.chat.locator('[data-chat="reply"]').filter({ hasText: 'The provider cleared' });
  await expect(reply.first()).toBeAttached({ timeout: 30_000 });
  await playground.stop();
  // The last one, because the chat only renders entries near its end.
  const cleared = reply.last().getByRole('button', { name: /^The provider cleared \d+ tool uses, [\d,]+ tokens$/ });
  await cleared.click();
  const told = playground.chat.getByRole('region', { name: /^Cleared by the provider/ });
  await expect(told).toContainText('clear_tool_uses_20250919');
  expect(JSON.stringify(await bodiesSeen(key))).toContain('"type":"tool_uses","value":12');
  expect((await playground.events()).some((row) => row.includes('context editing'))).toBe(true);
});

test('shows a compaction by the provider with its cost and summary, and sends the summary back', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const { key, panel } = await begin(playground, 'compacts', [/^Compact on/]);
  const from = panel.getByRole('textbox', { name: 'Compact on the server, starting at (tokens)' });
  await from.fill('50,000');
  await from.press('Enter');
  await playground.say(`Fix the failing tests. ${'The till was counted at noon, and again at night. '.repeat(4_600)}`);
  await playground.makesCalls(3);
  await playground.stop();
  const reply = await playground.scrollTo(
    playground.chat.locator('[data-chat="reply"]').filter({ hasText: 'compacted the context' }),
  );
  await reply
    .getByRole('button', { name: /^The provider compacted the context: [5-9]\d,\d{3} tokens in, \d+ out$/ })
    .click();
  await expect(reply.getByRole('region', { name: /^Provider’s summary/ })).toContainText(/\w{4}/);
  const bodies = (await bodiesSeen(key)).map((body) => JSON.stringify(body));
  expect(bodies[0]).toContain('"type":"compact_20260112","trigger":{"type":"input_tokens","value":50000}');
  // The next request sends the provider’s summary back.
  expect(bodies[1]).toContain('"type":"compaction"');
});
