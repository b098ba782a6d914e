import { spawn } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { freePort } from '../../scripts/set-up/serve/free-port.mjs';
import { behave, seenBy } from '../stand-in/control';
import { StandIn } from '../stand-in/stand-in';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;
const CHAT = '/chat/completions';
const COMPATIBLE = 'chat/gpt-5.4-mini';

/** Columns with these models. */
const columns = (...models: readonly string[]) =>
  columnsHash(...models.map((model) => ['handoff-brief', model] as const));
const chatsSeenBy = async (key: string) => (await seenBy(key)).filter(({ path }) => path.endsWith(CHAT));

async function opened(page: Page, name: string, hash: string): Promise<{ view: PromptsView; key: string }> {
  const view = new PromptsView(page);
  const key = keyOf(name);
  await view.open(SAMPLE, CALL, hash);
  await view.giveKey(key, { api: 'OpenAI-compatible server' });
  return { view, key };
}

test('compares a Claude model with one of an OpenAI-compatible server, each with its price, and keeps both', async ({
  page,
}) => {
  const { view, key } = await opened(page, 'both', columns('claude-sonnet-5-5', COMPATIBLE));
  await view.giveKey(key);
  await expect(view.column(2).getByRole('combobox', { name: 'Model' })).toHaveValue(COMPATIBLE);
  await page.getByRole('button', { name: 'Run all…' }).click();
  const planned = view.sendDialog().getByRole('listitem');
  await expect(planned).toHaveCount(2);
  for (const index of [0, 1]) await expect(planned.nth(index)).toContainText(/, \$\d\S* to \$\d/);
  await expect(view.sendDialog()).toContainText('as Chat Completions, without the definitions of tools');
  await expectSoundInEveryLook(page, 'dialog[open]');
  expect(await chatsSeenBy(key)).toEqual([]);
  await view.send();
  for (const place of [1, 2]) await expect(view.text(place)).toContainText(/\w{4}/);
  await expect(view.column(2).getByText(/from the cache/)).toBeVisible();
  await expect(view.score(2, 'used-later')).toContainText(/\d+ of \d+ values/);
  expect(await messagesSeenBy(key)).toHaveLength(1);
  const [chat] = await chatsSeenBy(key);
  expect(chat?.problem).toBeUndefined();
  expect(chat?.body).toMatchObject({ model: 'gpt-5.4-mini', stream: true, messages: expect.any(Array) });
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  expect(stored).not.toContain(key);

  await page.reload();
  await expect(page.getByText('Saved runs for this session: 2')).toBeVisible();
  await expect(view.column(2).getByRole('option', { name: /gpt-5\.4-mini, call/ })).toBeAttached();
});

test('offers the models that the server lists, and never takes an unknown price for zero', async ({ page }) => {
  const { view, key } = await opened(page, 'price', columns('claude-sonnet-5-5', COMPATIBLE));
  const model = view.column(2).getByRole('combobox', { name: 'Model' });
  await expect(model.locator('optgroup')).toHaveCount(1);
  await expect(model.getByRole('option', { name: 'text-embedding-3-small' })).toHaveCount(0);
  await model.selectOption({ label: 'stand-in-silent:8b' });
  await expect(page).toHaveURL(/chat%2Fstand-in-silent/);
  await view.column(2).getByRole('button', { name: 'Run…' }).click();
  await expect(view.sendDialog().locator('strong').last()).toHaveText('price unknown');
  await view.send();
  await expect(view.text(2)).toContainText(/\w{4}/);
  await expect(view.column(2)).toContainText('estimated: the server reported no usage');
  await expect(view.column(2).getByText('unknown', { exact: true })).toBeVisible();

  await test.step('not even if a link says so', async () => {
    await page.evaluate(() => location.assign(location.href.replace('chat%2F', 'free%2F')));
    await page.reload();
    await view.column(2).getByRole('button', { name: /^Run/ }).click();
    await expect(view.sendDialog().locator('strong').last()).toHaveText('price unknown');
    await page.keyboard.press('Escape');
    await view.giveKey(key, { api: 'OpenAI-compatible server' });
  });

  await page.getByRole('button', { name: /^Key: / }).click();
  await page.getByRole('radio', { name: 'OpenAI-compatible server' }).check();
  await expectSoundInEveryLook(page, 'dialog[open]');
  await page.getByLabel(/^Its models are free/).check();
  await page.keyboard.press('Escape');
  await expect(model).toHaveValue('free/stand-in-silent:8b');
  await view.column(2).getByRole('button', { name: /^Run/ }).click();
  await expect(view.sendDialog()).toContainText('free, as set under “Key”');
  await view.send();
  await expect(view.column(2).getByText('free', { exact: true })).toBeVisible();
  expect((await chatsSeenBy(key)).map(({ problem, body }) => [problem, body?.model])).toEqual([
    [undefined, 'stand-in-silent:8b'],
    [undefined, 'stand-in-silent:8b'],
  ]);
});

test('warns if the server seems to have read only a part of the conversation', async ({ page }) => {
  const { view } = await opened(page, 'part', columns('chat/stand-in-cutting:3b', COMPATIBLE));
  await view.run(1);
  await expect(view.text(1)).toContainText(/\w{4}/);
  await expect(view.notice(1)).toContainText('it may have cut off the start of the conversation');
  await view.run(2);
  await expect(view.text(2)).toContainText(/\w{4}/);
  await expect(view.notice(2)).toHaveCount(0);
});

test('lets such a model judge', async ({ page }) => {
  const { view, key } = await opened(page, 'judge', '');
  await expect(view.text(1)).toContainText(/\w{4}/);
  const panel = page.getByRole('region', { name: 'Judged by a model' });
  const dialog = page.getByRole('dialog', { name: 'Judge with a model?' });
  await panel.getByRole('button', { name: 'Judge with a model…' }).click();
  await dialog.getByLabel('Model for answering and judging').selectOption({ label: 'gpt-5.4-mini' });
  await expect(dialog.locator('strong')).toContainText(/\$\d/);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(8, { timeout: 60_000 });
  await expect(panel.getByRole('table')).toContainText('3 of 3 times', { timeout: 60_000 });
  for (const { problem } of await chatsSeenBy(key)) expect(problem).toBeUndefined();
});

test('explains a wrong key, an unknown model, a rate limit, a request that is too long, and a cut stream', async ({
  page,
}) => {
  const { view, key } = await opened(page, 'trouble', columns(COMPATIBLE, 'chat/no-such-model'));
  const alert = (place: number) => view.column(place).getByRole('alert');
  await test.step('an unknown model', async () => {
    await view.run(2);
    await expect(alert(2)).toContainText('the server does not have this model');
  });
  await test.step('a rate limit, with its wait', async () => {
    await behave(key, [{ type: 'error', status: 429, message: 'Slow down. Please try again in 2s.' }], CHAT);
    await view.run(1);
    await expect(view.column(1).getByText(/Retrying in [12] s, as requested by the API/)).toBeVisible();
    await expect(view.text(1)).toContainText(/\w{4}/);
  });
  await test.step('a request that is too long, which is shortened', async () => {
    await behave(key, [{ type: 'too-long', overTokens: 20_000 }], CHAT);
    await view.run(1);
    await expect(view.column(1).getByText(/, 2 tries/)).toBeVisible();
    const [, , first, second] = (await chatsSeenBy(key)).filter(({ body }) => body?.model === 'gpt-5.4-mini');
    expect(second?.bodyBytes).toBeLessThan(first?.bodyBytes ?? 0);
  });
  await test.step('a cut stream: the partial answer is kept', async () => {
    await behave(key, [{ type: 'drop', afterDeltas: 8 }], CHAT);
    await view.run(1);
    await expect(view.notice(1)).toContainText('interrupted');
    await expect(view.text(1)).toContainText(/\w{4}/);
    await expect(view.column(1)).toContainText('estimated: the server reported no usage');
  });
  await test.step('an answer that is cut off at its limit', async () => {
    await behave(key, [{ type: 'answer', text: 'word '.repeat(8_000) }], CHAT);
    await view.run(1);
    await expect(view.notice(1)).toContainText('cut off at the output limit');
  });
  await test.step('a key that is no longer accepted', async () => {
    await behave(key, [{ type: 'error', status: 401 }], CHAT);
    await view.run(1);
    await expect(alert(1)).toContainText('key was not accepted');
    await expect(page.getByText(key)).toHaveCount(0);
  });
  await test.step('a wrong key, before anything is sent', async () => {
    await view.giveKey('wrong', { api: 'OpenAI-compatible server' });
    await expect(page.getByRole('button', { name: 'Key: not set' })).toBeVisible();
    await view.column(1).getByRole('button', { name: /^Run/ }).click();
    await expect(view.sendDialog()).toContainText('the key was not accepted');
  });
});

test('stops in the middle, and keeps what had arrived', async ({ page }) => {
  const { view, key } = await opened(page, 'stop', columns(COMPATIBLE, 'claude-sonnet-5-5'));
  await behave(key, [{ type: 'answer', text: 'word '.repeat(800), deltaMs: 15 }], CHAT);
  await view.run(1);
  await expect(view.column(1).getByRole('region', { name: 'Answer so far' })).toContainText('word');
  await view.column(1).getByRole('button', { name: 'Stop' }).click();
  await expect(view.notice(1)).toBeVisible();
  await expect.poll(async () => (await chatsSeenBy(key)).map(({ ended }) => ended)).toEqual(['closed-by-client']);
});

test('needs no key for a server on this machine, and says so when it is down', async ({ page, baseURL }) => {
  const local = await StandIn.start();
  const port = await freePort(Number(new URL(baseURL ?? '').port) + 200);
  const address = `http://127.0.0.1:${port}`;
  const server = spawn('node', ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ANTHROPIC_API_KEY: '',
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: local.chatAddress({ needsKey: false }),
    },
    stdio: 'ignore',
  });
  try {
    await expect
      .poll(
        () =>
          fetch(address).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const hash = columns('chat/stand-in-silent:8b', COMPATIBLE);
    await page.goto(`${address}/prompts?session=sample-${SAMPLE}&at=${CALL}${hash}`);
    await page.evaluate(() => localStorage.setItem('highwater.preferences', JSON.stringify({ tourSeen: true })));
    await page.reload();
    const view = new PromptsView(page);
    await expect(page.getByRole('button', { name: 'Key: set' })).toBeVisible();
    // Without a key, no model of Anthropic's can be asked.
    await expect(view.column(1).getByRole('combobox', { name: 'Model' }).locator('optgroup')).toHaveCount(1);
    await view.run(1);
    await expect(view.text(1)).toContainText(/\w{4}/);
    const [seen] = local.seen().filter(({ path }) => path.endsWith(CHAT));
    expect([seen?.problem, seen?.headers.authorization]).toEqual([undefined, undefined]);

    await local.close();
    await view.run(2);
    const failed = view.column(2).getByRole('alert');
    await expect(failed).toContainText('could not reach the API');
    await expect(failed).toContainText('ECONNREFUSED');
    await expect(failed).toContainText('OPENAI_BASE_URL');
    await expect(failed).not.toContainText('127.0.0.1');
    await page.reload();
    await page.getByRole('button', { name: 'Key: not set' }).click();
    await page.getByRole('radio', { name: 'OpenAI-compatible server' }).check();
    await expect(page.getByRole('dialog')).toContainText('could not reach the API');
  } finally {
    server.kill();
    await local.close().catch(() => undefined);
  }
});
