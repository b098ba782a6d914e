import { expect, test } from '@playwright/test';
import { accidents, type Behaviour } from '../stand-in/behaviour';
import { behave } from '../stand-in/control';
import { ExperimentsView } from '../support/experiments-view';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const PROMPTS = ['Nine sections', 'Five headings', 'Handoff brief'];
const ANSWERS = 3 * 5 * 3;
const FREE = 2 * 5;

/** Rejections without a wait of seconds, and answers that break off; the others come slowly enough to interrupt. */
function troubled(seed: number, requests: number): readonly Behaviour[] {
  const next = accidents(seed, 0.3);
  return Array.from({ length: requests }, () => {
    const accident = next();
    if (accident === undefined) return { type: 'answer', deltaMs: 2 };
    if (accident.type !== 'error') return accident;
    return { ...accident, retryAfterSeconds: 0 };
  });
}

test('runs 3 prompts × 5 boundaries × 3 times through failures, and through a reload in the middle', async ({
  page,
}) => {
  test.slow();
  const view = new ExperimentsView(page);
  const key = keyOf('matrix');
  await behave(key, troubled(7, 300));
  await view.open('long-bug-hunt');
  await view.giveKey(key);
  await view.check('Refactoring');
  await page.getByRole('group', { name: 'Boundaries in Refactoring' }).getByRole('button', { name: 'First' }).click();
  await view.check(...PROMPTS);

  const total = await test.step('shows the price first, which adds up', async () => {
    await expect(page.getByText(`5 boundaries × 5 rows: ${ANSWERS} answers of models.`)).toBeVisible();
    await expect(view.runButton).toBeEnabled();
    await view.runButton.click();
    const rows = await view.sendDialog.locator('tbody tr').allTextContents();
    const figures = rows
      .filter((row) => row.includes('$'))
      .map((row) => row.match(/\$\d+\.\d{3}/g)?.map(asMills) ?? []);
    const totals = (await view.sendDialog.locator('tfoot').textContent())?.match(/\$\d+\.\d{3}/g)?.map(asMills) ?? [];
    expect(figures).toHaveLength(3);
    expect(totals).toEqual([0, 1, 2].map((place) => figures.reduce((sum, row) => sum + (row[place] ?? 0), 0)));
    await expect(view.sendDialog).toContainText('Max price of each cell');
    expect(await messagesSeenBy(key)).toEqual([]);
    return totals;
  });

  await view.send();
  await expect(page).toHaveURL(/\?id=/);
  await expect.poll(() => view.answersSoFar(), { timeout: 60_000 }).toBeGreaterThan(FREE + 8);
  const before = await view.answersSoFar();
  await page.reload();

  await test.step('has lost nothing after the reload', async () => {
    await expect(view.progress).toContainText('so far');
    expect(await view.answersSoFar()).toBeGreaterThanOrEqual(before);
    expect(await view.answersSoFar()).toBeLessThan(ANSWERS + FREE);
  });

  await test.step('continues after its price was agreed to, and ends within the bounds', async () => {
    await expect(page.getByRole('button', { name: /^Key: set/ })).toBeVisible();
    const seen = (await messagesSeenBy(key)).length;
    await expect(async () => {
      if (await page.getByRole('button', { name: 'Continue…' }).isVisible()) {
        await page.getByRole('button', { name: 'Continue…' }).click();
        await expect(view.sendDialog).toContainText('With what was paid so far');
        await view.send();
      }
      // It may also end with failures that want another go.
      await expect(view.progress).not.toContainText('Keep this page open', { timeout: 60_000 });
      expect(await view.answersSoFar()).toBe(ANSWERS + FREE);
    }).toPass({ timeout: 200_000 });
    expect((await messagesSeenBy(key)).length).toBeGreaterThan(seen);
    const { paid, least, most } = await view.bill();
    expect(paid).toBeGreaterThanOrEqual(least);
    expect(paid).toBeLessThanOrEqual(most);
    // Within what was said before anything was sent, too.
    expect(paid * 1_000).toBeGreaterThanOrEqual(total[0] ?? 0);
    expect(paid * 1_000).toBeLessThanOrEqual(total[2] ?? 0);
  });

  const requests = await messagesSeenBy(key);
  expect(requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(requests.length).toBeGreaterThan(ANSWERS);

  await test.step('has every answer once, and every partial one', async () => {
    await expect(view.cells()).toHaveCount(5 * 5);
    const { answers, experiment } = JSON.parse(await view.exported('JSON'));
    const whole = answers
      .filter(({ state }: { state: string }) => state === 'whole')
      .map(({ job }: { job: string }) => job);
    expect(whole).toHaveLength(ANSWERS + FREE);
    expect(new Set(whole).size).toBe(ANSWERS + FREE);
    const partial = answers.filter(({ state }: { state: string }) => state === 'partial');
    expect(partial.length).toBeGreaterThan(0);
    expect(partial.every(({ text }: { text: string }) => text.length > 0)).toBe(true);
    // What was counted before is within a quarter of what the API counted.
    for (const { boundary, sent } of answers) {
      if (sent?.usage === undefined) continue;
      const { tokens } = experiment.boundaries.find(({ id }: { id: string }) => id === boundary);
      const { input, cacheRead, cacheWrite5m } = sent.usage;
      expect((input + cacheRead + cacheWrite5m) / tokens).toBeGreaterThan(0.75);
      expect((input + cacheRead + cacheWrite5m) / tokens).toBeLessThan(1.25);
    }
    const lines = (await view.exported('CSV')).trim().split('\r\n');
    expect(lines).toHaveLength(1 + answers.length);
    const markdown = await view.exported('Markdown');
    for (const prompt of PROMPTS) expect(markdown).toContain(`| ${prompt}`);
  });
});

function asMills(text: string): number {
  return Math.round(Number(text.slice(1)) * 1_000);
}
