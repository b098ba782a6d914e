import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { behave, seenBy } from './stand-in/control';
import { columnsHash, PromptsView } from './support/prompts-view';
import { SessionsPage } from './support/sessions-page';
import { openSample } from './support/simulations';

const SAMPLE = 'long-bug-hunt';
/** Of a recorded compaction. */
const CALL = 141;

function keyOf(name: string): string {
  return `stand-in-e2e-prompts-${name}-${test.info().workerIndex}-${Date.now()}`;
}

/** Beside them the page lists the models. */
async function messagesSeenBy(key: string) {
  return (await seenBy(key)).filter(({ path }) => path === '/v1/messages');
}

async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFile(await download.path(), 'utf8');
}

test.describe('without a key', () => {
  test('the recorded and the offline summary stand side by side, scored, marked and compared', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(page.getByText('Recorded and offline summaries need no key')).toBeVisible();
    for (const place of [1, 2]) {
      await expect(view.text(place)).toContainText(/\w{4}/);
      await expect(view.text(place).locator('mark').first()).toBeVisible();
      await expect(view.score(place, 'exact-values')).toContainText(/\d+ of [\d,]+ values/);
      await expect(view.score(place, 'rules-preserved')).toContainText(/rules/);
    }
    const forgotten = view.column(2).getByRole('region', { name: /, forgotten and used later$/ });
    await expect(forgotten.getByRole('heading')).toContainText(/Forgotten and used later: [1-9]/);
    await forgotten
      .getByRole('button', { name: /^message/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: /^Message/ })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByText('Compare two texts word by word').click();
    const differences = page.getByRole('region', { name: 'Differences' });
    await expect(differences.locator('ins').first()).toBeVisible();
    const [before, after] = await Promise.all([1, 2].map((place) => view.text(place).innerText()));
    const side = (dropped: string) =>
      differences.locator('pre').evaluate((pre, tag) => {
        const copy = pre.cloneNode(true) as HTMLElement;
        for (const element of copy.querySelectorAll(tag)) element.remove();
        return copy.textContent;
      }, dropped);
    expect((await side('ins'))?.trim()).toBe(before?.trim());
    expect((await side('del'))?.trim()).toBe(after?.trim());
  });

  test('a further round compacts what the round before left, and the address leads back to all of it', async ({
    page,
  }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(view.score(2, 'growth')).toContainText('no summary before');
    await page.getByRole('button', { name: /^Compact again at call/ }).click();
    await expect(view.score(2, 'growth')).toContainText(/\d characters, [\d,]+ in the summary before/);
    await expect(page).toHaveURL(/round=\d+&end$/);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Round 2, call/ })).toBeVisible();
    await page.getByRole('button', { name: /^Round 2, call/ }).click();
    await expect(view.score(2, 'growth')).toContainText('in the summary before');
  });

  test('another cut is another summary, and Back leads to the one before', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    const size = view.score(2, 'size');
    await expect(size).toBeVisible();
    const before = await size.innerText();
    await page.locator('main').press('Shift+ArrowLeft');
    await expect(page).toHaveURL(/at=131/);
    await expect.poll(() => size.innerText()).not.toBe(before);
    await page.goBack();
    await expect(page).toHaveURL(/at=141/);
    await expect.poll(() => size.innerText()).toBe(before);
  });

  test('a model cannot be asked, which is said before and after', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'handoff-brief'));
    await page.getByRole('button', { name: 'Run all…' }).click();
    await expect(view.sendDialog()).toContainText('There is no key');
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(1).getByRole('alert')).toContainText(/key/);
  });

  test('what a policy simulates is compacted too, where the Simulate view leads here with one', async ({ page }) => {
    await openSample(page, SAMPLE, `#v1&preset=claude-code-2.1&call=${CALL}&end`);
    await page.getByRole('link', { name: 'Compare prompts here' }).click();
    const view = new PromptsView(page);
    await expect(page.getByText(/^Compacted before call 141 as “.+” has it/)).toBeVisible();
    await expect(view.text(2)).toContainText(/\w{4}/);
    await page.reload();
    await expect(page.getByText(/^Compacted before call 141 as “.+” has it/)).toBeVisible();
    await page.getByRole('link', { name: 'Simulate this session' }).click();
    await expect(page).toHaveURL(/preset=claude-code-2\.1/);
  });

  test('what is shown can be taken along as Markdown and JSON', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(view.text(2)).toBeVisible();
    await expect(view.text(1)).toBeVisible();
    expect(await downloaded(page, 'Markdown')).toContain('| K2 Used later and kept |');
    const json = JSON.parse(await downloaded(page, 'JSON'));
    expect(json).toMatchObject({ highwater: 'prompts', call: CALL, columns: [{ title: 'Recorded summary' }, {}] });
  });

  test('the Simulate view leads here with its call, and a list of sessions where none is named', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await page.getByRole('link', { name: 'Simulate this session' }).click();
    await expect(page).toHaveURL(/\/simulate\?session=sample-long-bug-hunt/);
    await page.getByRole('link', { name: 'Compare prompts here' }).click();
    await expect(page).toHaveURL(/\/prompts\?session=sample-long-bug-hunt&at=141/);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Prompts' }).click();
    await expect(page.getByRole('link', { name: 'Long bug hunt' })).toBeVisible();
  });
});

test.describe('with the stand-in of the API', () => {
  test('the price is shown before anything is sent; three columns answer at once; one is stopped and keeps what came', async ({
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
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    for (const place of [1, 2, 3]) {
      await expect(view.column(place).getByRole('region', { name: 'The answer so far' })).toContainText('word');
    }
    await view.column(2).getByRole('button', { name: 'Stop' }).click();
    await expect(view.text(2)).toContainText('Never touch');
    await expect(view.column(2).getByRole('status').filter({ hasText: /./ })).toBeVisible();
    await expect.poll(async () => (await messagesSeenBy(key)).map(({ ended }) => ended)).toContain('closed-by-client');
    await expect(view.text(1)).toContainText('word', { timeout: 30_000 });
    await expect(view.column(1).getByText('Cost')).toBeVisible();
    await expect(page.getByText('Kept runs of this session: 3')).toBeVisible({ timeout: 30_000 });
  });

  test('a refusal for being too many is counted down and asked again, and can be stopped', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('429');
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
    await view.giveKey(key);
    const tooMany = (retryAfterSeconds: number) => ({ type: 'error', status: 429, retryAfterSeconds }) as const;
    await behave(key, [tooMany(2), { type: 'answer', text: 'It is written now.' }]);
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(1).getByText(/Asked again in [12] s/)).toBeVisible();
    await expect(view.text(1)).toContainText('It is written now.');

    await behave(key, [tooMany(60)]);
    await view.column(2).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(2).getByText(/Asked again in \d\d s/)).toBeVisible();
    await view.column(2).getByRole('button', { name: 'Stop' }).click();
    await expect(view.column(2).getByRole('alert')).toBeVisible();
    expect(await messagesSeenBy(key)).toHaveLength(3);
  });

  test('a request that is too long is asked again with less, visibly', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('long');
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
    await view.giveKey(key);
    await behave(key, [
      { type: 'too-long', overTokens: 20_000 },
      { type: 'answer', text: 'slowly '.repeat(100), deltaMs: 20 },
    ]);
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(1).getByText(/The request was too long: try 2/)).toBeVisible();
    await expect(view.column(1).getByText(/, 2 tries/)).toBeVisible();
  });

  test('what had come when the line broke is kept, marked, and there again after a reload', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('drop');
    await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
    await view.giveKey(key, { isKept: true });
    await behave(key, [{ type: 'drop', afterDeltas: 8 }]);
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.text(1)).toContainText(/\w{4}/);
    await expect(view.column(1).getByRole('status').filter({ hasText: /./ })).toBeVisible();
    const text = await view.text(1).innerText();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Key: there is one' })).toBeVisible();
    await page.getByText('Kept runs of this session: 1').click();
    await page.getByRole('button', { name: /^Show Handoff brief/ }).click();
    await expect.poll(() => view.text(3).innerText()).toBe(text);
  });

  test('a reload in the middle loses the answer and nothing else', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('reload');
    await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
    await view.giveKey(key, { isKept: true });
    await behave(key, [{ type: 'stall', afterDeltas: 5 }]);
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(1).getByRole('region', { name: 'The answer so far' })).toBeVisible();
    await page.reload();
    await expect(view.column(1)).toContainText('Not run yet');
    await expect(view.column(2)).toContainText('Five heads');
    await expect.poll(async () => (await messagesSeenBy(key)).map(({ ended }) => ended)).toEqual(['closed-by-client']);
  });

  test('a wrong key is told as one, and is nowhere written down', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
    await view.giveKey('wrong-key-1234567');
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.column(1).getByRole('alert')).toContainText(/key/i);
    expect(await page.locator('body').innerText()).not.toContain('wrong-key-1234567');
    expect(await new SessionsPage(page).storedText()).not.toContain('wrong-key-1234567');
    expect(page.url()).not.toContain('wrong-key');
  });

  test('the whole way by keyboard', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('keys');
    await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
    await expect(view.column(1)).toContainText('Not run yet');
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(/at=141/);
    await page.getByRole('button', { name: /^Key: / }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Key', { exact: true }).focus();
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await view.column(1).getByLabel('Written by').focus();
    await page.keyboard.press('Tab');
    await expect(view.column(1).getByRole('combobox', { name: 'Model' })).toBeFocused();
    await view.column(1).getByRole('button', { name: 'Run…' }).focus();
    await page.keyboard.press('Enter');
    await expect(view.sendDialog()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view.sendDialog()).toBeHidden();
    expect(await messagesSeenBy(key)).toEqual([]);
    await page.keyboard.press('Enter');
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(view.text(1)).toContainText(/\w{4}/);
  });

  test('repeats are asked one after another, with their spread', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('repeat');
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
    await view.giveKey(key);
    await behave(key, [
      { type: 'answer', text: 'Never touch the migrations folder.' },
      { type: 'answer', text: 'Nothing.' },
    ]);
    await page.getByLabel('Written by').nth(1).selectOption('offline');
    await page.getByLabel('Repeat').selectOption('2');
    await view.runAll();
    await page.getByText('Spread of 2 answers').click();
    await expect(page.getByRole('region', { name: 'Spread of the answers' })).toContainText('Rules preserved');
    await page.getByRole('group', { name: 'Answer' }).getByRole('button', { name: '1' }).click();
    await expect(view.text(1)).toContainText('Never touch');
  });

  test('a changed preset becomes a prompt of mine, which is sent and is there after a reload', async ({ page }) => {
    const view = new PromptsView(page);
    const key = keyOf('own');
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'five-heads'));
    await view.giveKey(key, { isKept: true });
    await view.column(1).getByText('Prompt preset').click();
    await view
      .column(1)
      .getByLabel(/^Words/)
      .fill('Write a summary under one heading.\n\n## Everything\n');
    await view
      .column(1)
      .getByLabel(/^Words/)
      .blur();
    await expect(view.column(1).getByText('Prompt of mine')).toBeVisible();
    await view.column(1).getByRole('button', { name: 'Run…' }).click();
    await view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect(view.score(1, 'missing-sections')).toContainText('of 1 sections');
    await page.reload();
    await expect(view.column(1).getByText('Prompt of mine')).toBeVisible();
  });

  test('a secret of the session is not on the wire', async ({ page }) => {
    const secret = `sk-ant-api03-${'x7Kq9'.repeat(8)}`;
    const sessions = new SessionsPage(page);
    await page.addInitScript(() =>
      localStorage.setItem('highwater.preferences', JSON.stringify({ tourSeen: true, maskSecrets: false })),
    );
    await sessions.open();
    const user = (text: string) => ({ role: 'user', content: text });
    const messages = [
      user(`Deploy it with ${secret} and then tell me`),
      { role: 'assistant', content: 'Done so far.' },
    ];
    await sessions.pick({
      'secret.json': JSON.stringify({ model: 'claude-sonnet-5-5', messages: [...messages, user('Go on')] }),
    });
    await page.getByRole('table', { name: 'Sessions' }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Compare prompts here' }).click();
    const view = new PromptsView(page);
    const key = keyOf('secret');
    await view.giveKey(key);
    await page.getByRole('button', { name: 'Add a column' }).click();
    await view.column(3).getByRole('button', { name: 'Run…' }).click();
    await expect(view.sendDialog()).toContainText('secrets in it are masked');
    const [request] = await Promise.all([
      page.waitForRequest(/v1\/messages$/),
      view.sendDialog().getByRole('button', { name: 'Send', exact: true }).click(),
    ]);
    expect(request.postData()).toContain('Deploy it with');
    expect(request.postData()).not.toContain(secret);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1024, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the Prompts view has no accessibility violations and nothing is wider than the page', async ({ page }) => {
        const view = new PromptsView(page);
        const key = keyOf(`${colorScheme}-${width}`);
        await view.open(SAMPLE, CALL);
        await view.giveKey(key);
        await page.getByRole('button', { name: 'Add a column' }).click();
        await page.getByRole('combobox', { name: 'Model' }).selectOption('claude-sonnet-5-5');
        await view.runAll();
        await expect(view.text(3)).toBeVisible();
        await page.getByText('Compare two texts word by word').click();
        await view.column(3).getByText('Prompt preset').click();
        await page.getByText('Kept runs of this session: 1').click();
        await expect(page.getByRole('region', { name: 'Differences' })).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      });
    });
  }
}
