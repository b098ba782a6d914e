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
  await expect(scores.getByText('K2', { exact: true })).toBeHidden();
  await showRules(page);
  const rules = await scores.getByRole('button', { name: /^Rule K/ }).allInnerTexts();
  expect(rules).toEqual(scoreIds.map((id) => scoreDefinitions[id].rule));
  const rule = scores.getByRole('button', { name: 'Rule K2' });
  await rule.press('Enter');
  await expect(page.getByRole('dialog', { name: 'K2 · Used later' })).toContainText(
    'This is the most important score.',
  );
  await page.keyboard.press('Escape');
  await expect(rule).toBeFocused();
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
