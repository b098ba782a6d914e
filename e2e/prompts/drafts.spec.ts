import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test('runs what was typed with a click right after typing, and keeps the answers', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('typed');
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'answer', text: 'The first answer.' },
    { type: 'answer', text: 'The second answer.' },
  ]);
  await view.run(1);
  await expect(view.text(1)).toContainText('The first answer.');
  await view.prompt(1).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nMention the purple elephant');
  // The focus is still in the prompt.
  await expect(view.text(1)).toContainText('The first answer.');
  await expect(view.column(1)).toContainText('This answer is of other settings: Five headings');
  const run = await view.column(1).getByRole('button', { name: 'Run again…' }).boundingBox();
  await page.mouse.click((run?.x ?? 0) + 10, (run?.y ?? 0) + 10);
  await view.send();
  await expect(view.text(1)).toContainText('The second answer.');
  const [, second] = await messagesSeenBy(key);
  expect(JSON.stringify(second?.body)).toContain('Mention the purple elephant');
  await view.answers(1).selectOption({ index: 0 });
  await expect(view.text(1)).toContainText('The first answer.');

  await test.step('and what is typed into the focus and the limit', async () => {
    await view.focusField(2).pressSequentially('the tests');
    const limit = view.column(2).getByLabel('Max output, tokens');
    await limit.fill('5500');
    const button = await view.column(2).getByRole('button', { name: 'Run…' }).boundingBox();
    await page.mouse.click((button?.x ?? 0) + 10, (button?.y ?? 0) + 10);
    await expect(view.sendDialog()).toContainText('up to 5.5k tokens out');
    await view.send();
    await expect(view.text(2)).toBeVisible();
    const body = (await messagesSeenBy(key)).at(-1)?.body;
    expect(body).toMatchObject({ max_tokens: 5_500 });
    expect(JSON.stringify(body)).toContain('the tests');
  });

  await test.step('and by key, from the prompt', async () => {
    await view.prompt(2).focus();
    await page.keyboard.type('Typed first. ');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(view.sendDialog()).toContainText('Handoff brief (copy)');
    await page.keyboard.press('Escape');
    await expect(view.prompt(2)).toBeFocused();
  });
});

test('keeps prompt, focus, model and limit over a reload in the middle of typing', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.column(1).getByRole('combobox', { name: 'Model' }).selectOption({ index: 1 });
  const model = await view.column(1).getByRole('combobox', { name: 'Model' }).inputValue();
  await view.column(1).getByLabel('Max output, tokens').fill('7000');
  await view.focusField(1).pressSequentially('half a foc');
  await expect(page).toHaveURL(/focus=1%3Ahalf\+a\+foc&/);
  await view.prompt(1).fill('Half a sent');
  await page.reload();
  await expect(view.prompt(1)).toHaveValue('Half a sent');
  await expect(view.focusField(1)).toHaveValue('half a foc');
  await expect(view.column(1).getByLabel('Max output, tokens')).toHaveValue('7,000');
  await expect(view.column(1).getByRole('combobox', { name: 'Model' })).toHaveValue(model);
});

test('keeps the columns at another call, on the way back, and in another view', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('moved');
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.giveKey(key);
  await behave(key, [{ type: 'answer', text: 'An answer to keep.' }]);
  const next = page.getByRole('button', { name: /^Recorded compaction before call 251/ });
  await next.click();
  await expect(page.getByText(/^Compacted before call 251:/)).toBeVisible();
  await view.prompt(1).fill('Write what matters.');
  await view.focusField(1).fill('the soak run');
  await view.run(1);
  await expect(view.text(1)).toContainText('An answer to keep.');
  await page.goBack();
  await expect(page.getByText(/^Compacted before call 141:/)).toBeVisible();
  await expect(view.prompt(1)).toHaveValue('Write what matters.');
  await expect(view.focusField(1)).toHaveValue('the soak run');
  await next.click();
  await expect(view.text(1)).toContainText('An answer to keep.');
  await view.viewLink('Simulate').click();
  await expect(page).toHaveURL(/\/simulate/);
  await view.viewLink('Prompts').click();
  await expect(view.prompt(1)).toHaveValue('Write what matters.');
  await expect(view.focusField(1)).toHaveValue('the soak run');
  await page.reload();
  await expect(view.text(1)).toContainText('An answer to keep.');
});

test('undoes the copy of a preset if its text is restored, and rejects an empty prompt', async ({ page }) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.prompt(1).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('x');
  await expect(view.column(1).getByRole('heading', { level: 2 })).toContainText('Five headings (copy)');
  await page.keyboard.press('Backspace');
  await expect(view.column(1).getByRole('heading', { level: 2 })).not.toContainText('copy');
  await expect(view.column(1).getByRole('option', { name: 'Five headings (copy)' })).toHaveCount(0);
  await view.prompt(1).fill('');
  await view.column(1).getByRole('button', { name: 'Run…' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'its prompt is empty' })).toBeVisible();
  await expect(view.sendDialog()).toBeHidden();
});

test('names answers by number and time, and shows what changed in the prompt since', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('named');
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.giveKey(key, { isKept: true });
  await behave(
    key,
    ['one', 'two', 'three'].map((text) => ({ type: 'answer', text: `Answer ${text}.` }) as const),
  );
  await view.prompt(1).fill('Write it all down.');
  await view.run(1);
  await expect(view.text(1)).toContainText('Answer one.');
  await view.run(1);
  await expect(view.text(1)).toContainText('Answer two.');
  const names = [/^1 of 2, \d+:\d\d:\d\d [AP]M$/, /^2 of 2, \d+:\d\d:\d\d [AP]M$/];
  await expect(view.answers(1).getByRole('option')).toHaveText(names);
  await view.prompt(1).fill('Write it all up.');
  await view.column(1).getByText('The prompt has changed since this answer').click();
  const changes = view.column(1).getByRole('region', { name: 'Differences' });
  await expect(changes.locator('del')).toHaveText('down');
  await expect(changes.locator('ins')).toHaveText('up');
  await page.reload();
  await expect(view.answers(1).getByRole('option')).toHaveText(names);
  await expect(view.text(1)).toContainText('Answer two.');
  await expect(view.column(1)).toContainText('The prompt has changed since this answer');
  await view.run(1);
  await expect(view.text(1)).toContainText('Answer three.');
  await expect(view.answers(1).getByRole('option')).toHaveCount(3);
});

test('goes on in a further round from the answer that is shown, also after a reload', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('chain');
  await view.open(SAMPLE, CALL, columnsHash('five-heads', 'handoff-brief'));
  await view.giveKey(key, { isKept: true });
  await behave(
    key,
    ['purple', 'yellow', 'after all'].map((text) => ({ type: 'answer', text: `It is ${text}.` }) as const),
  );
  await view.run(1);
  await expect(view.text(1)).toContainText('purple');
  await view.run(1);
  await expect(view.text(1)).toContainText('yellow');
  await expect(page.getByText('Saved runs for this session: 2')).toBeVisible();
  await page.reload();
  await expect(view.text(1)).toContainText('yellow');
  await view.answers(1).selectOption({ index: 0 });
  await expect(view.text(1)).toContainText('purple');
  await page.getByRole('button', { name: /^Compact again at call/ }).click();
  await view.run(1);
  await expect(view.text(1)).toContainText('after all');
  const third = JSON.stringify((await messagesSeenBy(key)).at(-1)?.body);
  expect(third).toContain('It is purple.');
  expect(third).not.toContain('It is yellow.');
  await page.getByRole('button', { name: 'Round 1, call 141' }).click();
  await view.answers(1).selectOption({ index: 1 });
  await page.getByRole('button', { name: /^Round 2, call/ }).click();
  await expect(view.column(1)).toContainText('Not run yet');
});
