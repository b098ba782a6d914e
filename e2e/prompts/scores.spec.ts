import { expect } from '@playwright/test';
import { behave } from '../stand-in/control';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { keyOf } from '../support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

const RULES = [
  'never touch the migrations folder, they have been applied everywhere already.',
  "always run 'npm run check:schema' before you start a soak run, a stale schema makes the soak run fail in misleading ways.",
  'Do not raise timeouts to make a test pass.',
];
const PATHS = ['README.md', 'src/lease/lease-table.ts', 'config/two-node.json'].map(
  (path) => `/srv/code/millrace/${path}`,
);

test('[K15] has one row for each score above the columns, with the best, the worst and what is clear', async ({
  page,
}) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  const table = page.getByRole('table', { name: 'Scores of the summaries' });
  const row = (id: string) => table.locator(`[data-row="${id}"]`);
  await expect(row('exact-values').locator('td')).toHaveCount(3);
  await expect
    .poll(() => view.scoreRow('exact-values'))
    .toEqual([expect.stringMatching(/^\d+ of [\d,]+$/), expect.stringMatching(/^\d+ of [\d,]+$/), 'clear']);
  // As the lists of the columns say.
  for (const place of [1, 2]) {
    const shown = (await view.scoreRow('exact-values'))[place - 1] ?? 'missing';
    await expect(view.score(place, 'exact-values')).toContainText(shown);
  }
  await expect(row('exact-values').locator('td').nth(1).getByRole('img', { name: 'clearly best' })).toBeVisible();
  await expect(row('exact-values').locator('td').nth(0).getByRole('img', { name: 'clearly worst' })).toBeVisible();
  await expect(row('used-later').locator('td').nth(2)).toHaveText(/^(clear|may be chance, \d+\s%)$/);
  await expect(row('files-named').locator('td').nth(2)).toHaveText('clear');
  await expect(row('files-made-up').locator('td').nth(2)).toHaveText('none');
  await expect(row('tokens')).toContainText(/\d/);
  await expect(page.getByText(/^Nothing to count: .*Open tasks kept/)).toBeVisible();
  const [top, column] = await Promise.all([table.boundingBox(), view.column(1).boundingBox()]);
  expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(column?.y ?? 0);
});

test('[K15] lists what is only in one of two summaries, with links to the places', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('only');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await behave(key, [
    { type: 'answer', text: `${RULES[0]}\n${PATHS[0]}\n${PATHS[1]}` },
    { type: 'answer', text: `${RULES[2]}\n${PATHS[1]}\n${PATHS[2]}` },
  ]);
  await view.run(1);
  await expect(view.text(1)).toContainText('migrations');
  await view.run(2);
  await expect(view.text(2)).toContainText('timeouts');
  expect(await view.scoreRow('cost')).toEqual([
    expect.stringMatching(/^\$/),
    expect.stringMatching(/^\$/),
    'too few answers',
  ]);
  await page.getByText('Only in one summary').click();
  const rules = page.getByRole('region', { name: 'Rules preserved', exact: true });
  await expect(rules.getByRole('heading', { name: 'Only in 1: 1' })).toBeVisible();
  await expect(rules.getByRole('region', { name: 'Rules preserved, only in 1' })).toContainText('migrations');
  await expect(rules.getByRole('region', { name: 'Rules preserved, only in 2' })).toContainText('timeouts');
  const values = page.getByRole('region', { name: 'Exact values kept', exact: true });
  const onlyFirst = values.getByRole('region', { name: 'Exact values kept, only in 1' });
  await expect(onlyFirst).toContainText(PATHS[0] ?? '');
  await expect(values).not.toContainText(PATHS[1] ?? '');
  await onlyFirst
    .getByRole('button', { name: /^message/ })
    .first()
    .click();
  await expect(
    page
      .getByRole('dialog', { name: /^Message/ })
      .locator('mark')
      .first(),
  ).toBeInViewport();
  await page.keyboard.press('Escape');
  // Two independent texts have no versions.
  await expect(page.getByRole('region', { name: 'Differences' })).toHaveCount(0);
  await page.getByLabel('First summary').selectOption({ index: 1 });
  await page.getByLabel('Second summary').selectOption({ index: 0 });
  await expect(rules.getByRole('heading', { name: 'Only in 2: 1' })).toBeVisible();
});

test('[K15] judges repeats by all their answers', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('spread');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  const answer = (...rules: readonly (string | undefined)[]) =>
    ({ type: 'answer', text: `So:\n${rules.join('\n')}` }) as const;
  await behave(key, [answer(...RULES), answer(RULES[0], RULES[1]), answer(...RULES)]);
  await page.getByLabel('Repeat').selectOption('3');
  await view.column(2).getByLabel('Summary source').selectOption('offline');
  await view.runAll();
  await expect(page.getByRole('columnheader', { name: /median of 3 answers/ })).toHaveCount(1);
  await expect.poll(async () => (await view.scoreRow('rules-preserved'))[0]).toBe('3 of 4 2 to 3');
  await view.column(2).getByLabel('Summary source').selectOption('prompt five-heads');
  await behave(key, [answer(), answer('Nothing'), answer(RULES[2])]);
  for (const _ of [1, 2, 3]) {
    await view.run(2);
    await expect(view.column(2).getByRole('button', { name: 'Run again…' })).toBeVisible();
  }
  await expect.poll(async () => (await view.scoreRow('rules-preserved'))[1]).toBe('0 of 4 0 to 1');
  expect((await view.scoreRow('rules-preserved'))[2]).toBe('clear');
});

test('[K15] compares a further round with the first of the same column, on what was removed first', async ({
  page,
}) => {
  const view = new PromptsView(page);
  await view.open(SAMPLE, CALL);
  await expect.poll(async () => (await view.scoreRow('used-later'))[1]).toMatch(/^\d+ of \d+$/);
  const first = await view.scoreRow('used-later');
  await page.getByRole('button', { name: /^Compact again at call/ }).click();
  await expect
    .poll(() => view.scoreRow('used-later'))
    .toEqual([
      expect.stringMatching(/^\d+ → \d+ of \d+$/),
      expect.stringMatching(/^\d+ → \d+ of \d+$/),
      expect.anything(),
    ]);
  const later = await view.scoreRow('used-later');
  for (const place of [0, 1]) {
    const [kept, of] = /^(\d+) of (\d+)$/.exec(first[place] ?? '')?.slice(1) ?? [];
    expect(later[place]).toMatch(new RegExp(`^${kept} → \\d+ of ${of}$`));
  }
  await expect(page.getByText(/^After each round, of what was removed before call 141/)).toBeVisible();
  await page.getByText('Only in one summary').click();
  await expect(page.getByLabel('First summary')).toContainText('1, round 1: Recorded summary');
  await expect(page.getByRole('region', { name: 'Used later and kept', exact: true })).toContainText(
    'Only in 1, round 1',
  );
  // Two versions of one text.
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.locator('ins').first()).toBeVisible();
});

test('[K15] does not compare a saved run of another call', async ({ page }) => {
  const view = new PromptsView(page);
  const key = keyOf('elsewhere');
  await view.open(SAMPLE, CALL, columnsHash('handoff-brief', 'five-heads'));
  await view.giveKey(key);
  await view.run(1);
  await expect(view.text(1)).toBeVisible();
  await page.locator('main').press('ArrowRight');
  await expect(page.getByText(/^Compacted before call 142/)).toBeVisible();
  await page.getByText('Saved runs for this session: 1').click();
  await page.getByRole('button', { name: /^Show Handoff brief/ }).click();
  await expect(view.text(3)).toContainText(/\w{4}/);
  await view.column(2).getByLabel('Summary source').selectOption('offline');
  await expect(page.getByRole('columnheader', { name: /^3 .*from another context, not comparable/ })).toBeVisible();
  await expect
    .poll(async () => (await view.scoreRow('exact-values')).slice(1))
    .toEqual([expect.stringMatching(/^\d+ of/), '–']);
});

test('has labels in the score table that fit their column', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const view = new PromptsView(page);
  // A second compaction: the longest label counts the growth since the first.
  await view.open(SAMPLE, 254);
  const labels = page.getByRole('table', { name: 'Scores of the summaries' }).locator('tbody th');
  await expect(labels.filter({ hasText: 'Growth over rounds' })).toBeVisible();
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = () => labels.evaluateAll((all) => all.filter((label) => label.scrollWidth > label.clientWidth).length);
    await expect.poll(wide).toBe(0);
  }
});
