import { expect, type Page } from '@playwright/test';
import { scoreDefinitions, scoreIds } from '../../lib/fidelity/scores/score-definitions';
import { test } from '../support/one-page';
import { openSample, sampleFile, simulatedInNode } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const POLICY = 'claude-code-2.1';

test('shows all scores of a compaction, with lists that lead to the messages', async ({ page }) => {
  const [compaction] = (await simulatedInNode(sampleFile(SAMPLE), '--policy', POLICY)).compactions;
  if (compaction === undefined) throw new Error('The sample is not compacted');
  await openSample(page, SAMPLE, `#v1&preset=${POLICY}&replies=offline&call=${compaction.call + 1}&end`);
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  const scores = reasons.locator('[data-score]');
  await expect(scores).toHaveCount(scoreIds.length);
  await expect(scores.getByText('K2', { exact: true }).first()).toBeHidden();
  await showRules(page);
  const rules = await scores.getByRole('button', { name: /^Rule K/ }).allInnerTexts();
  expect(rules).toEqual(scoreIds.map((id) => scoreDefinitions[id].rule));
  const rule = scores.getByRole('button', { name: 'Rule K2' }).first();
  await rule.press('Enter');
  await expect(page.getByRole('dialog', { name: 'K2 · Used later' })).toContainText(
    'This is the most important score.',
  );
  await page.keyboard.press('Escape');
  await expect(rule).toBeFocused();
  const usedLater = reasons.locator('[data-score="used-later"]');
  await usedLater.locator('summary').click();
  await expect(usedLater).toContainText(
    /Checked against \d+ compactions labelled by hand: precision [\d.]+, recall [\d.]+/,
  );
  await usedLater.locator('summary').click();
  for (const summary of await scores.locator('summary').allInnerTexts()) expect(summary).toMatch(/\d| no /);

  const values = reasons.locator('[data-score="exact-values"]');
  await values.locator('summary').click();
  const list = values.getByRole('region', { name: 'This call, exact values kept' });
  const link = list.getByRole('button', { name: /^message/ }).first();
  const [, number] = /^message ([\d,]+)/.exec((await link.getAttribute('aria-label')) ?? '') ?? [];
  await link.click();
  const focused = page.getByRole('list', { name: 'Messages', exact: true }).locator('[data-key]:focus');
  await expect(focused).toHaveAttribute('data-key', new RegExp(`^${Number(number?.replace(',', '')) - 1}\\.`));
});

test('[K2] the headline, the list and the score agree, and each row says why it is there', async ({ page }) => {
  const call = 141;
  await openSample(page, SAMPLE, `#v1&preset=${POLICY}&replies=recorded&call=${call}&end`);
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  const headline = reasons.locator('[data-misses]');
  const misses = Number(await headline.getAttribute('data-misses'));
  expect(misses).toBeGreaterThan(0);
  await expect(headline).toHaveText(
    new RegExp(`^${misses} of the \\d+ removed values that are used later are lost\\.`),
  );
  const again = Number(await reasons.locator('[data-shown-again]').getAttribute('data-shown-again'));
  await expect(reasons.locator('[data-shown-again]')).toHaveText(`${again} more were shown again before their use.`);
  const score = reasons.locator('[data-score="used-later"]');
  await expect(score.locator('summary')).toHaveText(/\d+ of \d+ values, \d+ % by weight$/);
  await score.locator('summary').click();
  await expect(score).toContainText(`${again} more were shown again before their use.`);
  const [kept = 0, of = 0] = (/(\d+) of (\d+)/.exec(await score.locator('summary').innerText()) ?? [])
    .slice(1)
    .map(Number);
  expect(of - kept).toBe(misses);
  const first = score.getByRole('listitem').first();
  await expect(first).toContainText(/missing · (?:command|the user’s answer|named by the user|rare|in \d+ parts)/);
});

async function showRules(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keys and settings (?)' }).click();
  await page.getByRole('checkbox', { name: 'Show the rule behind each setting and number' }).check();
  await page.keyboard.press('Escape');
}

test('remembers that rules are shown', async ({ page }) => {
  await openSample(page, SAMPLE, `#v1&preset=${POLICY}&call=2&end`);
  const policy = page.getByRole('complementary', { name: 'Policy' });
  await expect(policy.getByRole('button', { name: 'Rule W1' })).toHaveCount(0);
  await showRules(page);
  await expect(policy.getByRole('button', { name: 'Rule W1' }).first()).toBeVisible();
  await page.reload();
  await expect(policy.getByRole('button', { name: 'Rule W1' }).first()).toBeVisible();
});

test('shows no scores for a call before which nothing was removed', async ({ page }) => {
  await openSample(page, SAMPLE, `#v1&preset=${POLICY}&call=2&end`);
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await expect(reasons.getByText('Nothing was removed before this call.')).toBeVisible();
  await expect(reasons.locator('[data-score]')).toHaveCount(0);
});
