import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage, withAllSettings, withoutTour } from '../support/sessions-page';
import { preset, shownCompactions } from '../support/simulations';

const TITLE = 'Find the leak in the pool';
const FILE = claudeSession({ compactBefore: [6] });
const SHARE = 'Share of the effective window';

/** Changes everything in the view that a link contains. */
async function changeTheView(page: Page): Promise<void> {
  await preset(page).selectOption('claude-code-2.1');
  const share = page.getByRole('textbox', { name: SHARE });
  await share.fill('15');
  await share.press('Enter');
  await page.getByRole('button', { name: 'Assumed' }).click();
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Pin message 1', exact: true }).click();
  await page.getByRole('group', { name: 'Role' }).getByRole('button', { name: 'tool' }).click();
  await page.getByRole('group', { name: 'Tool' }).getByRole('button', { name: 'Read' }).click();
  await page.getByLabel('Search messages').fill('value59');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expectTheView(page);
}

async function expectTheView(page: Page): Promise<void> {
  await expect(page.getByText('Call 5 of 12')).toBeVisible();
  await expect(preset(page)).toHaveValue('claude-code-2.1');
  await expect(page.getByRole('textbox', { name: SHARE })).toHaveValue('15');
  await expect(page.getByRole('button', { name: 'Assumed' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: 'Pinned messages' })).toContainText('1');
  const chosen = page.getByRole('region', { name: /^Messages/ }).getByRole('button', { pressed: true });
  await expect(chosen.filter({ hasText: /^(tool|Read)/ })).toHaveCount(2);
  await expect(page.getByLabel('Search messages')).toHaveValue('value59');
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
}

/** The state of the view's controls. */
async function shown(page: Page) {
  const lines = await page.getByRole('list', { name: 'Messages', exact: true }).getByRole('listitem').allInnerTexts();
  return { compactions: await shownCompactions(page), lines };
}

test('restores the whole view from a link in a new tab, and asks for the file of a missing session', async ({
  page,
  context,
  browser,
}) => {
  await withoutTour(page);
  await withAllSettings(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'a.jsonl': FILE });
  await sessions.row(TITLE).getByRole('link').click();
  await changeTheView(page);
  await expect.poll(async () => (await shown(page)).lines.length).toBeGreaterThan(0);
  const before = await shown(page);
  expect(before.compactions.length).toBeGreaterThan(0);
  await expect(page).toHaveURL(/filter\.tab=compare/);
  const link = page.url();

  const tab = await context.newPage();
  await withoutTour(tab);
  await withAllSettings(tab);
  await tab.goto(link);
  await expectTheView(tab);
  await expect.poll(() => shown(tab)).toEqual(before);

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await withoutTour(stranger);
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This session is not stored in this browser' })).toBeVisible();
  await expect(stranger.getByText('Claude Code 2.1.81, recorded on 2026-03-01, 12 calls')).toBeVisible();
  await expect(stranger.getByText(TITLE)).toHaveCount(0);
  await expect(stranger.getByText(new URL(link).searchParams.get('session') ?? 'none')).toBeVisible();
  const file = stranger.getByLabel('Session file');
  const bring = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  await bring('other.jsonl', claudeSession({ id: 'other', prompt: 'Something else' }));
  await expect(stranger.getByText('This file does not match the link.')).toBeVisible();
  await bring('renamed.jsonl', FILE);
  await expectTheView(stranger);
  await expect.poll(() => shown(stranger)).toEqual(before);
  await other.close();
});

test('puts no word of the transcript or its file into the address or a link', async ({ page }) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  const prompt = 'Zebrafish quarterly ledger';
  const addresses: string[] = [];
  const note = async () => {
    addresses.push(page.url());
    for (const link of await page.getByRole('link').all()) addresses.push((await link.getAttribute('href')) ?? '');
  };
  await sessions.open();
  await sessions.pick({ 'giraffe.jsonl': claudeSession({ prompt, compactBefore: [6] }) });
  await note();
  await sessions.row(prompt).getByRole('link').click();
  await preset(page).selectOption('claude-code-2.1');
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Pin message 1', exact: true }).click();
  await expect(page).toHaveURL(/#.*calls=12&.*pin=/);
  await note();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Prompts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Prompts: ${prompt}` })).toBeVisible();
  await note();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Simulate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: prompt })).toBeVisible();
  await note();
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((address) => /zebrafish|ledger|giraffe/i.test(decodeURIComponent(address)))).toEqual([]);
});
