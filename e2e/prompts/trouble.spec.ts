import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { SessionsPage } from '../support/sessions-page';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test('counts down a rate limit and retries, unless stopped', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('429');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  const tooMany = (retryAfterSeconds: number) => ({ type: 'error', status: 429, retryAfterSeconds }) as const;
  await behave(key, [tooMany(2), { type: 'answer', text: 'It is written now.' }]);
  await view.run(1);
  await expect(view.column(1).getByText(/Retrying in [12] s/)).toBeVisible();
  await expect(view.text(1)).toContainText('It is written now.');

  await behave(key, [tooMany(60)]);
  await view.run(2);
  await expect(view.column(2).getByText(/Retrying in \d\d s/)).toBeVisible();
  await view.column(2).getByRole('button', { name: 'Stop' }).click();
  await expect(view.column(2).getByRole('alert')).toBeVisible();
  expect(await messagesSeenBy(key)).toHaveLength(3);

  // Short waits: there are enough of them to see one.
  await behave(
    key,
    Array.from({ length: 6 }, () => ({ type: 'error', status: 529 }) as const),
  );
  await view.run(2);
  await expect(view.column(2).getByText(/Retrying in \d+ s, our default delay/)).toBeVisible();
  await view.column(2).getByRole('button', { name: 'Stop' }).click();
  await expect(view.column(2).getByRole('alert')).toContainText(/overloaded/i);
  expect((await messagesSeenBy(key)).length).toBeGreaterThan(3);
});

test('shortens and retries a request that is too long, and says so', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('long');
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'too-long', overTokens: 20_000 },
    { type: 'answer', text: 'slowly '.repeat(100), deltaMs: 20 },
  ]);
  await view.run(1);
  await expect(view.column(1).getByText(/Request too long. Attempt 2/)).toBeVisible();
  await expect(view.column(1).getByText(/, 2 tries/)).toBeVisible();
  const [first, second] = await messagesSeenBy(key);
  expect(second?.bodyBytes).toBeLessThan(first?.bodyBytes ?? 0);
});

test('saves and marks the partial answer of a broken connection, and restores it after a reload', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('drop');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key, { isKept: true });
  await behave(key, [{ type: 'drop', afterDeltas: 8 }]);
  await view.run(1);
  await expect(view.text(1)).toContainText(/\w{4}/);
  await expect(view.notice(1)).toBeVisible();
  const text = await view.text(1).innerText();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Key: set' })).toBeVisible();
  await page.getByText('Saved runs for this session: 1').click();
  await page.getByRole('button', { name: /^Show Handoff brief/ }).click();
  for (const place of [1, 3]) {
    await expect.poll(() => view.text(place).innerText()).toBe(text);
    await expect(view.score(place, 'used-later')).toContainText(/\d+ of \d+ values/);
    await expect(view.notice(place)).toBeVisible();
  }

  await behave(key, [{ type: 'answer', text: `${text}\nand what came later` }]);
  await view.run(1);
  await expect(view.text(1)).toContainText('and what came later');
  await expect(view.answers(1).getByRole('option')).toHaveText([/^1 of 2, .*, partial$/, /^2 of 2, .* [AP]M$/]);
});

test('restores, marks, scores and saves the partial answer of a reloaded page', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('reload');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key, { isKept: true });
  await behave(key, [{ type: 'stall', afterDeltas: 5 }, { type: 'hang' }]);
  await view.run(1);
  const soFar = view.column(1).getByRole('region', { name: 'Answer so far' });
  await expect(soFar).toContainText(/\w{4}/);
  await expect.poll(async () => (await messagesSeenBy(key))[0]?.eventsSent).toBeGreaterThan(5);
  await view.run(2);
  await expect(view.column(2)).toContainText('Waiting for the first token');
  const came = (await soFar.innerText()).trim();
  await page.reload();
  await expect(view.notice(1)).toContainText('the page was reloaded or closed');
  expect((await view.text(1).innerText()).trim()).toBe(came);
  await expect(view.score(1, 'used-later')).toContainText(/\d+ of \d+ values/);
  await expect(view.column(2).getByRole('alert')).toContainText('the page was reloaded or closed');
  await expect(page.getByText('Saved runs for this session: 1')).toBeVisible();
  await expect
    .poll(async () => (await messagesSeenBy(key)).map(({ ended }) => ended))
    .toEqual(['closed-by-client', 'closed-by-client']);
  await page.reload();
  await expect(view.notice(1)).toContainText('the page was reloaded or closed');
  await expect(view.column(2)).toContainText('Not run yet');
  await page.getByText('Saved runs for this session: 1').click();
  await expect(page.getByRole('region', { name: 'Saved runs for this session' })).toContainText('partial');
});

test('reports a wrong key, and stores it nowhere', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
  await view.giveKey('wrong-key-1234567');
  await view.run(1);
  await expect(view.column(1).getByRole('alert')).toContainText(/key/i);
  expect(await page.locator('body').innerText()).not.toContain('wrong-key-1234567');
  expect(await new SessionsPage(page).storedText()).not.toContain('wrong-key-1234567');
  expect(page.url()).not.toContain('wrong-key');
});
