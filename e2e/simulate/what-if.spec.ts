import { expect } from '@playwright/test';
import { dollars } from '../../lib/series/words/format-dollars';
import { shortNumber } from '../../lib/series/words/format-number';
import { choiceOf, sessionInNode } from '../support/engine-in-node';
import { test } from '../support/one-page';
import { openSample, sampleFile } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';

test('answers whether compaction at 60 % would have been cheaper, with one change and the error beside it', async ({
  page,
}) => {
  const session = await sessionInNode(sampleFile(SAMPLE));
  const { summary, recordedBill } = session.overview();
  const cost = recordedBill?.cost ?? 0;
  const error = session.explanations.modelError();
  const { totals, compactions } = session.simulations.simulate(
    choiceOf({ preset: 'as-recorded', changes: { 'thresholds.percent': 60 } }),
  );

  await openSample(page, SAMPLE);
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  await expect(strip).toContainText('Compacted 4 times, first before call 141: 167.6k → 32.2k.');
  await expect(strip).toContainText(`Cost ${dollars(cost)} + ≈ ${dollars(error?.summaries.cost ?? 0)} for summaries.`);
  await expect(strip).toContainText('trigger exact 4 of 4 · size after ± 11 % · cost ± 0.0 %');
  await expect(strip.getByRole('button', { name: 'Reset' })).toBeDisabled();

  const percent = strip.getByLabel('What if: compact at, in percent of the effective window');
  await expect(percent).toHaveValue('92.8');
  await percent.fill('60');
  await percent.press('Enter');
  const recorded = cost + (error?.summaries.cost ?? 0);
  await expect(strip).toContainText(
    `Cost ${dollars(recorded)} → ${dollars(totals.cost.dollars)} (−${dollars(recorded - totals.cost.dollars)})`,
  );
  await expect(strip).toContainText(`Compactions 4 → ${compactions.length} (+${compactions.length - 4})`);
  await expect(strip).toContainText(`Peak ${shortNumber(summary.peakTokens)} → ${shortNumber(totals.peak)}`);

  await strip.getByRole('button', { name: 'Reset' }).click();
  await expect(percent).toHaveValue('92.8');
  await expect(strip).toContainText('Change any of these');
  await page.keyboard.press('Control+z');
  await expect(percent).toHaveValue('60');
});

test('opens the error of the model to the comparison with each recorded compaction', async ({ page }) => {
  await openSample(page, SAMPLE);
  await page.getByRole('button', { name: /^trigger exact/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Model error on this session' });
  await expect(dialog.getByText('4 of 4 recorded automatic compactions are simulated at the same call.')).toBeVisible();
  await dialog.getByRole('button', { name: 'call 251' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Call 251 of 543')).toBeVisible();
});
