import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage, withoutTour } from '../support/sessions-page';

/** A session with a sub-agent in the same file. */
function sessionWithAgent(): string {
  const agent = claudeSession({ prompt: 'Look into the tests', calls: 5 })
    .trimEnd()
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line);
      const renamed = { ...record, uuid: `agent-${record.uuid}`, isSidechain: true, agentId: 'a1' };
      if (record.message?.id !== undefined) renamed.message = { ...record.message, id: `agent-${record.message.id}` };
      return JSON.stringify({
        ...renamed,
        parentUuid: record.parentUuid === null ? null : `agent-${record.parentUuid}`,
      });
    });
  return `${claudeSession({ prompt: 'Send somebody' })}${agent.join('\n')}\n`;
}

// All tests share one page, because none of them changes the session.
test.describe.configure({ mode: 'serial' });

let page: Page;

/** Opens a session of twelve calls, with a compaction before the seventh. */
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'a.jsonl': claudeSession({ compactBefore: [6] }) });
  await sessions.row('Find the leak in the pool').getByRole('link').click();
  await expect(page.getByRole('slider', { name: 'Selected call' })).toBeVisible();
  await page.getByRole('tab', { name: 'Contents' }).click();
  await page.getByRole('button', { name: 'Selected call', exact: true }).click();
});

test.afterAll(() => page.close());

/** Whatever is selected and focused. */
async function goToFirstCall(): Promise<void> {
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await expectCall(1);
}

async function expectCall(call: number): Promise<void> {
  await expect(page.getByText(`Call ${call} of 12`)).toBeVisible();
  await expect(page.getByRole('region', { name: `By kind at call ${call}` })).toBeVisible();
}

test('shows growth, compaction and thresholds in the chart', async () => {
  await goToFirstCall();
  const chart = page.getByRole('figure', { name: 'Context by category over calls' });
  await expect(chart.locator('[data-layer="areas"] path').first()).toBeVisible();
  await expect(chart.locator('[data-layer="events"] [data-kind="full"]')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: 'Numbers of the call' })).toContainText(
    'Full compaction, 32.0k → 22.0k recorded, automatic',
  );
  await expect(chart.getByText(/auto 167/)).toBeVisible();
});

test('steps through calls and compactions by key, and updates the address', async () => {
  await goToFirstCall();
  await page.keyboard.press('ArrowRight');
  await expectCall(2);
  await page.keyboard.press('Shift+ArrowRight');
  await expectCall(12);
  await page.keyboard.press('k');
  await expectCall(7);
  await page.keyboard.press('ArrowLeft');
  await expectCall(6);
  await page.keyboard.press('j');
  await expectCall(7);
  await expect(page).toHaveURL(/#.*call=7&/);
  await page.reload();
  await expectCall(7);
  await page.keyboard.press('End');
  await expectCall(12);
});

test('shows the recorded numbers of a call, and kinds that add up to them', async () => {
  await goToFirstCall();
  await expect(page.getByRole('region', { name: 'Numbers of the call' })).toContainText(
    /^Call 1\s*20,000 in, recorded/,
  );
  const kinds = page.getByRole('region', { name: 'By kind at call 1' });
  const total = kinds.getByRole('row', { name: /^Total/ });
  // 20,000 of input, 1,000 of them written to the cache.
  await expect(total).toContainText('20.0k');
  await expect(page.getByRole('tabpanel')).toContainText('not in the file');
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('region', { name: 'By kind at call 2' }).getByRole('row', { name: /^Total/ }),
  ).toContainText('22.0k');
});

test('shows the summary instead of earlier messages after a compaction', async () => {
  await goToFirstCall();
  const messages = page.getByRole('region', { name: /^Messages/ });
  await page.keyboard.press('j');
  await expectCall(7);
  await expect(messages.getByRole('button').filter({ hasText: 'The summary of what was done so far.' })).toBeVisible();
  await expect(messages.getByText('Step 2: reading')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(messages.getByText('Step 4: reading')).toBeVisible();
});

test('keeps the latest message of each call in view', async () => {
  const list = page.getByRole('list', { name: 'Messages', exact: true });
  const overflow = () =>
    list.evaluate(({ parentElement: around }) => {
      if (around === null) throw new Error('The list does not scroll');
      const { scrollHeight, scrollTop, clientHeight } = around;
      return { hidden: scrollHeight - clientHeight, below: scrollHeight - scrollTop - clientHeight };
    });
  const expectNewestOfEach = async () => {
    for (let call = 2; call <= 6; call++) {
      await page.keyboard.press('ArrowRight');
      await expectCall(call);
    }
    await expect(list.getByText('Step 5: reading')).toHaveCount(0);
    await expect(list.getByText('Step 4: reading')).toBeAttached();
    expect((await overflow()).hidden).toBeGreaterThan(100);
    await expect.poll(async () => (await overflow()).below).toBeLessThan(2);
  };
  await goToFirstCall();
  await expectNewestOfEach();

  await test.step('even if the browser reports a scroll late', async () => {
    await goToFirstCall();
    await expect.poll(async () => (await overflow()).hidden).toBe(0);
    const held = await list.evaluateHandle(({ parentElement: around }) => {
      const hold = (event: Event) => {
        if (event.target === around) event.stopImmediatePropagation();
      };
      addEventListener('scroll', hold, true);
      return () => {
        removeEventListener('scroll', hold, true);
        around?.dispatchEvent(new Event('scroll'));
      };
    });
    await expectNewestOfEach();
    await held.evaluate((release) => release());
    await expect.poll(async () => (await overflow()).below).toBeLessThan(2);
  });
});

test('lists every message of the whole session, including those that left or were not sent', async () => {
  await goToFirstCall();
  const messages = page.getByRole('region', { name: /^Messages/ });
  const list = messages.getByRole('list', { name: 'Messages', exact: true });
  await page.keyboard.press('j');
  await expectCall(7);
  await expect(list.getByText('Step 4: reading')).toHaveCount(0);
  await messages.getByLabel('Whole session').check();
  const search = messages.getByLabel('Search messages by text, kind or tool');
  await search.fill('Step 4: reading');
  await expect(list.getByRole('listitem').filter({ hasText: 'Step 4: reading' })).toContainText('left');
  await search.fill('Step 11: reading');
  await expect(list.getByRole('listitem').filter({ hasText: 'Step 11: reading' })).toContainText('not sent');
  await search.fill('');
  await messages.getByLabel('Whole session').uncheck();
});

test('selects a call with a click on the chart', async () => {
  await goToFirstCall();
  const slider = page.getByRole('slider', { name: 'Selected call' });
  const box = await page.getByRole('figure', { name: 'Context by category over calls' }).boundingBox();
  if (box === null) throw new Error('the chart has no size');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const call = Number(await slider.inputValue());
  expect(call).toBeGreaterThanOrEqual(5);
  expect(call).toBeLessThanOrEqual(8);
});

test('expands a part to its full content, and closes it again', async () => {
  await goToFirstCall();
  await page.keyboard.press('ArrowRight');
  const messages = page.getByRole('region', { name: /^Messages/ });
  const part = messages.getByRole('button', { name: /Read/ }).last();
  await part.click();
  await expect(messages.getByText('export const value59 = 59;')).toBeVisible();
  await part.click();
  await expect(part).toHaveAttribute('aria-expanded', 'false');
});

test('leads from one of the largest parts to its message', async () => {
  await goToFirstCall();
  await page.keyboard.press('End');
  await expectCall(12);
  await page.getByRole('region', { name: 'Largest parts' }).getByRole('button', { name: /Read/ }).first().click();
  await expect(page.getByRole('region', { name: /^Messages/ }).locator('[aria-expanded=true]')).toBeVisible();
});

test('lists the events of the chart in a table', async () => {
  await goToFirstCall();
  await page.getByText('Show events as a table').click();
  const table = page.getByRole('region', { name: 'Events by call' });
  await expect(table.getByRole('row').filter({ hasText: 'recorded' })).toHaveCount(1);
  await expect(table.getByRole('row').last()).toContainText('22,000');
});

test('finds text deep inside a result', async () => {
  await goToFirstCall();
  await page.keyboard.press('End');
  await expectCall(12);
  const messages = page.getByRole('region', { name: /^Messages/ });
  await page.keyboard.press('/');
  await page.keyboard.type('value59 = 599;');
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await expect(messages.getByRole('listitem')).toContainText('Read');
  await page.getByLabel('Search messages').fill('value59 = 5999999;');
  await expect(messages.getByText('No messages of this call match “value59 = 5999999;”.')).toBeVisible();
  await expect(messages.getByRole('button', { name: 'Clear filters' })).toBeHidden();

  await page.getByLabel('Search messages').fill('');
  await messages.getByRole('group', { name: 'Role' }).getByRole('button', { name: 'user' }).click();
  await messages.getByRole('group', { name: 'Tool' }).getByRole('button', { name: 'Read' }).click();
  await expect(messages.getByText('No messages match the filters.')).toBeVisible();
  await messages.getByRole('button', { name: 'Clear filters' }).click();
  await expect(messages.getByRole('listitem').first()).toBeVisible();
});

test('renders only some messages of a long list', async () => {
  await page.goto('/simulate?session=sample-long-bug-hunt#v1&filter.tab=recording&call=130&end');
  const messages = page.getByRole('region', { name: /^Messages/ });
  await expect(messages.getByRole('listitem').first()).toBeVisible();
  expect(await messages.getByRole('listitem').count()).toBeLessThan(120);
  const last = messages.getByRole('listitem').last();
  expect(Number(await last.getAttribute('aria-setsize'))).toBeGreaterThan(250);
});

test('shows an image from the data in the file', async () => {
  await page.goto('/simulate?session=sample-rules-and-images#v1&filter.tab=recording&end');
  await page.getByLabel('Search messages by text, kind or tool').fill('image');
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: /image\/png/ })
    .first()
    .click();
  const image = page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('img')
    .first();
  await expect(image).toBeVisible();
  await expect(image.locator('image')).toHaveAttribute('href', /^data:image\/png;base64,/);
});

test('opens a sub-agent from its session, with its own address and a link back', async () => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'agent.jsonl': sessionWithAgent() });
  await sessions.row('Send somebody').getByRole('link').click();
  await page.getByRole('button', { name: '1 sub-agent' }).click();
  await page.getByRole('dialog', { name: 'Sub-agents' }).getByRole('link', { name: 'Look into the tests' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Look into the tests' })).toBeVisible();
  await expect(page.getByText('Call 5 of 5')).toBeVisible();
  await expect(page).toHaveURL(/agent=1/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Look into the tests' })).toBeVisible();
  await page.getByRole('link', { name: 'Send somebody' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Send somebody' })).toBeVisible();
  await expect(page.getByText('Call 12 of 12')).toBeVisible();
});

test('lists, searches and opens the messages of a file without calls', async () => {
  const sessions = new SessionsPage(page);
  await sessions.open();
  const said = ['Where does the ferry land?', 'At the north pier.'];
  await sessions.pick({ 'said.json': JSON.stringify(said.map((content) => ({ role: 'user', content }))) });
  await sessions.row('Where does the ferry land?').getByRole('link').click();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await messages.getByLabel('Search messages').fill('pier');
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await messages.getByRole('listitem').getByRole('button').click();
  await expect(messages.getByRole('region', { name: 'User, full text' })).toHaveText('At the north pier.');
});

test('opens the latest session, else a sample, in a view of the navigation', async ({ browser }) => {
  const first = await browser.newPage();
  await withoutTour(first);
  const list = new SessionsPage(first);
  const views = first.getByRole('navigation', { name: 'Views' });
  const open = async (view: string) => {
    await list.open();
    for (const name of ['Simulate', 'Prompts', 'Playground']) {
      await expect(views.getByRole('link', { name })).toBeVisible();
    }
    await views.getByRole('link', { name: view }).click();
  };
  await open('Simulate');
  await expect(first.getByRole('heading', { level: 1, name: 'Long bug hunt' })).toBeVisible();
  await expect(first).toHaveURL(/\/simulate\?session=sample-long-bug-hunt/);
  await first.goBack();
  await expect(list.table).toBeVisible();
  await list.pick({ 'a.jsonl': claudeSession() });
  await open('Simulate');
  await expect(first.getByRole('heading', { level: 1, name: 'Find the leak in the pool' })).toBeVisible();
  await open('Prompts');
  await expect(first.getByRole('heading', { level: 1, name: 'Prompts: Find the leak in the pool' })).toBeVisible();
  await first.close();
});

test('reports a session that is not stored, with a link to all sessions', async () => {
  await page.goto('/simulate?session=0123456789abcdef');
  await expect(page.getByRole('heading', { name: 'This session is not stored in this browser' })).toBeVisible();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
});
