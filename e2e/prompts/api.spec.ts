import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { SessionsPage } from '../support/sessions-page';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test('shows the price before sending, streams three columns at once, and keeps the partial answer of a stopped one', async ({
  page,
}) => {
  const view = new PromptsView(page);
  const key = keyOf('three');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads', 'handoff-brief'));
  await view.giveKey(key);
  const long = {
    type: 'answer',
    text: `Never touch the migrations folder. ${'word '.repeat(800)}`,
    deltaMs: 15,
  } as const;
  await behave(key, [long, long, long]);
  await page.getByRole('button', { name: 'Run all…' }).click();
  await expect(view.sendDialog()).toContainText(/at most \$\d/);
  await expect(view.sendDialog().getByRole('listitem')).toHaveCount(3);
  expect(await messagesSeenBy(key)).toEqual([]);
  await view.send();
  for (const place of [1, 2, 3]) {
    await expect(view.column(place).getByRole('region', { name: 'Answer so far' })).toContainText('word');
  }
  await view.column(2).getByRole('button', { name: 'Stop' }).click();
  await expect(view.text(2)).toContainText('Never touch');
  await expect(view.notice(2)).toBeVisible();
  await expect.poll(async () => (await messagesSeenBy(key)).map(({ ended }) => ended)).toContain('closed-by-client');
  await expect(view.text(1)).toContainText('word', { timeout: 30_000 });
  await expect(view.column(1).getByText('Cost')).toBeVisible();
  await expect(page.getByText('Saved runs for this session: 3')).toBeVisible({ timeout: 30_000 });
});

test('runs a prompt by keyboard alone', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('keys');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await expect(view.column(1)).toContainText('Not run yet');
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(/at=141#/);
  await page.getByRole('button', { name: /^Key: / }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Key', { exact: true }).focus();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await view.column(1).getByLabel('Summary source').focus();
  await page.keyboard.press('Tab');
  await expect(view.column(1).getByRole('combobox', { name: 'Model' })).toBeFocused();
  await view.column(1).getByRole('button', { name: 'Run…' }).focus();
  await page.keyboard.press('Enter');
  await expect(view.sendDialog()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view.sendDialog()).toBeHidden();
  expect(await messagesSeenBy(key)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(view.sendDialog()).toBeVisible();
  await test.step('reopens the dialog even if the browser reports its closing late', async () => {
    const held = await view.sendDialog().evaluateHandle((dialog) => {
      const hold = (event: Event) => event.stopImmediatePropagation();
      addEventListener('close', hold, true);
      return () => {
        removeEventListener('close', hold, true);
        dialog.dispatchEvent(new Event('close'));
      };
    });
    await page.keyboard.press('Escape');
    await expect(view.sendDialog()).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(view.sendDialog()).toBeVisible();
    await held.evaluate((release) => release());
    await expect(view.sendDialog()).toBeVisible();
  });
  await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(view.text(1)).toContainText(/\w{4}/);
});

test('runs repeats one after another, and shows their spread', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('repeat');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'answer', text: 'Never touch the migrations folder.' },
    { type: 'answer', text: 'Nothing.' },
  ]);
  await page.getByLabel('Summary source').nth(1).selectOption('offline');
  await page.getByLabel('Repeat').selectOption('2');
  await view.runAll();
  await expect(view.text(1)).toContainText('Nothing.');
  await expect(page.getByRole('columnheader', { name: /median of 2 answers/ })).toHaveCount(1);
  await expect.poll(async () => (await view.scoreRow('rules-preserved'))[0]).toBe('0.5 of 4 0 to 1');
  await view.answers(1).selectOption({ index: 0 });
  await expect(view.text(1)).toContainText('Never touch');
});

test('reads the context shared by columns from the cache, and disables its tools', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('cache');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await view.run(1);
  await expect(view.column(1)).toContainText(/, 0\.0\s%\sfrom the cache/);
  await view.column(2).getByRole('button', { name: 'Run…' }).click();
  await expect(view.sendDialog()).toContainText('from the cache');
  await view.send();
  await expect(view.column(2)).toContainText(/, 9\d(\.\d)?\s%\sfrom the cache/);
  const bodies = (await messagesSeenBy(key)).map(({ body }) => body ?? {});
  for (const { tools, tool_choice } of bodies) {
    expect(tools).not.toHaveLength(0);
    expect(tool_choice).toEqual({ type: 'none' });
  }
  const [first, second] = bodies.map(({ system, tools, messages }) => {
    const turns = messages as { content: object[] }[];
    return { system, tools, before: turns.slice(0, -1), start: turns.at(-1)?.content.slice(0, -1) };
  });
  expect(second).toEqual(first);
});

test('sends a focus with the prompt, and includes it in the saved run and both exports', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('focus');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await view.focusField(1).fill('what the user forbade');
  await view.focusField(1).blur();
  await view.runAll();
  for (const place of [1, 2]) await expect(view.text(place)).toBeVisible();
  const asked = (await messagesSeenBy(key)).map(({ body }) => JSON.stringify(body).includes('what the user forbade'));
  expect(asked.sort()).toEqual([false, true]);
  await page.getByText('Saved runs for this session: 2').click();
  const kept = page.getByRole('region', { name: 'Saved runs for this session' });
  await expect(kept.getByText('Handoff brief, focus “what the user forbade”')).toBeVisible();
  const markdown = await view.exported('Markdown');
  expect(markdown).toContain('| Focus | what the user forbade |  |');
  expect(markdown).toMatch(/\| Cost \| \$\d.* \| \$\d.* \|/);
  const writer = { type: 'model', model: 'claude-sonnet-5-5', promptText: /./, focus: 'what the user forbade' };
  const { columns } = JSON.parse(await view.exported('JSON'));
  expect(columns[0].writer).toMatchObject({ ...writer, promptText: expect.stringMatching(writer.promptText) });
  expect(columns[1].writer.focus).toBeUndefined();
});

test('bases a further round on the previous answer of the model, and saves which call it follows', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('rounds');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'answer', text: 'The first round knows of the purple elephant.' },
    { type: 'answer', text: 'The second round has forgotten it.' },
  ]);
  await page.getByLabel('Call for the next round').fill('160');
  await page.getByLabel('Call for the next round').press('Enter');
  await page.getByRole('button', { name: 'Compact again at call 160' }).click();
  await expect(view.column(1)).toContainText('The previous round has no summary in this column yet');
  await page.getByRole('button', { name: 'Round 1, call 141' }).click();
  await view.run(1);
  await expect(view.text(1)).toContainText('purple elephant');
  await page.getByRole('button', { name: 'Round 2, call 160' }).click();
  await view.run(1);
  await expect(view.text(1)).toContainText('has forgotten it');
  const [, second] = await messagesSeenBy(key);
  expect(JSON.stringify(second?.body)).toContain('purple elephant');
  await page.getByText('Saved runs for this session: 2').click();
  await expect(page.getByRole('cell', { name: '2, after call 141' })).toBeVisible();
});

test('masks secrets of the session in requests', async ({ page }) => {
  const secret = `sk-ant-api03-${'x7Kq9'.repeat(8)}`;
  const sessions = new SessionsPage(page);
  await page.evaluate(() =>
    localStorage.setItem('highwater.preferences', JSON.stringify({ tourSeen: true, maskSecrets: false })),
  );
  await sessions.open();
  const user = (text: string) => ({ role: 'user', content: text });
  const messages = [user(`Deploy it with ${secret} and then tell me`), { role: 'assistant', content: 'Done so far.' }];
  await sessions.pick({
    'secret.json': JSON.stringify({ model: 'claude-sonnet-5-5', messages: [...messages, user('Go on')] }),
  });
  await page.getByRole('table', { name: 'Sessions' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Compare prompts here' }).click();
  const view = new PromptsView(page);
  const key = keyOf('secret');
  await view.giveKey(key);
  await page.getByRole('button', { name: 'Add column' }).click();
  await view.column(3).getByRole('button', { name: 'Run…' }).click();
  await expect(view.sendDialog()).toContainText('1 secret is masked');
  await view.send();
  await expect(view.text(3)).toBeVisible();
  const [request] = await messagesSeenBy(key);
  const onTheWire = JSON.stringify(request?.body);
  expect(onTheWire).toContain('Deploy it with');
  expect(onTheWire).toContain('[secret');
  expect(onTheWire).not.toContain(secret);
});
