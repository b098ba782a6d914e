import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { atOnce } from '../../lib/base/steps/steps';
import { none } from '../../lib/policies/presets/none';
import { dollars } from '../../lib/series/words/format-dollars';
import { exactNumber, shortNumber } from '../../lib/series/words/format-number';
import { CompareView } from '../support/compare-view';
import { choiceOf, sessionInNode } from '../support/engine-in-node';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { withoutTour } from '../support/sessions-page';
import { openSample, preset, sampleFile } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const TUTORIAL = 'Tutorial agent';

test('compares the recording with policies: numbers of the engine, signs against the baseline, losses last', async ({
  page,
}) => {
  const compare = new CompareView(page);
  await compare.open(SAMPLE, '#v1&column=claude-code-2.1&column=everything-on&column=none&end');
  expect(await compare.names()).toEqual(['Recorded', 'Claude Code 2.1', 'Everything on', 'None']);

  const session = await sessionInNode(sampleFile(SAMPLE));
  const signal = new AbortController().signal;
  await session.values.prepare(signal);
  const { recordedBill, summary } = session.overview();
  if (recordedBill?.cost == null) throw new Error('The sample has a bill');
  // With the requests for its summaries, as in Simulate.
  const recordedCost = recordedBill.cost + (session.explanations.modelError()?.summaries.cost ?? 0);
  const unchanged = { policy: none, mode: 'following', replies: { type: 'recorded' } } as const;
  const recordedLosses = atOnce(session.explanations.sessionLosses(unchanged));
  const choice = choiceOf({ preset: 'claude-code-2.1' });
  const { simulation, withoutCache } = session.simulations.compared(choice);
  const losses = atOnce(session.explanations.sessionLosses(choice));
  const signed = (by: number, text: (size: number) => string) =>
    by === 0 ? '=' : `${by > 0 ? '+' : '−'}${text(Math.abs(by))}`;

  const { compactions, totals } = simulation;
  expect((await compare.row('Compactions')).slice(0, 2)).toEqual([
    String(summary.compactions),
    `${compactions.length} ${signed(compactions.length - summary.compactions, String)}`,
  ]);
  expect((await compare.row('Peak')).slice(0, 2)).toEqual([
    shortNumber(summary.peakTokens),
    `${shortNumber(totals.peak)} ${signed(totals.peak - summary.peakTokens, shortNumber)}`,
  ]);
  expect((await compare.row('Cost')).slice(0, 2)).toEqual([
    dollars(recordedCost),
    `${dollars(totals.cost.dollars)} ${signed(totals.cost.dollars - recordedCost, dollars)}`,
  ]);
  expect((await compare.row('Cost without cache'))[1]).toContain(dollars(withoutCache.dollars));
  expect((await compare.row('Values lost')).slice(0, 2)).toEqual([
    exactNumber(recordedLosses.lost),
    `${exactNumber(losses.lost)} ${signed(losses.lost - recordedLosses.lost, exactNumber)}`,
  ]);
  expect((await compare.row('Used-later misses')).slice(0, 2)).toEqual([
    exactNumber(recordedLosses.misses),
    `${exactNumber(losses.misses)} ${signed(losses.misses - recordedLosses.misses, exactNumber)}`,
  ]);
  // It did less: its cost is shown, and not compared.
  expect((await compare.row('Dead at call'))[3]).toBe('142');
  expect((await compare.row('Cost'))[3]).toMatch(/^\$[\d.]+$/);
  await expect(page.getByText(/^Trigger exact 4 of 4/)).toBeVisible();

  await expect(compare.charts).toHaveCount(4);
  const ticks = (layer: string) =>
    compare.charts.evaluateAll(
      (charts, tick) =>
        charts.map((chart) => [...chart.querySelectorAll(tick)].map((each) => each.textContent).join(' ')),
      `[data-tick="${layer}"]`,
    );
  for (const layer of ['tokens', 'calls']) expect(new Set(await ticks(layer)).size).toBe(1);
  await expect(compare.scatter.locator('[data-layer="points"]')).toHaveCount(3);
  await expect(compare.scatter.locator('[data-layer="front"]')).toHaveAttribute('d', /^M[\d.]+ 0H/);
  await expect(compare.scatter.locator('[data-front="true"]')).not.toHaveCount(0);
});

test('goes from a pinned scenario to Compare, changes columns and baseline, and comes back', async ({ page }) => {
  await openSample(page, 'refactoring', '#v1&preset=tutorial&end');
  await page.keyboard.press('b');
  await expect(page.getByRole('status').filter({ hasText: 'Pinned as A.' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Compare' }).click();
  const compare = new CompareView(page);
  await expect.poll(() => compare.names()).toEqual(['Recorded', `A: ${TUTORIAL}`]);
  await compare.counted();

  await compare.policies.getByRole('combobox', { name: 'Preset' }).selectOption('everything-on');
  await compare.policies.getByRole('button', { name: 'Add preset' }).click();
  await compare.counted();
  expect(await compare.names()).toEqual(['Recorded', `A: ${TUTORIAL}`, 'Everything on']);
  await compare.baseline('Everything on').press('Enter');
  await expect(compare.baseline('Everything on')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/baseline=2/);
  await expect(page.getByRole('heading', { name: 'Change against Everything on' })).toBeVisible();

  await page.reload();
  await compare.counted();
  await expect(compare.baseline('Everything on')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(compare.baseline('Recorded')).toHaveAttribute('aria-pressed', 'true');
  await compare.policies.getByRole('button', { name: 'Remove Everything on' }).click();
  await expect(compare.baseline('Everything on')).toHaveCount(0);
  await page.goBack();
  await expect(compare.baseline('Everything on')).toBeVisible();

  await compare.policies.getByRole('link', { name: TUTORIAL }).click();
  await expect(preset(page)).toHaveValue('tutorial');
  await page.goBack();
  await expect(compare.baseline('Everything on')).toBeVisible();
});

test('takes a policy from a link, and says what is wrong with one', async ({ page }) => {
  const compare = new CompareView(page);
  await compare.open('refactoring', '#v1&end');
  expect(await compare.names()).toEqual(['Recorded']);
  const link = compare.policies.getByRole('textbox', { name: 'Link from Simulate' });
  await link.fill('https://example.org/#nothing');
  await link.press('Enter');
  await expect(compare.policies.getByRole('alert')).toContainText('Could not read the link');
  await link.fill('/simulate?session=x#v1&preset=tutorial&policy.windowTokens=60000&end');
  await link.press('Enter');
  await compare.counted();
  expect(await compare.names()).toEqual(['Recorded', `${TUTORIAL}, changed`]);
  await expect(compare.policies.getByRole('alert')).toHaveCount(0);

  await page.goto('/compare?session=sample-refactoring#v1&column=nobodys&end');
  await page.reload();
  await expect(page.getByText('Invalid link: unknown preset "nobodys"')).toBeVisible();
});

test('exports the table as CSV and JSON, and the charts as SVG and PNG in the colours of the theme', async ({
  page,
}) => {
  const compare = new CompareView(page);
  await compare.open('refactoring', '#v1&column=everything-on&end');
  const csv = await exported(page, 'CSV');
  const lines = csv.toString('utf8').split('\r\n');
  expect(lines[0]).toBe('measure,Recorded,Everything on');
  expect(lines[1]).toMatch(/^Compactions,2,\d+$/);
  const json = JSON.parse((await exported(page, 'JSON')).toString('utf8'));
  expect(json.columns.map(({ name }: { readonly name: string }) => name)).toEqual(['Recorded', 'Everything on']);
  expect(lines).toContain(`Used-later misses,${json.columns[0].values.misses},${json.columns[1].values.misses}`);

  const charts = page.getByRole('region', { name: 'Context by call', exact: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  const svg = (await exported(page, 'SVG', charts)).toString('utf8');
  expect(svg).toMatch(/^<svg [^>]*width="\d+"/);
  expect(svg).not.toMatch(/var\(|light-dark|class=/);
  expect(svg).toContain('>Everything on<');
  expect(svg).toContain('fill="rgb(15, 19, 21)"');
  const shapes = await page.evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { paths: picture.querySelectorAll('path').length, errors: picture.querySelectorAll('parsererror').length };
  }, svg);
  expect(shapes.errors).toBe(0);
  expect(shapes.paths).toBeGreaterThan(20);

  const png = await exported(page, 'PNG', charts);
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
  expect(png.readUInt32BE(16)).toBe(2 * width);

  const scatter = (await exported(page, 'SVG', page.getByRole('region', { name: 'Cost against loss' }))).toString(
    'utf8',
  );
  for (const name of ['Recorded', 'Everything on']) expect(scatter).toContain(`>${name}<`);
});

test('[K4] counts the rules of the user that each column kept and lost, lists them, and counts edited ones', async ({
  page,
}) => {
  const compare = new CompareView(page);
  await compare.open(SAMPLE, '#v1&column=everything-on&column=none&end');
  const count = async (column: number) => {
    const [kept, lost] = await Promise.all(['Rules kept', 'Rules lost'].map((row) => compare.row(row)));
    return [kept?.[column], lost?.[column]].map((text) => Number.parseInt(text ?? '', 10));
  };
  const [kept = 0, lost = 0] = await count(0);
  expect(kept + lost).toBeGreaterThan(3);
  expect(kept).toBeGreaterThan(0);
  // Without a compaction, nothing is lost.
  expect(await count(2)).toEqual([0, 0]);

  const opener = compare.table.getByRole('button', { name: /^Rules lost, Recorded: / });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your rules: Recorded' });
  const rules = dialog.getByRole('listitem');
  await expect(rules).toHaveCount(kept + lost);
  await expect(dialog.locator('[data-state="preserved"]')).toHaveCount(kept);
  await expect(dialog.locator('[data-state="preserved"]').first()).toContainText(
    /kept by \d+ compactions?, last before call \d+ · found/,
  );
  await expectSoundInEveryLook(page, 'dialog[open]');
  await rules
    .first()
    .getByRole('button', { name: /^message / })
    .click();
  await expect(page.getByRole('dialog', { name: /^Message \d+/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await dialog.getByRole('button', { name: 'Edit rules…' }).click();
  const edited = page.getByRole('dialog', { name: 'Rules of this session' });
  await edited.getByLabel('Another rule').fill('Never write to the audit table');
  await edited.getByLabel('Another rule').press('Enter');
  await expect(edited.getByRole('listitem').filter({ hasText: 'added by you' })).toBeVisible();
  await page.keyboard.press('Escape');
  const added = dialog.getByRole('listitem').filter({ hasText: 'Never write to the audit table' });
  await expect(added).toContainText('lost before call');
  await expect(added).toContainText('added by you');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect.poll(() => count(0)).toEqual([kept, lost + 1]);

  const lines = (await exported(page, 'CSV')).toString('utf8').split('\r\n');
  expect(lines).toContainEqual(expect.stringMatching(`^Rules lost,${lost + 1},`));
  const json = JSON.parse((await exported(page, 'JSON')).toString('utf8'));
  expect(json.columns[0].rules).toContainEqual(
    expect.objectContaining({ text: 'Never write to the audit table', origin: 'added', state: 'lost' }),
  );

  await opener.click();
  const link = rules.first().getByRole('link');
  const call = /\d+/.exec(await link.innerText())?.[0];
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/simulate.*[#&]call=${call}&`));
  await expect(page.getByText(`Call ${call} of 543`)).toBeVisible();
});

test('stops counting losses, keeps what is counted, and resumes', async ({ page }) => {
  await withoutTour(page);
  await page.goto('/compare?session=sample-long-bug-hunt#v1&column=tutorial&end');
  const compare = new CompareView(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Losses are not counted completely.')).toBeVisible();
  expect((await compare.row('Values lost'))[1]).toBe('not counted');
  await page.getByRole('button', { name: 'Resume' }).click();
  await compare.counted();
  expect((await compare.row('Values lost'))[1]).toMatch(/^[\d,]+ /);
});

test('opens the latest session without one, and has no accessibility violations', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Compare' }).click();
  const compare = new CompareView(page);
  await compare.counted();
  await expectSoundInEveryLook(page);
});

async function exported(page: Page, name: string, part: Page | Locator = page): Promise<Buffer> {
  const saving: Promise<Download> = page.waitForEvent('download');
  await part.getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await saving).path());
}
