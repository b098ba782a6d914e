import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { importFile } from '../../lib/importers/import-file';
import type { Transcript } from '../../lib/transcript/transcript';
import { writeTranscripts } from '../../lib/transcript/write-transcript';
import { claudeSession } from '../support/claude-session';
import { expectSoundInEveryLook } from '../support/looks';
import { ManyView } from '../support/many-view';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { preset } from '../support/simulations';

const model = 'claude-sonnet-4-5';
const TWO = '#v1&column=tutorial&column=none&end';

/** Three that fill the window, each further than the one before, and one that the search does not find. */
const files = {
  'one.jsonl': claudeSession({
    id: 'one',
    model,
    prompt: 'Find the leak in one pool',
    calls: 10,
    tokensPerCall: 9_000,
  }),
  'two.jsonl': claudeSession({
    id: 'two',
    model,
    prompt: 'Find the leak in two pools',
    calls: 12,
    tokensPerCall: 9_000,
  }),
  'three.jsonl': claudeSession({
    id: 'three',
    model,
    prompt: 'Find the leak in three pools',
    calls: 20,
    compactBefore: [15],
    tokensPerCall: 9_000,
  }),
  'other.jsonl': claudeSession({ id: 'other', model, prompt: 'Rename a field', calls: 3 }),
};

async function imported(page: Page, given: Readonly<Record<string, string>> = files): Promise<SessionsPage> {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick(given);
  return sessions;
}

test('compares what a search finds: sums, differences, the worst first, into Simulate and back, and as files', async ({
  page,
}) => {
  const sessions = await imported(page);
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('leak');
  await expect(sessions.table.getByRole('link', { name: 'Rename a field' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('button', { name: 'Compare all 3 found' }).click();
  await expect(page).toHaveURL(/\/compare\?filter=leak/);
  await expect(page.getByRole('heading', { name: 'Compare: 3 sessions' })).toBeVisible();

  const many = new ManyView(page);
  while ((await many.policies.getByRole('button', { name: /^Remove / }).count()) > 0)
    await many.policies
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
  for (const id of ['tutorial', 'claude-code-2.1']) {
    await many.policies.getByRole('combobox', { name: 'Preset' }).selectOption(id);
    await many.policies.getByRole('button', { name: 'Add preset' }).click();
  }
  await many.counted();
  await expect(page).toHaveURL(/column=tutorial&column=claude-code-2\.1/);
  const compactions = await many.sum('Compactions');
  expect(compactions[0]).toBe('1');
  expect(compactions.slice(1).every((text) => /^\d+ (=|[+−]\d+)$/.test(text))).toBe(true);
  expect((await many.sum('Cost')).every((text) => text.startsWith('$'))).toBe(true);
  expect((await many.sum('Used-later misses')).every((text) => /^\d/.test(text))).toBe(true);
  await expect(many.differences.getByRole('row').nth(1)).toContainText('too few');
  await expect(page.locator('[data-chart="cost-loss"] [data-layer="points"]')).toHaveCount(3);

  await page.getByRole('combobox', { name: 'Measure' }).selectOption('Compactions');
  await expect(page).toHaveURL(/by=compactions/);
  await many.sessions.getByRole('button', { name: 'Recorded' }).click();
  await expect(many.sessions.getByRole('columnheader', { name: 'Recorded' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect((await many.titles())[0]).toBe('Find the leak in three pools');
  await expectSoundInEveryLook(page);

  const csv = (await exported(page, 'CSV')).split('\r\n');
  expect(csv[0]).toMatch(/^Session,Policy,Calls,Sub-agents,Cost,Compactions,/);
  expect(csv.filter((line) => line !== '')).toHaveLength(1 + 3 * 3);
  const rows = await exported(page, 'JSON');

  await many.sessions.getByRole('link', { name: /^Find the leak in three pools, Tutorial agent: / }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  await expect(preset(page)).toHaveValue('tutorial');
  await page.goBack();
  await many.counted();
  await expect(page).toHaveURL(/filter=leak.*by=compactions/);
  expect((await many.titles())[0]).toBe('Find the leak in three pools');
  expect(await many.sum('Compactions')).toEqual(compactions);

  await page.getByLabel('File of rows').setInputFiles({ name: 'rows.jsonl', mimeType: '', buffer: Buffer.from(rows) });
  await expect(page.getByRole('heading', { name: 'Compare: rows.jsonl' })).toBeVisible();
  await expect(page).toHaveURL(/\/compare\?rows/);
  expect(await many.sum('Compactions')).toEqual(compactions);
  await expect(page.getByText('3 sessions of them are in this browser')).toBeVisible();
  await expect(
    many.sessions.getByRole('link', { name: /^Find the leak in two pools, Tutorial agent: / }),
  ).toHaveAttribute('href', /\/simulate\?session=.*preset=tutorial/);
  await page
    .getByLabel('File of rows')
    .setInputFiles({ name: 'no.jsonl', mimeType: '', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByRole('alert').filter({ hasText: 'Could not read no.jsonl as rows' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Compare: rows.jsonl' })).toBeVisible();

  const start = new SessionsPage(page);
  await start.open();
  await start.pick({ 'dropped.jsonl': rows });
  await expect(page.getByText('these are rows of highwater replay, not a transcript')).toBeVisible();
  await page.getByRole('button', { name: 'Open in Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Compare: dropped.jsonl' })).toBeVisible();
  expect(await many.sum('Compactions')).toEqual(compactions);
});

test('chooses sessions by hand or by project, and goes from one session to many with the same policies', async ({
  page,
}) => {
  await imported(page);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('checkbox', { name: 'Choose Find the leak in one pool' }).check();
  await page.getByRole('checkbox', { name: 'Choose Rename a field' }).check();
  await page.getByRole('button', { name: 'Compare 2 chosen' }).click();
  await expect(page.getByRole('heading', { name: 'Compare: 2 sessions' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose sessions' }).click();
  await page.getByRole('link', { name: 'Compare these' }).click();
  await expect(page.getByRole('heading', { name: 'Compare: 4 sessions' })).toBeVisible();
  await expect(page.getByText('Recorded in /project.')).toBeVisible();

  await page.goto(`/compare?session=sample-refactoring${TWO}`);
  await page.getByRole('link', { name: 'Compare over many sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Compare: 4 sessions' })).toBeVisible();
  await new ManyView(page).counted();
  await expect(page.getByRole('button', { name: 'Remove Tutorial agent' })).toBeVisible();
  await expect(page.getByText(/^Ended early, and not in sums: 1 under None\./)).toBeVisible();
  await page.goto('/compare?filter=nothing-like-that');
  await expect(page.getByText('No session to compare')).toBeVisible();
});

test('stops, keeps what is there, resumes, and has all of it at once the next time', async ({ page }) => {
  await imported(page, {
    'long.jsonl': claudeSession({ id: 'long', model, calls: 400, tokensPerCall: 4_000 }),
    'longer.jsonl': claudeSession({ id: 'longer', model, calls: 500, tokensPerCall: 4_000 }),
  });
  const many = new ManyView(page);
  await page.goto(`/compare?all${TWO}`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(/^Not complete: /)).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await many.counted();
  expect((await many.sum('Used-later misses')).every((text) => /^\d/.test(text))).toBe(true);
  await page.reload();
  await many.counted();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
});

test('scrolls through hundreds of sessions, and has intervals of them', async ({ page }) => {
  const COUNT = 220;
  await imported(page, { 'many.highwater.jsonl': await manySessions(COUNT) });
  await page.goto('/compare?all&sort=title.up#v1&column=tutorial&end');
  const many = new ManyView(page);
  await many.counted();
  await expect(many.sessions.getByRole('rowheader')).toHaveCount(10);
  await page.getByRole('button', { name: `Show all ${COUNT}` }).click();
  await expect(many.sessions.getByRole('rowheader').first()).toContainText('Task number 0');
  expect(await many.sessions.getByRole('rowheader').count()).toBeLessThan(80);
  await many.sessions.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(many.sessions.getByRole('rowheader').filter({ hasText: `Task number ${COUNT - 1}` })).toBeVisible();
  await expect(many.differences.getByRole('row').nth(1)).toContainText(/ … /);
});

/** In one file: hundreds of files would take most of the time to import. */
async function manySessions(count: number): Promise<string> {
  const transcripts: Transcript[] = [];
  for (let index = 0; index < count; index++) {
    const calls = 3 + (index % 7);
    const text = claudeSession({
      id: `s${index}`,
      model,
      calls,
      tokensPerCall: 12_000,
      prompt: `Task number ${index}`,
    });
    const file = new Blob([text]);
    const read = await importFile({ name: 'session', size: file.size, stream: () => file.stream() }, {});
    if (read.ok) transcripts.push(...read.value.transcripts);
  }
  return [...writeTranscripts(transcripts)].join('');
}

async function exported(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await saving).path(), 'utf8');
}
