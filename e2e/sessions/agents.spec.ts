import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type FormatId, formats } from '../../lib/transcript/formats';
import { CompareView } from '../support/compare-view';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';

const FIXTURES = join(import.meta.dirname, '../../lib/importers/fixtures');

const isFormat = (name: string): name is FormatId => Object.hasOwn(formats, name);

/** Some of the others could be of several formats, or are no files. */
const unmistakable: Partial<Record<FormatId, string>> = { 'anthropic-messages': 'request-body.input.json' };

/** One made-up file of each format, named after it. */
const made = new Map(
  readdirSync(FIXTURES).flatMap((format) => {
    if (!isFormat(format) || format === 'plain-chat') return [];
    const [first] = readdirSync(join(FIXTURES, format)).filter((each) => /\.input\./.test(each));
    const name = unmistakable[format] ?? first;
    if (name === undefined) return [];
    const text = readFileSync(join(FIXTURES, format, name), 'utf8');
    return [[format, { name: `${format}.${name.replace(/^.*\./, '')}`, text }] as const];
  }),
);

test('one file of every agent and framework opens, all at once', async ({ page }) => {
  expect(made.size).toBeGreaterThan(22);
  const sessions = new SessionsPage(page);
  await withoutTour(page);
  await sessions.open();
  await sessions.pick(Object.fromEntries([...made.values()].map(({ name, text }) => [name, text])));
  for (const [format, { name }] of made) {
    const report = page
      .getByRole('listitem')
      .filter({ has: page.locator('summary', { hasText: new RegExp(`^${name}`) }) });
    await expect(report).toContainText(`Recognised as ${formats[format].title}, because`);
  }
  await expect(page.getByRole('region', { name: /^Not imported/ })).toHaveCount(0);
});

test('the session of another agent is compared with its own rules and with those of others', async ({ page }) => {
  const sessions = new SessionsPage(page);
  await withoutTour(page);
  await sessions.open();
  const { name, text } = made.get('codex') ?? { name: '', text: '' };
  await sessions.pick({ [name]: text });
  await sessions.table.getByRole('row').filter({ hasNotText: 'Sample' }).getByRole('link').first().click();
  await expect(page.getByText('By the rules of Codex CLI')).toBeVisible();
  const agents = page.getByRole('combobox', { name: 'Agent' });
  await expect(agents.locator('optgroup').first()).toHaveAttribute('label', 'The agent of this session');
  await agents.selectOption('pi');
  await expect(agents).toHaveValue('pi');

  const compare = new CompareView(page);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await compare.counted();
  await compare.policies.getByLabel('Preset').selectOption('gemini-cli');
  await compare.policies.getByRole('button', { name: 'Add preset' }).click();
  await compare.counted();
  const names = await compare.names();
  expect([names[1], names.at(-1)]).toEqual(['Codex CLI', 'Gemini CLI']);
  expect(await compare.row('Compactions')).toHaveLength(names.length);
});
